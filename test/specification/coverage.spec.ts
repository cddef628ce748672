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
  parseRequirements(text: string): Area[];
  idsIn(name: string): string[];
  provenBy(results: object): Proven;
  findFaults(areas: readonly Area[], proven: Proven): string[];
  updated(areas: readonly Area[], proven: Proven): Area[];
}

let tools: Tools;

beforeAll(async () => {
  const modules = ['requirements', 'named-requirements', 'coverage'].map(
    (name) => import(pathToFileURL(resolve(`tools/specification/${name}.mjs`)).href) as Promise<Partial<Tools>>,
  );
  tools = Object.assign({}, ...(await Promise.all(modules))) as Tools;
});

const row = (id: string, state: string): string => `${id}\ta rule\t${state}\n`;
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

describe('findFaults()', () => {
  it('finds nothing wrong where what is covered is proven', () => {
    expect(faultsOf(areasOf(row('A-1', 'covered'), row('A-2', 'open')), ['x [A-1]', 'passed'])).toEqual([]);
  });

  it.each<[string, string, [string, string][], string]>([
    ['lost its test', 'covered', [], 'A-1: no passing test names it any more (a rule)'],
    ['has a test that is skipped', 'covered', [['x [A-1]', 'pending']], 'A-1: no passing test names it any more'],
    ['has a test that fails', 'covered', [['x [A-1]', 'failed']], 'A-1: its test fails: x [A-1]'],
    ['is proven unnoticed', 'unbuilt', [['x [A-1]', 'passed']], 'A-1: a test proves it, but it is listed as unbuilt'],
  ])('names a requirement that %s', (_what, state, tests, fault) => {
    expect(faultsOf(areasOf(row('A-1', state)), ...tests)).toContainEqual(expect.stringContaining(fault));
  });

  it('names an id that nobody knows', () => {
    expect(faultsOf(areasOf(row('A-1', 'unbuilt')), ['x [B-7]', 'passed'])).toEqual([
      'B-7: a test names it, but there is no such requirement',
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
});
