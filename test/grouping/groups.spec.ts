import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

interface Tools {
  groupsOf(paths: readonly string[]): string[][];
  declareGrouped(files: readonly [name: string, load: () => unknown][]): Promise<void>;
}

const NAMES = ['beforeAll', 'afterAll', 'beforeEach', 'afterEach', 'describe', 'it', 'test'] as const;
const globals = globalThis as unknown as Record<string, unknown>;
const originals = { ...Object.fromEntries(NAMES.map((name) => [name, globals[name]])) };

let tools: Tools;

beforeAll(async () => {
  const paths = ['groups', 'grouped'].map((name) => pathToFileURL(resolve(`tools/test/${name}.mjs`)).href);
  const [groups, grouped] = (await Promise.all(paths.map((path) => import(path)))) as [Tools, Tools];
  tools = { groupsOf: groups.groupsOf, declareGrouped: grouped.declareGrouped };
});

describe('groups of test files', () => {
  it.each([
    ['spec', 32],
    ['int-spec', 10],
    ['e2e-spec', 10],
  ])('have each *.%s.ts once, and at most %i', (suffix, most) => {
    for (const count of [0, 1, most, most + 1, 100]) {
      const paths = Array.from({ length: count }, (_, index) => `file-${String(index).padStart(3, '0')}.${suffix}.ts`);
      const groups = tools.groupsOf(paths);
      expect(groups.flat().sort()).toEqual(paths);
      expect(groups).toHaveLength(Math.ceil(count / most));
      expect(Math.max(0, ...groups.map(({ length }) => length))).toBeLessThanOrEqual(most);
    }
  });

  it('of exchanges start before those of units, however long their files are', async () => {
    const { default: Sequencer } = (await import(pathToFileURL(resolve('tools/test/sequencer.mjs')).href)) as {
      default: new () => { sort(tests: object[]): { path: string }[] };
    };
    const sizes = { 'units-3': 900, 'exchanges-1': 100, 'units-4': 800, 'exchanges-2': 200 };
    const context = { config: { cacheDirectory: '', id: '', name: '' }, hasteFS: { getSize: sizeOf } };
    const tests = Object.keys(sizes).map((name) => ({ path: `/a/${name}.group.mjs`, context }));
    function sizeOf(path: string): number {
      return sizes[/(\w+-\d)\.group/.exec(path)![1] as keyof typeof sizes];
    }
    const order = new Sequencer().sort(tests).map(({ path }) => path);
    expect(order).toEqual(['exchanges-2', 'exchanges-1', 'units-3', 'units-4'].map((name) => `/a/${name}.group.mjs`));
  });

  it('keep what files declare apart', async () => {
    expect(await declared([first, second])).toEqual([
      'describe one.spec.ts',
      '  beforeAll',
      '  describe a',
      '    beforeEach',
      '    it works',
      '  each 1',
      'describe two.spec.ts',
      '  it stands at the top',
      '  skipped late',
    ]);
  });

  it('report a file that cannot be loaded as a failed test, and go on', async () => {
    const broken = () => Promise.reject(new Error('unknown import'));
    expect(await declared([broken, second])).toEqual([
      'describe one.spec.ts',
      '  it is loaded: unknown import',
      'describe two.spec.ts',
      '  it stands at the top',
      '  skipped late',
    ]);
  });
});

type Declare = (...args: unknown[]) => void;

const called = (name: string) => globals[name] as Declare & { each: (...table: unknown[]) => Declare; skip: Declare };

/** Loads in a later turn, as modules do. */
async function first() {
  await Promise.resolve();
  called('beforeAll')();
  called('describe')('a', () => {
    called('beforeEach')();
    called('it')('works');
  });
  called('it').each([1])('each');
}

async function second() {
  await Promise.resolve();
  called('it')('stands at the top');
  called('test').skip('late');
}

/** Returns the calls that reach Jest, indented by the block they are made in. */
async function declared(loads: (() => unknown)[]): Promise<string[]> {
  const lines: string[] = [];
  let depth = 0;
  const line = (text: string) => lines.push(`${'  '.repeat(depth)}${text}`);
  const test: Declare = (name, run) => line(`it ${String(name)}${run === undefined ? '' : `: ${messageOf(run)}`}`);
  const each = (table: unknown[]) => () => line(`each ${table.join()}`);
  const skip: Declare = (name) => line(`skipped ${String(name)}`);
  const describe: Declare = (name, declare) => {
    line(`describe ${String(name)}`);
    depth++;
    (declare as () => void)();
    depth--;
  };
  for (const name of NAMES) globals[name] = () => line(name);
  globals.describe = describe;
  globals.it = Object.assign(test, { each });
  globals.test = Object.assign(() => undefined, { skip });
  try {
    await tools.declareGrouped(loads.map((load, index) => [['one.spec.ts', 'two.spec.ts'][index] ?? '', load]));
  } finally {
    Object.assign(globals, originals);
  }
  return lines;
}

function messageOf(run: unknown): string {
  try {
    return String((run as () => unknown)());
  } catch (error) {
    return (error as Error).message;
  }
}
