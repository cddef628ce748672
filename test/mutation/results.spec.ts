import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

interface Place {
  readonly start: number;
  readonly end: number;
  readonly replacement: string;
}

interface Results {
  find(digest: string, mutant: Place, isPartial?: boolean): string | undefined;
  keep(digest: string, mutant: Place, result: { outcome: string; isPartial?: boolean }): void;
  save(): void;
}

interface Tools {
  digestOf(texts: readonly string[]): string;
  MutationResults: new (file: string) => Results;
}

const MUTANT: Place = { start: 10, end: 14, replacement: 'false' };

let tools: Tools;
let directory: string;

beforeAll(async () => {
  tools = (await import(pathToFileURL(resolve('tools/mutate/results.mjs')).href)) as Tools;
  directory = await mkdtemp(join(tmpdir(), 'mutate-results-'));
});

afterAll(() => rm(directory, { recursive: true, force: true }));

describe('MutationResults', () => {
  it('keeps what was found while source and specs are the same', () => {
    const file = join(directory, 'deep', 'results.json');
    const results = new tools.MutationResults(file);
    results.keep('d1', MUTANT, { outcome: 'killed' });
    results.save();
    const again = new tools.MutationResults(file);
    expect([again.find('d1', MUTANT), again.find('d2', MUTANT)]).toEqual(['killed', undefined]);
    expect(tools.digestOf(['a', 'bc'])).not.toBe(tools.digestOf(['ab', 'c']));
  });

  it('of runs without loading are for such runs only', () => {
    const results = new tools.MutationResults(join(directory, 'partial.json'));
    const found = (): unknown[] => [results.find('d', MUTANT), results.find('d', MUTANT, true)];
    results.keep('d', MUTANT, { outcome: 'not executed', isPartial: true });
    expect(found()).toEqual([undefined, 'not executed']);
    results.keep('d', MUTANT, { outcome: 'survived' });
    expect(found()).toEqual(['survived', 'survived']);
  });
});
