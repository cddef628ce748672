import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

interface Files {
  unknownSuffixes(file: string): string[];
  uncommentedExports(file: string, text: string): number[];
  longSuites(file: string, text: string): { line: number; length: number }[];
}

interface Commits {
  faultOfSubject(subject: string): string | undefined;
}

interface PluginApi {
  faultsOfComment(comment: string): string[];
  misplacedMarks(declarations: readonly { name: string; entry: string; comment: string }[]): string[];
}

const TOOL = join(import.meta.dirname, '..', '..', 'tools', 'structure');
const load = async <T>(file: string): Promise<T> => (await import(pathToFileURL(join(TOOL, file)).href)) as T;

const { unknownSuffixes, uncommentedExports, longSuites } = await load<Files>('files.mjs');
const { faultOfSubject } = await load<Commits>('commits.mjs');
const { faultsOfComment, misplacedMarks } = await load<PluginApi>('plugin-api.mjs');

it.each([
  ['src/a/b.module.ts', []],
  ['plugins/a/b.v1beta2.ts', []],
  ['src/a/b.authorizer.spec.ts', []],
  ['src/a/b.helper.ts', ['helper']],
  ['src/a/b.v1x.ts', ['v1x']],
])('finds the roles of %s that are not on the list: %j', (file, unknown) => {
  expect(unknownSuffixes(file)).toEqual(unknown);
});

it('finds exports without a doc comment, and takes overloads as one', () => {
  const text = `
/** A. */
export const a = 1;
export const b = 2;
/** C. */
export function c(x: string): void;
export function c(x: number): void;
export type D = string;
export { e } from './e.js';
`;
  expect(uncommentedExports('x.ts', text)).toEqual([4, 8]);
});

it('counts the lines of a suite without those of suites inside of it', () => {
  const lines = (count: number): string => 'run();\n'.repeat(count);
  const text = `describe('a', () => {\n${lines(150)}describe.each([1])('b', () => {\n${lines(199)}});\n});\n`;
  expect(longSuites('x.spec.ts', text)).toEqual([{ line: 152, length: 201 }]);
});

it.each([
  ['Serve custom resources', undefined],
  ['Pass the signal to admission', undefined],
  ['Bring back the cache', undefined],
  ['Serves custom resources', 'does not begin with an imperative'],
  ['Added a cache', 'does not begin with an imperative'],
  ['serve custom resources', 'begins with a small letter'],
  ['Serve custom resources.', 'ends with a full stop'],
  [`Serve ${'x'.repeat(67)}`, 'has 73 characters, more than 72'],
])('judges the subject "%s"', (subject, fault) => {
  expect(faultOfSubject(subject)).toBe(fault);
});

const NO_MARK = 'has 0 of the marks @public and @internal, not one';
const NO_EXAMPLE = 'has no @example at its end';

it.each([
  ['/**\n * A.\n *\n * @public\n * @example\n * a();\n */', []],
  ['/**\n * A.\n *\n * @internal\n * @example\n * a();\n */', []],
  ['/** A @public name. */', [NO_MARK, NO_EXAMPLE]],
  ['/**\n * @example\n * a();\n */', [NO_MARK]],
  ['/**\n * @public\n */', [NO_EXAMPLE]],
  ['/**\n * @public\n * @example\n *\n */', [NO_EXAMPLE]],
  ['/**\n * @public\n * @internal\n * @example\n * a();\n */', ['has 2 of the marks @public and @internal, not one']],
])('judges the doc comment %j of the plugin API', (comment, faults) => {
  expect(faultsOfComment(comment)).toEqual(faults);
});

it('finds declarations whose mark is not that of their place', () => {
  const declared = (name: string, entry: string, mark: string) => ({
    ...{ name, entry },
    comment: `/**\n * @${mark}\n */`,
  });
  const declarations = [
    declared('A', 'exported', 'public'),
    declared('B', 'exported', 'internal'),
    declared('C', 'reached', 'internal'),
    declared('D', 'internal', 'internal'),
    declared('E', 'internal', 'public'),
  ];
  expect(misplacedMarks(declarations)).toEqual([
    'B is exported, so it is @public',
    'C is reached, so it is @public',
    'E is internal, so it is @internal',
  ]);
});
