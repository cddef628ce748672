import { jest } from '@jest/globals';
import { performance } from 'node:perf_hooks';
import { collectGarbage, collectWhenQuiet } from './garbage-collection.js';

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

describe('collectWhenQuiet', () => {
  beforeEach(() => {
    jest.useFakeTimers({ doNotFake: ['setImmediate', 'performance'] });
  });

  afterEach(() => {
    jest.useRealTimers();
    jest.restoreAllMocks();
  });

  /** Has the process work for these shares of the seconds to come, and the last of them from then on. */
  function work(...shares: number[]): void {
    let look = 0;
    jest.spyOn(performance, 'eventLoopUtilization').mockImplementation((since) => ({
      idle: 0,
      active: 0,
      utilization: since ? (shares[look++] ?? shares.at(-1)!) : 0,
    }));
  }

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
