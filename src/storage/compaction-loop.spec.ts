import { jest } from '@jest/globals';
import { FakeClock } from '../testing/fake-clock.js';
import { MemoryStorage } from '../testing/store/memory-storage.js';
import { CompactionLoops } from './compaction-loops.js';
import { CompactionLoop } from './index.js';
import { SqliteStorage } from './sqlite/index.js';

/** How many timers a function begins. */
async function timersOf(begin: () => Promise<void>): Promise<number> {
  const { setInterval } = globalThis;
  let begun = 0;
  globalThis.setInterval = ((...args: Parameters<typeof setInterval>) => {
    begun++;
    return setInterval(...args);
  }) as typeof setInterval;
  await begin().finally(() => (globalThis.setInterval = setInterval));
  return begun;
}

describe('CompactionLoop.run()', () => {
  let storage: SqliteStorage;
  let now: number;
  const write = async (): Promise<number> => storage.create(`/r/${now}`, Buffer.from('x'));

  beforeEach(async () => {
    now = 0;
    storage = await SqliteStorage.open({ directory: ':memory:' });
  });
  afterEach(async () => storage.close());

  it('keeps the history of the retention and gives up what is older [LIM-01]', async () => {
    const loop = new CompactionLoop(storage, { retentionMs: 300, now: () => now });
    const revisions: number[] = [];
    for (; now <= 400; now += 100) {
      revisions.push(await write());
      await loop.run();
    }
    expect(await storage.compactedRevision()).toBe(revisions[1]);
  });

  it.each([
    [300_000, 60_000],
    [20_000, 20_000],
    [10, 1000],
  ])('runs for a retention of %d ms every %d ms', async (retentionMs, expected) => {
    const spy = jest.spyOn(globalThis, 'setInterval');
    const loop = new CompactionLoop(storage, { retentionMs });
    loop.start();
    const intervals = spy.mock.calls.map(([, interval]) => interval);
    spy.mockRestore();
    await loop.stop();
    expect(intervals).toEqual([expected]);
  });

  it('leaves the store to the leader, and reports how far it may compact', async () => {
    let isLeader = false;
    const forgotten: number[] = [];
    const onCompacted = (revision: number): unknown => forgotten.push(revision);
    const loop = new CompactionLoop(storage, {
      retentionMs: 300,
      now: () => now,
      onCompacted,
      isLeader: () => isLeader,
    });
    const revisions: number[] = [];
    for (; now <= 400; now += 100) {
      revisions.push(await write());
      await loop.run();
    }
    expect([await storage.compactedRevision(), ...forgotten]).toEqual([0, revisions[0], revisions[1]]);
    isLeader = true;
    await loop.run();
    now += 100;
    await loop.run();
    expect(await storage.compactedRevision()).toBe(revisions[3]);
  });

  it('compacts nothing before the retention has passed [LIM-01]', async () => {
    const loop = new CompactionLoop(storage, { retentionMs: 300, now: () => now });
    await write();
    await loop.run();
    now = 299;
    await loop.run();
    expect(await storage.compactedRevision()).toBe(0);
  });

  it('keeps five minutes where nothing is said [LIM-01]', async () => {
    const loop = new CompactionLoop(storage, { now: () => now });
    const revision = await write();
    await loop.run();
    now = 299_999;
    await loop.run();
    expect(await storage.compactedRevision()).toBe(0);
    now = 300_000;
    await loop.run();
    expect(await storage.compactedRevision()).toBe(revision);
  });

  it('reports its progress', async () => {
    const told: number[] = [];
    const loop = new CompactionLoop(storage, { retentionMs: 1, now: () => now, onCompacted: (r) => told.push(r) });
    const revision = await write();
    await loop.run();
    now = 1;
    await loop.run();
    expect(told).toEqual([revision]);
    await loop.run();
    expect(told).toEqual([revision]);
  });

  it('does not begin where all history is to stay', async () => {
    const timersWith = (retentionMs: number): Promise<number> =>
      timersOf(async () => {
        const loop = new CompactionLoop(storage, { retentionMs });
        loop.start();
        const { timer } = loop as unknown as { timer: NodeJS.Timeout | undefined };
        // It does not keep the process alive.
        expect(timer?.hasRef() ?? false).toBe(false);
        await loop.stop();
      });
    expect(await timersWith(1)).toBe(1);
    expect(await timersWith(0)).toBe(0);
  });

  it('reports a failure and makes up for it', async () => {
    const errors: unknown[] = [];
    const loop = new CompactionLoop(storage, {
      retentionMs: 0,
      now: () => now,
      onError: (error) => errors.push(error),
    });
    const compact = storage.compact.bind(storage);
    storage.compact = () => Promise.reject(new Error('disk full'));
    await write();
    await loop.run();
    storage.compact = compact;
    now = 1;
    const revision = await write();
    await loop.run();
    expect(errors).toHaveLength(1);
    expect(await storage.compactedRevision()).toBe(revision);
  });
});

describe('CompactionLoop.start()', () => {
  let storage: MemoryStorage;
  let asked: number;

  beforeEach(() => {
    jest.useFakeTimers();
    storage = new MemoryStorage(new FakeClock());
    asked = 0;
    storage.currentRevision = () => ++asked;
  });
  afterEach(() => void jest.useRealTimers());

  it('does a round every minute where nothing is said, by a clock of its own', async () => {
    const compacted: number[] = [];
    storage.compact = (revision) => Promise.resolve(void compacted.push(revision));
    const loop = new CompactionLoop(storage);
    loop.start();
    loop.start();
    await jest.advanceTimersByTimeAsync(59_999);
    expect(asked).toBe(0);
    await jest.advanceTimersByTimeAsync(1);
    expect(asked).toBe(1);
    await jest.advanceTimersByTimeAsync(5 * 60_000);
    expect([asked, compacted]).toEqual([6, [1]]);
    await loop.stop();
    expect(jest.getTimerCount()).toBe(0);
  });

  it('joins a round that is under way, and waits for it at the end', async () => {
    let open: () => void = () => {};
    const compacting = new Promise<void>((resolve) => (open = resolve));
    let rounds = 0;
    storage.compact = () => (rounds++, compacting);
    const loop = new CompactionLoop(storage, { retentionMs: 1, intervalMs: 10 });
    loop.start();
    await jest.advanceTimersByTimeAsync(50);
    expect(rounds).toBe(1);
    const order: string[] = [];
    const stopping = loop.stop().then(() => order.push('stopped'));
    await jest.advanceTimersByTimeAsync(50);
    order.push('compacted');
    open();
    await stopping;
    expect(order).toEqual(['compacted', 'stopped']);
  });

  it('survives a failure that nobody hears of', async () => {
    storage.compact = () => Promise.reject(new Error('disk full'));
    const loop = new CompactionLoop(storage, { retentionMs: 0 });
    await expect(loop.run()).resolves.toBeUndefined();
  });
});

describe('CompactionLoops', () => {
  it('compacts each store by itself, from the start to the end', async () => {
    const stores = [1, 2].map(() => new MemoryStorage(new FakeClock()));
    const begun = await timersOf(async () => {
      const loops = new CompactionLoops(stores, (store) => ({
        intervalMs: stores.indexOf(store as MemoryStorage) + 1,
      }));
      loops.start();
      await loops.stop();
      const { loops: all } = loops as unknown as { loops: { timer: unknown; intervalMs: number }[] };
      expect(all.map(({ timer, intervalMs }) => [timer, intervalMs])).toEqual([
        [undefined, 1],
        [undefined, 2],
      ]);
    });
    expect(begun).toBe(2);
  });
});
