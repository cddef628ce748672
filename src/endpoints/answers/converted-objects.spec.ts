import type { ApiObject, MaybePromise } from '../../apimachinery/index.js';
import { turns } from '../../observability/index.js';
import type { ReadableResource } from '../../plugin-host/index.js';
import type { CacheEntry } from '../../storage/index.js';
import { ConvertedObjects } from './converted-objects.js';

const entriesOf = (count: number): CacheEntry[] =>
  Array.from({ length: count }, (_, i) => ({ key: String(i) })) as CacheEntry[];
const here = (): boolean => false;

describe('ConvertedObjects', () => {
  let batches: number[];
  let convert: (objects: ApiObject[]) => MaybePromise<ApiObject[]>;

  const objectsOf = (conversionBatch: number, conversionMayWait = false): ConvertedObjects => {
    const fromStored = (objects: ApiObject[]): MaybePromise<ApiObject[]> => {
      batches.push(objects.length);
      return convert(objects);
    };
    return new ConvertedObjects({
      codec: { decode: ({ key }: CacheEntry) => ({ kind: `stored ${key}` }) },
      kind: { fromStored, conversionBatch, conversionMayWait },
      version: { type: { decode: (object: ApiObject) => object } },
    } as unknown as ReadableResource);
  };

  beforeEach(() => {
    batches = [];
    convert = (objects) => objects.map(({ kind }) => ({ kind: `shown ${kind}` }) as ApiObject);
  });

  it('passes on objects in batches, each as it is stored and as it is shown', async () => {
    const taken: string[] = [];
    await objectsOf(2).each(entriesOf(4), here, ({ key }, { stored, shown }) => {
      taken.push(`${key}: ${stored.kind}, ${shown.kind}`);
    });
    expect(taken).toEqual([0, 1, 2, 3].map((key) => `${key}: stored ${key}, shown stored ${key}`));
    expect(batches).toEqual([2, 2]);
  });

  it('lets others work between batches of turns that are over, and only then', async () => {
    let rounds = 0;
    convert = (objects) => {
      setImmediate(() => (rounds += 1));
      while (!turns.isOver());
      return objects;
    };
    await objectsOf(1).each(entriesOf(4), here, () => {});
    expect(rounds).toBeGreaterThanOrEqual(3);
  });

  it('converts no more when its client is gone', async () => {
    const sending = objectsOf(1).each(
      entriesOf(4),
      () => batches.length === 2,
      () => {},
    );
    await expect(sending).rejects.toThrow('the client is gone');
    expect(batches).toEqual([1, 1]);
  });

  it('keeps objects whose conversion may wait, and converts others again when they are reached', async () => {
    for (const [mayWait, converted] of [
      [true, [3]],
      [false, [3, 1, 1, 1]],
    ] as const) {
      batches = [];
      const all = await objectsOf(3, mayWait).all(entriesOf(3), here);
      expect([...all].map(({ shown }) => shown.kind)).toEqual([0, 1, 2].map((key) => `shown stored ${key}`));
      expect(batches).toEqual(converted);
    }
  });

  it('refuses to wait for one whose kind does not say that it may', () => {
    convert = (objects) => Promise.resolve(objects);
    expect(() => objectsOf(1).at(entriesOf(1)[0])).toThrow('a conversion waits whose kind does not say so');
  });
});
