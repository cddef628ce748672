import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

interface Mutant {
  readonly start: number;
  readonly end: number;
  readonly replacement: string;
  readonly form: string;
  readonly line: number;
  readonly name: string;
}

interface Tried {
  readonly id: number;
  readonly file: string;
  readonly specs: readonly string[];
  outcome?: string;
  isUnsettled?: boolean;
}

interface Trials {
  attempt(spec: string, candidates: readonly number[]): Promise<unknown>;
  force(specs: readonly string[], id: number): Promise<string>;
}

interface RunReport {
  print(line: string): void;
  reachOf(spec: string): number;
}

interface Run {
  throughSpecs(specsOf: (mutant: Tried) => readonly string[]): Promise<void>;
  throughLoading(): Promise<void>;
}

interface Equivalents {
  reasonFor(file: string, code: string, change: string): string | undefined;
  stale(sources: ReadonlyMap<string, string>): readonly { readonly code: string }[];
}

interface Graph {
  specsFor(file: string): string[];
}

interface Change {
  readonly id: string;
  readonly file: string;
  readonly code: string;
  readonly replacement: string;
}

interface Tools {
  parseBroken(text: string): Change[];
  broken(text: string, change: Change): string;
  namePattern(id: string): string;
  mutantsOf(text: string): Mutant[];
  changedLines(diff: string): Set<number>;
  spread<T>(list: readonly T[], count: number): T[];
  suitesFor(file: string): string[];
  Equivalents: new (text: string) => Equivalents;
  instrument(text: string, mutants: readonly (Mutant & { id: number })[], switchPath: string): string;
  MutationRun: new (mutants: readonly Tried[], trials: Trials, report: RunReport) => Run;
  ImportGraph: new (root: string, folders?: readonly string[]) => Graph;
}

let tools: Tools;
let directory: string;

beforeAll(async () => {
  const names = [
    'mutators',
    'changed-lines',
    'spread',
    'suites',
    'equivalents',
    'import-graph',
    'instrumentation',
    'mutation-run',
    'broken-requirements',
  ];
  const modules = names.map(
    (name) => import(pathToFileURL(resolve(`tools/mutate/${name}.mjs`)).href) as Promise<Partial<Tools>>,
  );
  tools = Object.assign({}, ...(await Promise.all(modules))) as Tools;
  directory = await mkdtemp(join(tmpdir(), 'mutate-spec-'));
});

afterAll(() => rm(directory, { recursive: true, force: true }));

/** The texts that a source becomes. */
const changed = (text: string): string[] =>
  tools.mutantsOf(text).map(({ start, end, replacement }) => text.slice(0, start) + replacement + text.slice(end));

describe('mutantsOf()', () => {
  it.each([
    ['if (a) b();', ['if (!(a)) b();', 'if (a) {}']],
    ['if (a === b) c();', ['if (a !== b) c();', 'if (a === b) {}']],
    ['const x = a ?? (b && c);', ['const x = a && (b && c);', 'const x = a ?? (b || c);']],
    ['const x = a + b - c;', ['const x = (a + b) + c;', 'const x = a - b - c;']],
    ['x = a && b;', ['{}', 'x = a || b;']],
    ['const x = a ?? b;', ['const x = a && b;']],
    ['const x = a < b;', ['const x = a <= b;', 'const x = a >= b;']],
    ['const x = a === b;', ['const x = a !== b;']],
    ['throw new Error(m);', ['{}']],
    ['const f = () => [a];', ['const f = () => [];']],
    ["function f() { return 'a'; }", ["function f() { return ''; }"]],
    ['const x = true;', ['const x = false;']],
    ['const x = 5;', ['const x = 6;', 'const x = 4;']],
    ['const x = 0;', ['const x = 1;']],
    ['const x = !a;', ['const x = a;']],
    [
      'const f = (x) => (x ? -1 : 1);',
      ['const f = (x) => (!(x) ? -1 : 1);', 'const f = (x) => (x ? -0 : 1);', 'const f = (x) => (x ? -1 : 0);'],
    ],
    ['if (a) b(); else c();', ['if (!(a)) b(); else c();', 'if (a) {} else c();', 'if (a) b(); else {}']],
    ['const x = a ? b : c;', ['const x = !(a) ? b : c;']],
    ['const x = { ...a };', ['const x = {  };']],
  ])('changes %j in one place at a time', (text, expected) => {
    expect(changed(text).sort()).toEqual([...expected].sort());
  });

  it.each([
    "import { a } from './a.js';",
    'type A = 1 | true;',
    'interface A { b: false }',
    "const x = a + 'text';",
    'class A extends B { constructor() { super(); } }',
  ])('leaves alone %j', (text) => expect(changed(text)).toEqual([]));

  it('names line and change', () => {
    expect(tools.mutantsOf('\nconst x = true;')).toEqual([
      { start: 11, end: 15, replacement: 'false', form: 'expression', line: 2, name: 'true to false' },
    ]);
  });
});

describe('Equivalents', () => {
  const entries = [
    '# file\tline\tchanges\treason',
    "src/a.ts\treturn a + 'b';\t+ to -; 1 to 2\tno difference",
    'src/a.ts\tgone();\t*\tit is gone',
    '*\tyield;\t*\tothers have their turn',
  ];
  const reasonFor = (...args: Parameters<Equivalents['reasonFor']>): string | undefined =>
    new tools.Equivalents(`${entries.join('\n')}\n`).reasonFor(...args);

  it('explain the changes of a line of a file', () => {
    const line = "return a + 'b';";
    expect(['+ to -', '1 to 2', '2 to 1'].map((change) => reasonFor('src/a.ts', line, change))).toEqual([
      'no difference',
      'no difference',
      undefined,
    ]);
    expect([reasonFor('src/b.ts', line, '+ to -'), reasonFor('src/a.ts', 'other', '+ to -')]).toEqual([
      undefined,
      undefined,
    ]);
  });

  it('explain every change of a line, and a line of every file', () => {
    expect(reasonFor('src/a.ts', 'gone();', 'drop the statement')).toBe('it is gone');
    expect(reasonFor('src/any.ts', 'yield;', 'drop the statement')).toBe('others have their turn');
  });

  it('that fit no line of a file are stale', () => {
    const stale = new tools.Equivalents(entries.join('\n')).stale(new Map([['src/a.ts', "  return a + 'b';\n"]]));
    expect(stale.map(({ code }) => code)).toEqual(['gone();']);
  });

  it('of this repository fit a line of their files', async () => {
    const text = await readFile('tools/mutate/equivalent.tsv', 'utf8');
    const rows = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
    expect(rows.filter((row) => row.split('\t').length !== 4)).toEqual([]);
    const files = [...new Set(rows.map((row) => row.split('\t')[0]))].filter((file) => file !== '*');
    const sources = await Promise.all(files.map(async (file) => [file, await readFile(file, 'utf8')] as const));
    expect(new tools.Equivalents(text).stale(new Map(sources))).toEqual([]);
  });
});

describe('instrument()', () => {
  /** The a function body answers for inputs, or how it fails. */
  const answers = (body: string, isMutant = (_: number): boolean => false): unknown[] =>
    [-1, 0, 1, 2, 5].map((input) => {
      try {
        return new Function('a', '$m', body)(input, isMutant) as unknown;
      } catch (error) {
        return String(error);
      }
    });

  it.each([
    'if (a > 1) return 7; return a < 0 || a === 2 ? [a] : a + 1 - 2;',
    "if (!a) throw new Error('none'); else a = a ?? 3; return a && (a > 1 || false);",
    'const b = { x: true, ...(a ? { y: a } : {}) }; if (a >= 2) b.z = 4; else if (a) b.z = 9; return JSON.stringify(b);',
    "const f = (x) => `${x}!`; for (const i of [0, 1, 2]) if (i > 0) a = f(a); return a + 'z';",
  ])('turns on one change at a time: %s', (body) => {
    const mutants = tools.mutantsOf(`function f(a) {${body}}`).map((mutant, i) => ({
      ...mutant,
      id: i + 1,
      start: mutant.start - 'function f(a) {'.length,
      end: mutant.end - 'function f(a) {'.length,
    }));
    const switched = tools.instrument(body, mutants, './switch.mjs').replace(/^import .*?; /, '');
    expect(answers(switched)).toEqual(answers(body));
    for (const { id, start, end, replacement } of mutants) {
      const expected = answers(body.slice(0, start) + replacement + body.slice(end));
      expect(answers(switched, (asked) => asked === id)).toEqual(expected);
    }
  });

  it('imports the switch on the first line', () => {
    const [mutant] = tools.mutantsOf('const x = true;');
    expect(tools.instrument('const x = true;', [{ ...mutant, id: 3 }], '../s.mjs')).toBe(
      "import { isMutant as $m } from '../s.mjs'; const x = ($m(3) ? (false) : (true));",
    );
  });
});

describe('MutationRun', () => {
  const QUIET: RunReport = { print: () => {}, reachOf: () => 1 };

  it('tries each mutant until a spec notices it, those of loading last', async () => {
    const mutants: Tried[] = [1, 2, 3, 4].map((id) => ({ id, file: 'a.ts', specs: ['a.spec.ts', 'b.spec.ts'] }));
    const asked: [string, readonly number[]][] = [];
    const trials: Trials = {
      attempt: (spec, candidates) => {
        asked.push([spec, candidates]);
        const outcomes = spec === 'a.spec.ts' ? [[1, 'killed'] as const, [2, 'survived'] as const] : [];
        return Promise.resolve({ outcomes: new Map(outcomes), loaded: spec === 'b.spec.ts' ? [3] : [], failing: [] });
      },
      force: (specs, id) => Promise.resolve(specs.length === 1 && id === 3 ? 'killed' : 'survived'),
    };
    const run = new tools.MutationRun(mutants, trials, QUIET);
    await run.throughSpecs(({ specs }) => specs);
    await run.throughLoading();
    expect(asked).toEqual([
      ['a.spec.ts', [1, 2, 3, 4]],
      ['b.spec.ts', [2, 3, 4]],
    ]);
    expect(mutants.map(({ outcome }) => outcome)).toEqual(['killed', 'survived', 'killed', 'not executed']);
    expect(mutants.filter(({ isUnsettled }) => isUnsettled)).toEqual([]);
  });

  it('begins with the specs beside the sources, those that import least first', async () => {
    const reach = { 'src/a/x.spec.ts': 1, 'src/b/sub/x.spec.ts': 1, 'src/b/x.spec.ts': 9, 'src/b/y.spec.ts': 2 };
    const specs = Object.keys(reach);
    const report = { ...QUIET, reachOf: (spec: string) => reach[spec as keyof typeof reach] };
    const asked: string[] = [];
    const trials: Trials = {
      attempt: (spec) => {
        asked.push(spec);
        return Promise.resolve({ outcomes: new Map(), loaded: [], failing: [] });
      },
      force: () => Promise.resolve('survived'),
    };
    await new tools.MutationRun([{ id: 1, file: 'src/b/y.ts', specs }], trials, report).throughSpecs(() => specs);
    expect(asked).toEqual(['src/b/y.spec.ts', 'src/b/x.spec.ts', 'src/a/x.spec.ts', 'src/b/sub/x.spec.ts']);
  });

  it('leaves open what a spec would have said that does not run', async () => {
    const mutants: Tried[] = [
      { id: 1, file: 'a.ts', specs: ['a.spec.ts'] },
      { id: 2, file: 'b.ts', specs: ['b.spec.ts'] },
    ];
    const trials: Trials = {
      attempt: (spec) =>
        Promise.resolve(
          spec === 'b.spec.ts' ? { outcomes: new Map([[2, 'survived']]), loaded: [], failing: [] } : undefined,
        ),
      force: () => Promise.resolve('survived'),
    };
    await new tools.MutationRun(mutants, trials, QUIET).throughSpecs(({ specs }) => specs);
    expect(mutants.map(({ isUnsettled }) => isUnsettled)).toEqual([true, undefined]);
  });
});

describe('changedLines()', () => {
  it('reads the lines of the newer file', () => {
    const diff = '--- a\n+++ b\n@@ -1,2 +3,2 @@ x\n+a\n+b\n@@ -9 +10 @@\n+c\n@@ -12,2 +12,0 @@\n-d\n-e\n';
    expect([...tools.changedLines(diff)]).toEqual([3, 4, 10]);
  });
});

describe('spread()', () => {
  it('takes some from everywhere, or all', () => {
    expect(tools.spread([1, 2, 3, 4, 5, 6], 3)).toEqual([1, 3, 5]);
    expect(tools.spread([1, 2], 3)).toEqual([1, 2]);
  });
});

describe('suitesFor()', () => {
  it('names suites that are there, by folder', () => {
    expect(tools.suitesFor('src/authn/a.ts')).toContain('test/specification/credentials.int-spec.ts');
    expect(tools.suitesFor('src/authnx/a.ts')).toEqual([]);
  });
});

describe('ImportGraph.specsFor()', () => {
  it('answers the unit specs of the area that lead to a file', async () => {
    const files = {
      'src/a/one.ts': '',
      'src/a/two.ts': "import { x } from './one.js';",
      'src/a/one.spec.ts': "import { x } from './one.js';",
      'src/a/two.spec.ts': "import { x } from './two.js';",
      'src/a/other.spec.ts': '',
      'src/b/far.spec.ts': "import { x } from '../a/one.js';",
    };
    for (const [name, text] of Object.entries(files)) {
      await mkdir(join(directory, name, '..'), { recursive: true });
      await writeFile(join(directory, name), text);
    }
    const graph = new tools.ImportGraph(directory, ['src']);
    expect(graph.specsFor('src/a/one.ts')).toEqual(['src/a/one.spec.ts', 'src/a/two.spec.ts']);
    expect(graph.specsFor('src/a/two.ts')).toEqual(['src/a/two.spec.ts']);
  });
});

describe('broken requirements', () => {
  const table = (): Change[] =>
    tools.parseBroken(readFileSync(resolve('tools/mutate/broken-requirements.tsv'), 'utf8'));

  it('change code that each source has exactly once', () => {
    expect(table().length).toBeGreaterThan(5);
    for (const change of table()) {
      const text = readFileSync(resolve(change.file), 'utf8');
      expect(tools.broken(text, change)).not.toBe(text);
    }
  });

  it('are requirements with a test', async () => {
    const requirements = await readFile(resolve('test/specification/requirements.tsv'), 'utf8');
    const covered = new Set([...requirements.matchAll(/^(\S+)\t.*\tcovered$/gm)].map(([, id]) => id));
    expect(table().filter(({ id }) => !covered.has(id))).toEqual([]);
  });

  it('are rejected where a row is malformed, and where the source has the code twice or not at all', () => {
    expect(() => tools.parseBroken('A-1\ta.ts\tx')).toThrow('malformed change: A-1');
    expect(() => tools.parseBroken('A-1\ta.ts\tx\ty\tz')).toThrow('malformed change: A-1');
    const [change] = tools.parseBroken('# a comment\nA-1\ta.ts\tx;\\ny\tz');
    expect(tools.broken('a x;\ny b', change)).toBe('a z b');
    expect(() => tools.broken('x;\nyx;\ny', change)).toThrow('a.ts has the code of A-1 2 times');
    expect(() => tools.broken('', change)).toThrow('a.ts has the code of A-1 0 times');
  });

  it('are found in the names of tests that have their id', () => {
    const pattern = new RegExp(tools.namePattern('A-1'));
    const names = ['a [A-1]', 'b [B-1, A-1] and more', 'c [A-1, B-1]', 'd [A-11]', 'e [BA-1]', 'f A-1'];
    expect(names.filter((name) => pattern.test(name))).toEqual(names.slice(0, 3));
  });
});
