import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

interface Report {
  readonly testResults: readonly {
    readonly name: string;
    readonly message: string;
    readonly assertionResults: readonly { readonly title: string; readonly status: string }[];
  }[];
}

const COMPILER = pathToFileURL(resolve('tools/test/native/compiled-tree.mjs')).href;
const CONFIG = pathToFileURL(resolve('tools/test/native/jest.config.mjs')).href;
const JEST = resolve('node_modules/jest/bin/jest.js');

/** The word that focuses a test. Of these files only the first one has it, and the second must not be narrowed by it. */
const FOCUS = 'only';

/** A module of both files, which keeps functions of the runner as a support file does. */
const SHARED = `
export const counts: Record<string, number> = { loaded: 0, hooks: 0 };
counts.loaded++;
export const itWhereItCan = it;
`;

const FIRST = `
import { jest } from '@jest/globals';
import { counts, itWhereItCan } from './shared.js';

beforeEach(() => void counts.hooks++);

it.${FOCUS}('changes the process and its globals', () => {
  process.env.LEFT_BEHIND = '1';
  jest.useFakeTimers();
  jest.spyOn(console, 'warn').mockReturnValue(undefined);
  Object.assign(process, { exit: () => undefined });
  expect('clock' in setTimeout).toBe(true);
  expect(counts).toEqual({ loaded: 1, hooks: 1 });
});

itWhereItCan('is left out', () => undefined);
`;

const SECOND = `
import { counts, itWhereItCan } from './shared.js';

itWhereItCan('shares modules, and neither hooks nor focus', () => {
  expect(counts).toEqual({ loaded: 1, hooks: 1 });
});

it('finds the process as it was', () => {
  expect(process.env.LEFT_BEHIND).toBeUndefined();
  expect('clock' in setTimeout).toBe(false);
  expect(process.exit.toString()).not.toBe('() => undefined');
  expect('mock' in console.warn).toBe(false);
});

it('fails', () => {
  const value: number = 1;
  expect(value).toBe(2);
});
`;

describe('Test files that share modules', () => {
  let directory: string;
  let report: Report;

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'binnacle-running-'));
    const config = `import base from '${CONFIG}';
export default { ...base, rootDir: import.meta.dirname, roots: [import.meta.dirname], testSequencer: import.meta.dirname + '/order.mjs' };`;
    const order = `export default class { cacheResults() {} allFailedTests() { return []; } shard(tests) { return tests; }
  sort(tests) { return tests.sort((a, b) => a.path.localeCompare(b.path)); } }`;
    const files = { 'shared.ts': SHARED, 'first.spec.ts': FIRST, 'second.spec.ts': SECOND, 'order.mjs': order };
    for (const [name, text] of Object.entries({ ...files, 'jest.config.mjs': config })) {
      await writeFile(join(directory, name), text);
    }
    const { compileTree } = (await import(COMPILER)) as { compileTree(root: string, folders: string[]): Promise<void> };
    await compileTree(directory, ['']);
    const output = join(directory, 'report.json');
    const words = ['--config', join(directory, 'jest.config.mjs'), '--runInBand', '--json', `--outputFile=${output}`];
    spawnSync(process.execPath, [JEST, ...words], { cwd: directory });
    report = JSON.parse(await readFile(output, 'utf8')) as Report;
  });

  afterAll(() => rm(directory, { recursive: true }));

  const statusesOf = (file: string): [string, string][] =>
    report.testResults
      .filter(({ name }) => name.endsWith(file))
      .flatMap(({ assertionResults }) =>
        assertionResults.map(({ title, status }): [string, string] => [title, status]),
      );

  it('run in one process, and keep what they declare apart', () => {
    expect(statusesOf('first.spec.ts')).toEqual([
      ['changes the process and its globals', 'passed'],
      ['is left out', 'pending'],
    ]);
    expect(statusesOf('second.spec.ts')).toEqual([
      ['shares modules, and neither hooks nor focus', 'passed'],
      ['finds the process as it was', 'passed'],
      ['fails', 'failed'],
    ]);
  });

  it('name the line of a source where a test fails', () => {
    const line = SECOND.split('\n').findIndex((each) => each.includes('toBe(2)')) + 1;
    const { message } = report.testResults.find(({ name }) => name.endsWith('second.spec.ts'))!;
    expect(message).toContain(`second.spec.ts:${line}:`);
  });
});
