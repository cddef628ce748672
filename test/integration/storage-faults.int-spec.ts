import { readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Test } from '@nestjs/testing';
import sqlite3 from 'sqlite3';
import { createLogger } from '../../src/observability/index.js';
import { ApiServerOptions } from '../../src/options/index.js';
import { FoundationModule } from '../../src/server/start/foundation.module.js';
import { Storage, StorageModule, WatchCache } from '../../src/storage/index.js';
import { SqliteStorage } from '../../src/storage/sqlite/index.js';
import { writerDataSource } from '../../src/storage/sqlite/open-database.js';
import { RecordingListener } from '../support/storage-recorder.js';
import { removeStorageDirectories, storageDirectory } from '../support/storage-sqlite.js';

const code = (value: string): object => expect.objectContaining({ code: value });
const KILOBYTE = 1024;

afterAll(removeStorageDirectories);

function execute(file: string, sql: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const database = new sqlite3.Database(file);
    database.exec(sql, (error) => database.close(() => (error ? reject(error) : resolve())));
  });
}

describe('SqliteStorage.open()', () => {
  it('makes a directory that only its owner can enter, and files only its owner can read', async () => {
    const directory = join(await storageDirectory(), 'deep', 'data');
    const storage = await SqliteStorage.open({ directory });
    await storage.create('/r/a', Buffer.from('1'));
    const modes = await Promise.all(
      (await readdir(directory)).map(async (name) => [name, (await stat(join(directory, name))).mode & 0o777]),
    );
    await storage.close();
    expect((await stat(directory)).mode & 0o777).toBe(0o700);
    expect(modes.map(([, mode]) => mode)).toEqual(modes.map(() => 0o600));
    expect(modes.map(([name]) => name)).toEqual(expect.arrayContaining(['binnacle.db', 'binnacle.lock']));
  });

  it('finds everything again: values, revisions, history, the compacted revision', async () => {
    const directory = await storageDirectory();
    const first = await SqliteStorage.open({ directory });
    const created = await first.create('/r/a', Buffer.from('1'));
    const updated = await first.update('/r/a', Buffer.from('2'), created);
    const gone = await first.create('/r/b', Buffer.from('3'));
    await first.compact(updated);
    const deleted = await first.delete('/r/b', gone);
    await first.close();

    const second = await SqliteStorage.open({ directory });
    expect(second.currentRevision()).toBe(deleted);
    expect(await second.compactedRevision()).toBe(updated);
    expect(await second.get('/r/a')).toMatchObject({ revision: updated, createRevision: created });
    const listener = new RecordingListener();
    await second.watch({ prefix: '/r/', afterRevision: updated }, listener);
    expect(listener.lines()).toEqual(['create /r/b 3', 'delete /r/b 3']);
    expect(await second.create('/r/b', Buffer.from('4'))).toBeGreaterThan(deleted);
    await second.close();
  });

  it('leaves one row per live key, and none of others, after compaction', async () => {
    const directory = await storageDirectory();
    const storage = await SqliteStorage.open({ directory });
    for (let i = 0; i < 300; i++) {
      const updated = await storage.update(
        `/r/${i}`,
        Buffer.from('2'),
        await storage.create(`/r/${i}`, Buffer.from('1')),
      );
      if (i % 2 === 0) await storage.delete(`/r/${i}`, updated);
      if (i % 100 === 0) await storage.compact(storage.currentRevision());
    }
    await storage.compact(storage.currentRevision());
    await storage.close();
    const dataSource = await writerDataSource(join(directory, 'binnacle.db')).initialize();
    const rows: unknown = await dataSource.query('SELECT count(*) AS count, sum(deleted) AS deleted FROM record');
    await dataSource.destroy();
    expect(rows).toEqual([{ count: 150, deleted: 0 }]);
  });

  it('never uses a revision again, even when the newest row was compacted away', async () => {
    const directory = await storageDirectory();
    const first = await SqliteStorage.open({ directory });
    const deleted = await first.delete('/r/a', await first.create('/r/a', Buffer.from('1')));
    await first.compact(deleted);
    await first.close();
    const second = await SqliteStorage.open({ directory });
    expect(await second.create('/r/a', Buffer.from('2'))).toBeGreaterThan(deleted);
    await second.close();
  });

  it('rejects a second opener with Unreachable, and lets it in after the first has closed', async () => {
    const directory = await storageDirectory();
    const first = await SqliteStorage.open({ directory });
    await expect(SqliteStorage.open({ directory })).rejects.toEqual(code('Unreachable'));
    await expect(SqliteStorage.open({ directory })).rejects.toThrow('in use by another process');
    await first.create('/r/a', Buffer.from('1'));
    await first.close();
    const second = await SqliteStorage.open({ directory });
    expect(await second.get('/r/a')).toBeDefined();
    await second.close();
  });

  it('rejects with Corrupt for a file that is not a database, and leaves the lock free', async () => {
    const directory = await storageDirectory();
    const file = join(directory, 'binnacle.db');
    await writeFile(file, 'this is not a database '.repeat(1000));
    await expect(SqliteStorage.open({ directory })).rejects.toEqual(code('Corrupt'));
    await writeFile(file, '');
    const storage = await SqliteStorage.open({ directory });
    await storage.close();
  });

  it('rejects with Unreachable for a store of a newer version', async () => {
    const directory = await storageDirectory();
    await (await SqliteStorage.open({ directory })).close();
    const file = join(directory, 'binnacle.db');
    await execute(file, `INSERT INTO migrations(timestamp, name) VALUES (9999999999999, 'FromTheFuture9999999999999')`);
    await expect(SqliteStorage.open({ directory })).rejects.toThrow('written by a newer version');
  });

  it('rejects with Unreachable when the directory cannot be made', async () => {
    const parent = await storageDirectory();
    await writeFile(join(parent, 'file'), '');
    await expect(SqliteStorage.open({ directory: join(parent, 'file', 'data') })).rejects.toEqual(code('Unreachable'));
  });

  it('makes by its migrations exactly the schema its entities describe', async () => {
    const directory = await storageDirectory();
    await (await SqliteStorage.open({ directory })).close();
    const dataSource = await writerDataSource(join(directory, 'binnacle.db')).initialize();
    const { upQueries } = await dataSource.driver.createSchemaBuilder().log();
    await dataSource.destroy();
    expect(upQueries.map(({ query }) => query)).toEqual([]);
  });
});

describe('SqliteStorage when the disk is full', () => {
  let storage: SqliteStorage;
  let directory: string;

  beforeEach(async () => {
    directory = await storageDirectory();
    storage = await SqliteStorage.open({ directory, maxBytes: 512 * KILOBYTE });
  });
  afterEach(async () => storage.close());

  /** Writes until a write fails, and answers the keys that were acknowledged. */
  async function fill(): Promise<Map<string, number>> {
    const written = new Map<string, number>();
    for (let i = 0; i < 1000; i++) {
      const key = `/r/${i}`;
      const revision = await storage.create(key, Buffer.alloc(16 * KILOBYTE)).catch(() => undefined);
      if (revision === undefined) return written;
      written.set(key, revision);
    }
    throw new Error('the store never became full');
  }

  it('rejects the write with Unreachable and keeps all that was acknowledged', async () => {
    const written = await fill();
    await expect(storage.create('/r/one-more', Buffer.alloc(16 * KILOBYTE))).rejects.toEqual(code('Unreachable'));
    expect(await storage.get('/r/one-more')).toBeUndefined();
    const { items } = await storage.range('/r/');
    expect(new Map(items.map(({ key, revision }) => [key, revision]))).toEqual(written);
    expect(storage.currentRevision()).toBe([...written.values()].at(-1));
  });

  it('takes writes again when there is space', async () => {
    const written = [...(await fill())];
    const listener = new RecordingListener();
    await storage.watch({ prefix: '/r/' }, listener);
    const failed = storage.currentRevision();
    // A deletion keeps the last value, so space is won by deletions without one and by giving up history.
    for (const [key, revision] of written.slice(0, 10)) await storage.delete(key, revision, Buffer.alloc(0));
    await storage.compact(storage.currentRevision());
    const revision = await storage.create('/r/later', Buffer.alloc(16 * KILOBYTE));
    expect(revision).toBeGreaterThan(failed);
    expect(listener.events.at(-1)).toMatchObject({ type: 'create', key: '/r/later', revision });
    expect(listener.events).toHaveLength(11);
  });

  it('fails all writes of a group and those that built on them, and restores what was before', async () => {
    const small = await storage.create('/r/small', Buffer.from('1'));
    const listener = new RecordingListener();
    await storage.watch({ prefix: '/r/' }, listener);
    const results = await Promise.allSettled([
      storage.update('/r/small', Buffer.from('2'), small),
      storage.create('/r/huge', Buffer.alloc(1024 * KILOBYTE)),
      storage.create('/r/other', Buffer.from('3')),
    ]);
    expect(results.map((result) => result.status)).toEqual(['rejected', 'rejected', 'rejected']);
    expect(listener.events).toEqual([]);
    expect((await storage.get('/r/small'))?.value.toString()).toBe('1');
    const updated = await storage.update('/r/small', Buffer.from('4'), small);
    expect(updated).toBeGreaterThan(small);
    await storage.create('/r/other', Buffer.from('5'));
    expect(listener.lines()).toEqual(['update /r/small 4', 'create /r/other 5']);
  });

  it('fails a write that waits for its turn and built on one that failed', async () => {
    const small = await storage.create('/r/small', Buffer.from('1'));
    const deleting = storage.delete('/r/small', small, Buffer.alloc(1024 * KILOBYTE));
    // After two turns of the event loop the deletion is being written, so the others form the next group.
    await nextTurn();
    await nextTurn();
    const results = await Promise.allSettled([
      deleting,
      storage.create('/r/small', Buffer.from('2')),
      storage.create('/r/other', Buffer.from('3')),
    ]);
    expect(results.map((result) => result.status)).toEqual(['rejected', 'rejected', 'fulfilled']);
    expect(await storage.get('/r/small')).toMatchObject({ revision: small, value: Buffer.from('1') });
    await storage.update('/r/small', Buffer.from('4'), small);
  });

  it('refuses nobody because of a write that fails in the end', async () => {
    const huge = storage.create('/r/a', Buffer.alloc(1024 * KILOBYTE));
    const second = storage.create('/r/a', Buffer.from('2'));
    const [first, next] = await Promise.allSettled([huge, second]);
    expect(first).toMatchObject({ status: 'rejected', reason: code('Unreachable') });
    expect(next.status).toBe('fulfilled');
    expect((await storage.get('/r/a'))?.value.toString()).toBe('2');
  });

  it('is whole after it was opened again', async () => {
    const written = await fill();
    await storage.close();
    storage = await SqliteStorage.open({ directory });
    expect((await storage.range('/r/')).items).toHaveLength(written.size);
    await storage.create('/r/more', Buffer.alloc(16 * KILOBYTE));
  });
});

const FOUNDATION = FoundationModule.forRoot({
  options: new ApiServerOptions(),
  logger: createLogger({ isEnabled: false }),
  authority: '',
});

describe('StorageModule', () => {
  it('provides the store and the cache, and closes them with the application', async () => {
    const directory = await storageDirectory();
    const module = await Test.createTestingModule({
      imports: [FOUNDATION, StorageModule.forRoot({ engine: { directory } })],
    }).compile();
    await module.init();
    const storage = module.get(Storage);
    const pods = module.get(WatchCache).register('/registry/pods/', (value) => ({
      ...value,
      bytes: value.value,
      labels: undefined,
      fields: {},
    }));
    await pods.ready();
    await storage.create('/registry/pods/a', Buffer.from('1'));
    expect(pods.get('/registry/pods/a')?.bytes.toString()).toBe('1');
    await module.close();
    await expect(storage.get('/registry/pods/a')).rejects.toEqual(code('Unreachable'));
    await (await SqliteStorage.open({ directory })).close();
  });

  it('opens and closes an engine of the caller', async () => {
    const module = await Test.createTestingModule({
      imports: [FOUNDATION, StorageModule.forRoot({ engine: () => SqliteStorage.open({ directory: ':memory:' }) })],
    }).compile();
    const storage = module.get(Storage);
    await module.close();
    await expect(storage.get('/r/a')).rejects.toEqual(code('Unreachable'));
  });
});
