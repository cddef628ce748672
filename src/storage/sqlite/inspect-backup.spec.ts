import { jest } from '@jest/globals';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { backUp } from './back-up.js';
import { inspect, revisionAt } from './inspect-backup.js';
import { PlainDatabase } from './plain-database.js';
import { SqliteStorage } from './sqlite-storage.js';

const PAGE_BYTES = 8192;

describe('a backup', () => {
  let root: string;
  let file: string;

  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'inspect-backup-'));
    file = join(root, 'copy.db');
  });
  afterEach(async () => {
    jest.restoreAllMocks();
    await rm(root, { recursive: true });
  });

  /** A backup of a store after some writes. */
  async function backUpAfter(work: (storage: SqliteStorage) => Promise<unknown>): Promise<void> {
    const directory = join(root, 'store');
    const storage = await SqliteStorage.open({ directory });
    await work(storage);
    await storage.close();
    await backUp(directory, file);
  }

  const backUpOneWrite = (): Promise<void> => backUpAfter((storage) => storage.create('/r/a', Buffer.from('1')));

  async function change(sql: string): Promise<Record<string, number>[]> {
    const database = await PlainDatabase.open(file, 'write');
    const rows = await database.all<Record<string, number>>(sql);
    await database.close();
    return rows;
  }

  it('of an empty store is at the first revision', async () => {
    await backUpAfter(async () => undefined);
    expect(await inspect(file)).toEqual({ newest: 1, oldest: 0 });
  });

  it('is as new as its history is old where the newest rows are compacted', async () => {
    let deleted = 0;
    await backUpAfter(async (storage) => {
      const created = await storage.create('/r/a', Buffer.from('1'));
      await storage.create('/r/b', Buffer.from('1'));
      deleted = await storage.delete('/r/a', created);
      await storage.compact(deleted);
    });
    expect(await inspect(file)).toEqual({ newest: deleted, oldest: deleted });
  });

  it('with a broken index is damaged', async () => {
    await backUpOneWrite();
    const [{ rootpage }] = await change(`SELECT rootpage FROM sqlite_master WHERE name = 'record_expires'`);
    const handle = await open(file, 'r+');
    await handle.write(Buffer.alloc(PAGE_BYTES), 0, PAGE_BYTES, (rootpage - 1) * PAGE_BYTES);
    await handle.close();
    const message = expect.stringMatching(/copy\.db is damaged: .*btreeInitPage/s);
    await expect(inspect(file)).rejects.toMatchObject({ code: 'Corrupt', message });
  });

  it('of a newer version is rejected with its schema', async () => {
    await backUpOneWrite();
    await change(`INSERT INTO migrations(timestamp, name) VALUES (9999, 'Later9999')`);
    await expect(inspect(file)).rejects.toMatchObject({
      code: 'Unreachable',
      message: expect.stringContaining('copy.db is of a newer version: it has the schema Later9999'),
    });
  });

  it('of a schema without times has no state at a time', async () => {
    await backUpOneWrite();
    await change('ALTER TABLE record DROP COLUMN written_at');
    await expect(revisionAt(file, Date.now(), { newest: 2, oldest: 0 })).rejects.toThrow('does not go back to');
  });

  it('is closed after it was read', async () => {
    await backUpOneWrite();
    const close = jest.spyOn(PlainDatabase.prototype, 'close');
    await inspect(file);
    expect(close).toHaveBeenCalledTimes(1);
    await revisionAt(file, Date.now() + 60_000, { newest: 2, oldest: 0 });
    expect(close).toHaveBeenCalledTimes(2);
  });
});
