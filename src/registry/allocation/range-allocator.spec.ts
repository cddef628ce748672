import fc from 'fast-check';
import { SharedStorage } from '../../../test/support/storage-shared.js';
import { PlainValues, type Storage } from '../../storage/index.js';
import { SqliteStorage } from '../../storage/sqlite/index.js';
import { StoredRangeAllocations } from './range-allocations.js';
import type { RangeAllocator } from './range-allocator.js';

const KEY = '/registry/ranges/numbers';

let storage: SqliteStorage;

beforeEach(async () => {
  storage = await SqliteStorage.open({ directory: ':memory:' });
});
afterEach(() => storage.close());

/** One process's view of the range, in step with the store and without held numbers by default. */
async function open(
  size: number,
  held: readonly number[] = [],
  through: Storage = new SharedStorage(storage),
): Promise<RangeAllocator> {
  const allocations = new StoredRangeAllocations(through, new PlainValues());
  const range = allocations.open({ name: 'numbers', range: `0-${size - 1}`, size });
  await repair(range, held);
  return range;
}

async function repair(range: RangeAllocator, held: readonly number[], isWhole = true): Promise<void> {
  while (!(await range.repair({ since: await range.refresh(), held, isWhole })));
}

/** Takes one number; undefined when all are taken, as far as the process knows after looking. */
async function takeAny(range: RangeAllocator): Promise<number | undefined> {
  for (;;) {
    let number = 0;
    while (number < range.size && !range.reserve(number)) number++;
    if (number === range.size) return undefined;
    if (await range.store([number])) return number;
  }
}

describe('RangeAllocator', () => {
  it('keeps what is taken as an object like that of the reference', async () => {
    const range = await open(16);
    range.reserve(0);
    range.reserve(9);
    await range.store([0, 9]);
    expect(JSON.parse((await storage.get(KEY))!.value.toString())).toEqual({
      kind: 'RangeAllocation',
      apiVersion: 'v1',
      metadata: { creationTimestamp: null },
      range: '0-15',
      data: 'AgE=',
    });
  });

  it('reserves a number once until it is cancelled or freed', async () => {
    const range = await open(4);
    expect([range.reserve(1), range.reserve(1), range.free]).toEqual([true, false, 3]);
    range.cancel([1]);
    expect(range.reserve(1)).toBe(true);
    expect(await range.store([1])).toBe(true);
    expect(range.reserve(1)).toBe(false);
    await range.release([1]);
    expect([range.reserve(1), range.free]).toEqual([true, 3]);
  });

  it('stores what waits at one time in one write', async () => {
    const range = await open(200);
    const before = storage.currentRevision();
    const numbers = Array.from({ length: 100 }, (_, i) => i);
    expect(numbers.every((number) => range.reserve(number))).toBe(true);
    const outcomes = await Promise.all(numbers.map((number) => range.store([number])));
    expect(outcomes.every(Boolean)).toBe(true);
    expect(storage.currentRevision() - before).toBeLessThan(5);
  });

  it('takes all of several numbers or none', async () => {
    const [ours, theirs] = [await open(8), await open(8)];
    theirs.reserve(3);
    await theirs.store([3]);
    expect([ours.reserve(2), ours.reserve(3)]).toEqual([true, true]);
    expect(await ours.store([2, 3])).toBe(false);
    expect([ours.has(2), ours.has(3)]).toEqual([false, true]);
  });

  it('gives no number twice, however many processes draw at the same time', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(2), { minLength: 1, maxLength: 40 }), async (drawers) => {
        await storage.close();
        storage = await SqliteStorage.open({ directory: ':memory:' });
        const processes = [await open(30), await open(30), await open(30)];
        const drawn = await Promise.all(drawers.map((i) => takeAny(processes[i]!)));
        const numbers = drawn.filter((number) => number !== undefined);
        expect(new Set(numbers).size).toBe(numbers.length);
        expect(numbers).toHaveLength(Math.min(drawers.length, 30));
      }),
      { numRuns: 30 },
    );
  });

  it('loses nothing while numbers are taken and freed by several processes', async () => {
    const processes = [await open(64), await open(64)];
    const work = async (range: RangeAllocator): Promise<number[]> => {
      const kept: number[] = [];
      for (let i = 0; i < 20; i++) {
        const number = (await takeAny(range))!;
        if (i % 2) await range.release([number]);
        else kept.push(number);
      }
      return kept;
    };
    const kept = (await Promise.all(processes.map(work))).flat();
    const witness = await open(64, kept);
    const taken = Array.from({ length: 64 }, (_, i) => i).filter((number) => witness.has(number));
    expect(taken).toEqual(kept.toSorted((a, b) => a - b));
  });
});

describe('RangeAllocator.repair()', () => {
  it.each([
    ['that is not there', undefined],
    ['that cannot be read', '{"kind":'],
    ['of another range', '{"kind":"RangeAllocation","range":"0-99","data":"/w=="}'],
  ])('starts again with the held numbers over an object %s', async (_title, value) => {
    if (value !== undefined) await storage.create(KEY, Buffer.from(value));
    const range = await open(4, [2]);
    expect([0, 1, 2, 3].map((number) => range.has(number))).toEqual([false, false, true, false]);
  });

  it('is required first: nothing is allocated on a store without a valid object', async () => {
    const allocations = new StoredRangeAllocations(storage, new PlainValues());
    const range = allocations.open({ name: 'numbers', range: '0-3', size: 4 });
    range.reserve(1);
    await expect(range.store([1])).rejects.toThrow('cannot be changed at the moment');
    expect(range.has(1)).toBe(false);
  });

  it('frees what nobody holds when it was seen three times in a row', async () => {
    const range = await open(4);
    range.reserve(1);
    await range.store([1]);
    await repair(range, []);
    await repair(range, []);
    await repair(range, [1]);
    await repair(range, []);
    await repair(range, []);
    expect(range.has(1)).toBe(true);
    await repair(range, []);
    expect(range.has(1)).toBe(false);
  });

  it('frees what a crash has left at once, where nobody else writes and nothing has been given out yet', async () => {
    const crashed = await open(4);
    crashed.reserve(1);
    await crashed.store([1]);
    const range = await open(4, [2], storage);
    expect([0, 1, 2, 3].map((number) => range.has(number))).toEqual([false, false, true, false]);
  });

  it('frees nothing at once where others may be writing', async () => {
    const crashed = await open(4);
    crashed.reserve(1);
    await crashed.store([1]);
    expect((await open(4)).has(1)).toBe(true);
  });

  it('frees nothing while not all holders can be read', async () => {
    const range = await open(4);
    range.reserve(1);
    await range.store([1]);
    for (let i = 0; i < 5; i++) await repair(range, [], false);
    expect(range.has(1)).toBe(true);
  });

  it('changes nothing when the range has changed since it was looked at', async () => {
    const [range, other] = [await open(4), await open(4)];
    const since = await range.refresh();
    other.reserve(3);
    await other.store([3]);
    expect(await range.repair({ since, held: [1], isWhole: true })).toBe(false);
    expect([range.has(1), range.has(3)]).toEqual([false, true]);
  });
});
