import { jest } from '@jest/globals';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { History } from './history.js';
import { PlainDatabase } from './plain-database.js';
import { SqliteStorage, type SqliteStorageOptions } from './sqlite-storage.js';

interface Sweeper {
  readonly intervalMs: number;
  readonly timer: (NodeJS.Timeout & { readonly _destroyed: boolean }) | undefined;
}

const sweeperOf = (storage: SqliteStorage): Sweeper => (storage as unknown as { sweeper: Sweeper }).sweeper;

describe('SqliteStorage, from its start to its end', () => {
  let directory: string;

  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'sqlite-life-'));
  });
  afterEach(() => rm(directory, { recursive: true }));

  const open = (options: Partial<SqliteStorageOptions> = {}): Promise<SqliteStorage> =>
    SqliteStorage.open({ directory, ...options });

  it('looks for expired keys every ten seconds, or as often as it is set to, until it is closed', async () => {
    for (const [expirySweepMs, expected] of [
      [undefined, 10_000],
      [7, 7],
    ]) {
      const storage = await open({ expirySweepMs });
      const { intervalMs, timer } = sweeperOf(storage);
      expect([intervalMs, timer?._destroyed]).toEqual([expected, false]);
      await storage.close();
      expect(timer?._destroyed).toBe(true);
    }
  });

  it('leaves nothing open where it cannot be loaded', async () => {
    const { newestRevision } = History.prototype;
    const fault = new Error('unreadable');
    const [opening, closing] = [jest.spyOn(PlainDatabase, 'open'), jest.spyOn(PlainDatabase.prototype, 'close')];
    History.prototype.newestRevision = () => Promise.reject(fault);
    await expect(open().finally(() => (History.prototype.newestRevision = newestRevision))).rejects.toBe(fault);
    const opened = await Promise.all(opening.mock.results.map(({ value }) => value as Promise<PlainDatabase>));
    expect(opened.length).toBeGreaterThan(0);
    expect(closing.mock.contexts).toEqual(opened);
    jest.restoreAllMocks();
    await (await open()).close();
  });

  it('goes on behind what is stored, with the keys that were deleted', async () => {
    const storage = await open();
    const created = await storage.create('/r/a', Buffer.from('1'));
    const deleted = await storage.delete('/r/a', created);
    await storage.close();
    const again = await open();
    expect(again.currentRevision()).toBe(deleted);
    expect(await again.create('/r/a', Buffer.from('2'))).toBe(deleted + 1);
    expect((await again.changeBefore('/r/a', deleted + 1))?.type).toBe('delete');
    await again.close();
  });

  it('knows how far it was compacted, also where no row is left', async () => {
    const storage = await open();
    const deleted = await storage.delete('/r/a', await storage.create('/r/a', Buffer.from('1')));
    await storage.compact(deleted);
    await storage.close();
    const again = await open();
    expect([await again.compactedRevision(), again.currentRevision()]).toEqual([deleted, deleted]);
    await again.close();
  });

  it('knows the later of two compactions at once', async () => {
    const storage = await open();
    const first = await storage.create('/r/a', Buffer.from('1'));
    const second = await storage.update('/r/a', Buffer.from('2'), first);
    await Promise.all([storage.compact(second), storage.compact(first)]);
    await storage.close();
    const again = await open();
    expect(await again.compactedRevision()).toBe(second);
    await again.close();
  });

  it('loads the keys of a store page by page', async () => {
    const { heads } = History.prototype;
    const asked: [string, number][] = [];
    History.prototype.heads = (startAfter, limit) => {
      const page = asked.push([startAfter, limit]);
      const keys = Array.from({ length: page === 1 ? limit : 1 }, (_, i) => `/r/${page}-${String(i).padStart(5, '0')}`);
      return Promise.resolve(keys.map((key) => ({ key, revision: 2, createRevision: 2, deleted: 0 })));
    };
    const storage = await open().finally(() => (History.prototype.heads = heads));
    expect(asked).toEqual([
      ['', 10_000],
      ['/r/1-09999', 10_000],
    ]);
    for (const key of ['/r/1-09999', '/r/2-00000']) {
      await expect(storage.create(key, Buffer.from('1'))).rejects.toMatchObject({ code: 'KeyExists' });
    }
    await storage.close();
  });

  it('deletes a key when its seconds are over, and not before', async () => {
    let time = 0;
    const storage = await open({ now: () => time });
    await storage.create('/r/a', Buffer.from('1'), { ttlSeconds: 10 });
    time = 9999;
    await storage.sweepExpired();
    expect(await storage.get('/r/a')).toBeDefined();
    time = 10_000;
    await storage.sweepExpired();
    expect(await storage.get('/r/a')).toBeUndefined();
    await storage.close();
  });

  it('measures times to live by the time since its start', async () => {
    const storage = await open();
    const { now } = performance;
    performance.now = () => 1_000_000_000;
    const time = (storage as unknown as { now: () => number }).now();
    performance.now = now;
    expect(time).toBe(performance.timeOrigin + 1_000_000_000);
    expect(storage.isSoleWriter).toBe(true);
    await storage.close();
  });

  it.each([
    ...(['get', 'range', 'changeBefore', 'create', 'update', 'delete', 'compact', 'sweepExpired'] as const),
    ...(['sizeInBytes', 'checkWritable'] as const),
  ])('refuses %s once it is closed', async (operation) => {
    const storage = await open();
    await storage.close();
    const call = storage[operation].bind(storage) as (...parts: unknown[]) => Promise<unknown>;
    const parts = { create: ['/r/a', Buffer.from('1')], update: ['/r/a', Buffer.from('1'), 2], compact: [1] };
    const sent = parts[operation as keyof typeof parts] ?? ['/r/a', operation === 'delete' ? 2 : undefined];
    await expect(call(...sent)).rejects.toThrow('the store is closed');
  });

  it('refuses to watch, or to say how far it is, once it is closed', async () => {
    const storage = await open();
    await storage.close();
    await expect(storage.watch({ prefix: '/r/' }, { onEvent: () => undefined })).rejects.toThrow('the store is closed');
    await expect(storage.compactedRevision()).rejects.toThrow('the store is closed');
    expect(() => storage.currentRevision()).toThrow('the store is closed');
  });
});
