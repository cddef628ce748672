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
  });

  it('does not begin where all history is to stay', async () => {
    const timersWith = (retentionMs: number): Promise<number> =>
      timersOf(async () => {
        const loop = new CompactionLoop(storage, { retentionMs });
        loop.start();
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
