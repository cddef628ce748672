import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

interface ChangedFiles {
  touchedBy(changed: string[], all: string[], naming: (name: string) => string[]): string[];
}

const TOOL = pathToFileURL(resolve('tools/test/changed-files.mjs')).href;
const { touchedBy } = (await import(TOOL)) as ChangedFiles;

const ALL = [
  'src/a.ts',
  'src/a.spec.ts',
  'src/rules.json',
  'test/documentation/links.spec.ts',
  'test/mutation/mutate.spec.ts',
];

describe('touchedBy()', () => {
  it.each([
    ['sources and specs themselves', ['src/a.ts', 'src/a.spec.ts'], ['src/a.spec.ts', 'src/a.ts']],
    ['the sources that name a file without imports', ['src/rules.json'], ['src/a.ts']],
    ['the tests of documents', ['docs/cel.md'], ['test/documentation/links.spec.ts']],
    [
      'the tests of tools',
      ['tools/mutate/trial.mjs'],
      ['test/documentation/links.spec.ts', 'test/mutation/mutate.spec.ts'],
    ],
    ['nothing for files that no test reads', ['.ci/run'], []],
  ])('returns %s', (_, changed, expected) => {
    expect(touchedBy(changed, ALL, (name) => (name === 'rules.json' ? ['src/a.ts', 'tools/x.mjs'] : []))).toEqual(
      expected,
    );
  });
});
