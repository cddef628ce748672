import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

interface Sequencer {
  sort(tests: object[]): { path: string }[];
}

const tool = async <T>(name: string): Promise<T> => (await import(pathToFileURL(resolve(name)).href)) as T;
const { default: SlowFirst } = await tool<{ default: new () => Sequencer }>('tools/test/sequencer.mjs');

describe('The order of test files', () => {
  it('has those of whole servers first, and the largest first among those of a kind', () => {
    const sizes = {
      'a.spec.ts': 900,
      'b.int-spec.ts': 100,
      'c.spec.ts': 950,
      'd.int-spec.ts': 200,
      'e.e2e-spec.ts': 10,
    };
    const context = { config: { cacheDirectory: '', id: '', name: '' }, hasteFS: { getSize: sizeOf } };
    function sizeOf(path: string): number {
      return sizes[path.slice(1) as keyof typeof sizes];
    }
    const tests = Object.keys(sizes).map((name) => ({ path: `/${name}`, context }));
    const order = new SlowFirst().sort(tests).map(({ path }) => path.slice(1));
    expect(order).toEqual(['e.e2e-spec.ts', 'd.int-spec.ts', 'b.int-spec.ts', 'c.spec.ts', 'a.spec.ts']);
  });
});
