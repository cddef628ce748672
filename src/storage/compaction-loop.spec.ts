import { CompactionLoop, SqliteStorage } from './index.js';

describe('CompactionLoop.run()', () => {
  let storage: SqliteStorage;
  let now: number;
  const write = async (): Promise<number> => storage.create(`/r/${now}`, Buffer.from('x'));

  beforeEach(async () => {
    now = 0;
    storage = await SqliteStorage.open({ directory: ':memory:' });
  });
  afterEach(async () => storage.close());

  it('keeps the history of the retention and gives up what is older', async () => {
    const loop = new CompactionLoop(storage, { retentionMs: 300, now: () => now });
    const revisions: number[] = [];
    for (; now <= 400; now += 100) {
      revisions.push(await write());
      await loop.run();
    }
    expect(await storage.compactedRevision()).toBe(revisions[1]);
  });

  it('compacts nothing before the retention has passed', async () => {
    const loop = new CompactionLoop(storage, { retentionMs: 300, now: () => now });
    await write();
    await loop.run();
    now = 299;
    await loop.run();
    expect(await storage.compactedRevision()).toBe(0);
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
