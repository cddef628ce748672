import { jest } from '@jest/globals';
import { PlainValues, type Storage, StorageError, type StoredValue } from '../../storage/index.js';
import { SqliteStorage } from '../../storage/sqlite/index.js';
import { StoredRangeAllocations } from './range-allocations.js';
import { RangeAllocator } from './range-allocator.js';

const KEY = '/registry/ranges/numbers';

let storage: SqliteStorage;

beforeEach(async () => {
  storage = await SqliteStorage.open({ directory: ':memory:' });
});
afterEach(async () => {
  jest.restoreAllMocks();
  await storage.close();
});

/** A range of eight numbers that is written by this process alone, in step with the store. */
async function open(held: readonly number[] = [], through: Storage = storage): Promise<RangeAllocator> {
  const range = new StoredRangeAllocations(through, new PlainValues()).open({ name: 'numbers', range: '0-7', size: 8 });
  await repair(range, held);
  return range;
}

async function repair(range: RangeAllocator, held: readonly number[]): Promise<boolean> {
  return range.repair({ since: await range.refresh(), held, isWhole: true });
}

async function take(range: RangeAllocator, ...numbers: readonly number[]): Promise<boolean> {
  for (const number of numbers) range.reserve(number);
  return range.store(numbers);
}

describe('what a RangeAllocator writes', () => {
  it.each<[string, (range: RangeAllocator) => Promise<unknown>, unknown]>([
    ['numbers to store', (range) => range.store([]), true],
    ['numbers to free', (range) => range.release([]), undefined],
    ['difference to repair', (range) => repair(range, [1]), true],
    ['number that is free', (range) => range.store([1]), false],
  ])('is nothing where there is no %s', async (_, act, answer) => {
    const range = await open([1]);
    const before = storage.currentRevision();
    expect(await act(range)).toBe(answer);
    expect(storage.currentRevision()).toBe(before);
  });

  it('follows the state that it knows, which it reads again when a race is lost', async () => {
    const [ours, theirs] = [await open(), await open()];
    const [get, update] = [jest.spyOn(storage, 'get'), jest.spyOn(storage, 'update')];
    await take(theirs, 1);
    expect([get.mock.calls.length, update.mock.calls.length]).toEqual([0, 1]);
    await take(ours, 2);
    expect([get.mock.calls.length, update.mock.calls.length]).toEqual([1, 3]);
    expect([1, 2].map((number) => ours.has(number))).toEqual([true, true]);
  });

  it('takes numbers in use before those that are asked for', async () => {
    const range = await open();
    const first = take(range, 0);
    // The first write is under way, and the next revision is its own.
    const since = storage.currentRevision() + 1;
    const asked = take(range, 1);
    const repaired = range.repair({ since, held: [1], isWhole: false });
    expect(await Promise.all([first, asked, repaired])).toEqual([true, false, true]);
  });
});

describe('a store that fails', () => {
  it('fails a write at once', async () => {
    const range = await open();
    const update = jest.spyOn(storage, 'update').mockRejectedValue(new StorageError('Unreachable', 'disk gone'));
    await expect(take(range, 1)).rejects.toThrow('the store cannot be used at the moment');
    expect(update).toHaveBeenCalledTimes(1);
  });
});

describe('StoredRangeAllocations', () => {
  it('knows the ranges that are open, by name', () => {
    const allocations = new StoredRangeAllocations(storage, new PlainValues());
    const range = allocations.open({ name: 'numbers', range: '0-7', size: 8 });
    expect([...allocations.ranges()]).toEqual([['numbers', range]]);
  });
});

describe('what a RangeAllocator knows', () => {
  it('has taken and reserved numbers off what is free', async () => {
    const range = await open([3, 4]);
    range.reserve(5);
    expect([range.size, range.free]).toEqual([8, 5]);
  });

  it('goes with the object in the store', async () => {
    const range = await open([3]);
    await storage.delete(KEY, (await storage.get(KEY))!.revision);
    expect([await range.refresh(), range.has(3)]).toEqual([0, false]);
  });

  it('is not replaced by a read that a write has overtaken', async () => {
    const range = await open();
    const overtaken = await storage.get(KEY);
    let answer = (_: StoredValue | undefined): void => {};
    jest.spyOn(storage, 'get').mockReturnValueOnce(new Promise((resolve) => (answer = resolve)));
    const refreshed = range.refresh();
    await take(range, 6);
    answer(overtaken);
    expect([await refreshed, range.has(6)]).toEqual([storage.currentRevision(), true]);
  });

  it.each<[string, (range: RangeAllocator) => unknown]>([
    ['given out', (range) => range.reserve(6)],
    ['freed', (range) => range.release([2])],
  ])('does not make a leak of a number seen once, when one was %s', async (_, act) => {
    await open([1, 2]);
    const range = await open([1, 2]);
    await act(range);
    await repair(range, [2]);
    expect(range.has(1)).toBe(true);
  });

  it('is counted under its name', () => {
    const note = jest.fn();
    const numbers = { name: 'numbers', range: '0-7', size: 8 };
    const range = new RangeAllocator(numbers, { storage, transformer: undefined }, { note });
    range.count('dynamic', false, 0.1);
    expect(note.mock.calls).toEqual([[numbers, { scope: 'dynamic', isGiven: false, seconds: 0.1 }]]);
    expect(range.range).toBe('0-7');
  });
});
