import { jest } from '@jest/globals';
import { performance } from 'node:perf_hooks';
import { collectGarbage, collectWhenQuiet, shrinkWhenQuiet } from './garbage-collection.js';

/** Something large, and whether it was collected. */
function garbage(): WeakRef<object> {
  return new WeakRef(new Array(100_000).fill(0));
}

/** References are followed until the end of a turn. */
const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('collectGarbage', () => {
  it('collects what nothing refers to', async () => {
    const dropped = garbage();
    await nextTurn();
    collectGarbage();
    expect(dropped.deref()).toBeUndefined();
  });
});

/** Has the process work for these shares of its time between looks, and the last of them from then on. */
function work(...shares: number[]): void {
  let look = 0;
  jest.spyOn(performance, 'eventLoopUtilization').mockImplementation((since) => ({
    idle: 0,
    active: 0,
    utilization: since ? (shares[look++] ?? shares.at(-1)!) : 0,
  }));
}

function fakeTimers(): void {
  beforeEach(() => {
    jest.useFakeTimers({ doNotFake: ['setImmediate', 'performance'] });
  });

  afterEach(() => {
    jest.useRealTimers();
    jest.restoreAllMocks();
  });
}

describe('collectWhenQuiet', () => {
  fakeTimers();

  it('collects in the first quiet second, once', async () => {
    work(0.9, 0.06, 0.01);
    const dropped = garbage();
    await nextTurn();
    collectWhenQuiet(Infinity);
    jest.advanceTimersByTime(2_000);
    expect(dropped.deref()).toBeDefined();
    await nextTurn();
    jest.advanceTimersByTime(1_000);
    expect(dropped.deref()).toBeUndefined();
    expect(jest.getTimerCount()).toBe(0);
  });

  it('leaves a large heap alone', async () => {
    work(0.01);
    const dropped = garbage();
    await nextTurn();
    collectWhenQuiet(1);
    jest.advanceTimersByTime(1_000);
    expect(dropped.deref()).toBeDefined();
    expect(jest.getTimerCount()).toBe(0);
  });

  it('gives up after a minute of work', () => {
    work(0.9);
    collectWhenQuiet();
    jest.advanceTimersByTime(59_000);
    expect(jest.getTimerCount()).toBe(1);
    jest.advanceTimersByTime(1_000);
    expect(jest.getTimerCount()).toBe(0);
  });
});

describe('shrinkWhenQuiet', () => {
  fakeTimers();

  const MB = 1e6;

  /** The looks, one every six seconds, at which a young generation of these sizes in MB is collected; the last size stays. */
  function collectionsAt(...sizes: number[]): number[] {
    const collections: number[] = [];
    let look = 0;
    const size = (): number => (sizes[look] ?? sizes.at(-1)!) * MB;
    shrinkWhenQuiet({ size, collect: () => collections.push(look) });
    for (; look < 20; look++) jest.advanceTimersByTime(6_000);
    return collections;
  }

  it('collects as often as it takes, three times at most', () => {
    work(0.5, 0.05, 0.04, 0.01);
    expect(collectionsAt(33)).toEqual([2, 3, 4]);
  });

  it('ends when the young generation is small', () => {
    work(0);
    expect(collectionsAt(33, 4.1, 4)).toEqual([0, 1]);
  });

  it('begins again after each work', () => {
    work(0, 0, 0, 0, 0.05, 0, 0.05, 0);
    expect(collectionsAt(33)).toEqual([0, 1, 2, 5, 7, 8, 9]);
  });
});
