import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { evaluate } from './cel-evaluator.js';

/** Expressions that servers of other releases compile otherwise than 1.32, where they lie beside the checkout. */
const FOLDER = join(import.meta.dirname, '..', '..', '..', 'shared');

interface Row {
  readonly id: string;
  readonly expr: string;
  readonly field: string;
  /** The refusal of the server; null where it compiles. */
  readonly got: string | null;
}

type Question = Parameters<typeof evaluate>[0];

function readRows<T>(...path: string[]): T[] {
  const lines = readFileSync(join(FOLDER, ...path), 'utf8').trim();
  return lines.split('\n').map((line) => JSON.parse(line) as T);
}

const releases = ['1.33', '1.34', '1.35', '1.36'];
(existsSync(FOLDER) ? describe : describe.skip).each(releases)('expressions of release %s', (release) => {
  it('compile as in its server', () => {
    const environments = readRows<Question['env'] & { env: string }>('cel', 'environments.ndjson');
    const env = environments.find(({ env: name }) => name === 'policy')!;
    // Values are recorded as warnings about the batch of a row: the outcome does not follow from them.
    const rows = readRows<Row>('releases', release, 'cel.ndjson').filter(({ field }) => field === 'compile');
    const outcomes = rows.map(({ id, expr }) => {
      const { compile } = evaluate({ env, expr, stored: false, optionalOldSelf: false, release });
      return [id, expr, compile === undefined ? null : `compilation failed: ${String(compile)}`];
    });
    expect(outcomes).toEqual(rows.map(({ id, expr, got }) => [id, expr, got]));
  });
});
