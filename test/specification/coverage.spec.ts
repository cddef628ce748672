import { pathToFileURL } from 'node:url';
import { resolve } from 'node:path';

interface Row {
  readonly id: string;
  readonly text: string;
  readonly state: string;
  readonly note: string;
}

interface Area {
  readonly title: string;
  readonly rows: readonly Row[];
}

type Proven = ReadonlyMap<string, { readonly passed: readonly string[]; readonly failed: readonly string[] }>;

interface Tools {
  specsWithIds(files: ReadonlyMap<string, string>, ids: ReadonlySet<string>): string[];
  specsWithId(files: ReadonlyMap<string, string>, id: string): string[];
  parseRequirements(text: string): Area[];
  idsIn(name: string): string[];
  provenBy(results: object): Proven;
  findFaults(areas: readonly Area[], proven: Proven): string[];
  updated(areas: readonly Area[], proven: Proven): Area[];
}

let tools: Tools;

beforeAll(async () => {
  const modules = ['requirements', 'named-requirements', 'coverage', 'specs-with-ids'].map(
    (name) => import(pathToFileURL(resolve(`tools/specification/${name}.mjs`)).href) as Promise<Partial<Tools>>,
  );
  tools = Object.assign({}, ...(await Promise.all(modules))) as Tools;
});

const row = (id: string, state: string, note = ''): string => `${id}\ta rule\t${state}\t${note}\n`;
const areasOf = (...rows: string[]): Area[] => tools.parseRequirements(`head\n# Area\n${rows.join('')}`);
const results = (...tests: [string, string][]): object => ({
  testResults: [{ assertionResults: tests.map(([fullName, status]) => ({ fullName, status })) }],
});
const faultsOf = (areas: Area[], ...tests: [string, string][]): string[] =>
  tools.findFaults(areas, tools.provenBy(results(...tests)));

describe('idsIn()', () => {
  it.each([
    ['a test [NAME-01]', ['NAME-01']],
    ['a group [A-1] a test [B-02, REMOVED-1.25-CronJob]', ['A-1', 'B-02', 'REMOVED-1.25-CronJob']],
    ['a test of items[0] and [a, b]', []],
    ['a test [NAME-01, and more]', []],
  ])('reads those in brackets alone: %#', (name, ids) => {
    expect(tools.idsIn(name)).toEqual(ids);
  });
});

describe('parseRequirements()', () => {
  it('refuses a row of no state, and an id that is there twice', () => {
    expect(() => areasOf(row('A-1', 'done'))).toThrow('malformed requirement: A-1');
    expect(() => areasOf(row('A-1', 'open'), row('A-1', 'open'))).toThrow('requirement A-1 is listed twice');
  });
});

describe('notes', () => {
  it('name what is missing of a partial requirement, and stand at no covered one', () => {
    expect(() => areasOf(row('A-1', 'partial'))).toThrow('partial requirement without a note: A-1');
    expect(() => areasOf(row('A-1', 'covered', 'in part'))).toThrow('covered requirement with a note: A-1');
    expect(areasOf(row('A-1', 'partial', 'no scale'))[0].rows[0].note).toBe('no scale');
  });
});

describe('findFaults()', () => {
  it('finds nothing wrong where what is covered is proven', () => {
    expect(faultsOf(areasOf(row('A-1', 'covered'), row('A-2', 'open')), ['x [A-1]', 'passed'])).toEqual([]);
  });

  it.each<[string, string, [string, string][], string]>([
    ['lost its test', 'covered', [], 'A-1: no passing test names it any more (a rule)'],
    ['lost the test of a part', 'partial', [], 'A-1: no passing test names it any more (a rule)'],
    ['has a test that is skipped', 'covered', [['x [A-1]', 'pending']], 'A-1: no passing test names it any more'],
    ['has a test that fails', 'covered', [['x [A-1]', 'failed']], 'A-1: its test fails: x [A-1]'],
    ['is proven unnoticed', 'unbuilt', [['x [A-1]', 'passed']], 'A-1: a test proves it, but it is listed as unbuilt'],
  ])('names a requirement that %s', (_what, state, tests, fault) => {
    expect(faultsOf(areasOf(row('A-1', state, state === 'partial' ? 'a part' : '')), ...tests)).toContainEqual(
      expect.stringContaining(fault),
    );
  });

  it('names an id that nobody knows', () => {
    expect(faultsOf(areasOf(row('A-1', 'unbuilt')), ['x [B-7]', 'passed'])).toEqual([
      'B-7: a test names it, but there is no such requirement',
    ]);
  });

  it('names a test of more than three requirements once', () => {
    const rows = ['A-1', 'A-2', 'A-3', 'A-4'].map((id) => row(id, 'covered'));
    const [three, four] = ['three [A-1, A-2, A-3]', 'four [A-1, A-2, A-3, A-4]'];
    expect(faultsOf(areasOf(...rows), [three, 'passed'], [four, 'passed'])).toEqual([
      `a test names more than 3 requirements: ${four}`,
    ]);
  });

  it('names an area that has something to show and shows nothing [GEN-01]', () => {
    expect(faultsOf(areasOf(row('A-1', 'open')))).toEqual(['Area: nothing of this area is covered; write a test']);
    expect(faultsOf(areasOf(row('A-1', 'unbuilt'), row('A-2', 'untestable')))).toEqual([]);
  });
});

describe('updated()', () => {
  it('marks what is proven, and takes back what is no longer', () => {
    const proven = tools.provenBy(results(['x [A-1]', 'passed'], ['y [A-2]', 'passed'], ['z [A-2]', 'failed']));
    const rows = tools.updated(areasOf(row('A-1', 'open'), row('A-2', 'covered'), row('A-3', 'covered')), proven)[0]
      .rows;
    expect(rows.map(({ state }) => state)).toEqual(['covered', 'open', 'open']);
  });

  it('leaves what is partial partial while a test shows it, and drops notes of what is covered', () => {
    const areas = areasOf(
      row('A-1', 'partial', 'no scale'),
      row('A-2', 'unbuilt', 'later'),
      row('A-3', 'partial', 'x'),
    );
    const rows = tools.updated(areas, tools.provenBy(results(['x [A-1]', 'passed'], ['y [A-2]', 'passed'])))[0].rows;
    expect(rows.map(({ state, note }) => [state, note])).toEqual([
      ['partial', 'no scale'],
      ['covered', ''],
      ['open', 'x'],
    ]);
  });
});

describe('specsWithId()', () => {
  it.each([
    ['the id', "it('does [SSA-01]')", true],
    ['the beginning of one that a template completes', 'const id = `SSA-${number}`;', true],
    ['another id of the area', "it('does [SSA-02]')", false],
  ])('looks into specs for %s', (_, text, isFound) => {
    expect(tools.specsWithId(new Map([['src/a.spec.ts', text]]), 'SSA-01')).toEqual(isFound ? ['src/a.spec.ts'] : []);
  });
});

describe('specsWithIds()', () => {
  const ids = new Set(['SSA-01', 'REMOVED-1.22-RBAC']);
  const specs = (files: Record<string, string>): string[] => tools.specsWithIds(new Map(Object.entries(files)), ids);

  it.each([
    ['an id', "it('does [SSA-01]')", true],
    ['an id that a template completes', 'const id = `REMOVED-${release}`;', true],
    ['an id that a table completes', "['is gone [REMOVED-%s]']", true],
    ['an id of something else', "it('does [OTHER-01]')", false],
    ['the name of an area alone', "it('is about SSA')", false],
  ])('looks into specs for %s', (_, text, isFound) => {
    expect(specs({ 'src/a.spec.ts': text })).toEqual(isFound ? ['src/a.spec.ts'] : []);
  });

  it('finds the specs that take ids from contracts and tables, however far', () => {
    const files = {
      'test/integration/a.int-spec.ts': "import { run } from '../contract/run.contract.js';",
      'test/contract/run.contract.ts': "import './table.js';\nexport * from './run.contract.js';",
      'test/contract/table.ts': "export const ids = 'SSA-01';",
      'test/integration/b.int-spec.ts': "import { x } from './a.int-spec.js';",
      'test/integration/c.int-spec.ts': "import { startTestServer } from '../support/start-test-server.js';",
    };
    expect(specs(files)).toEqual(['test/integration/a.int-spec.ts']);
  });
});
