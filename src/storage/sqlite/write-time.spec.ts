import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sqlite3 from 'sqlite3';
import { SqliteStorage } from './sqlite-storage.js';

const BEFORE = `ALTER TABLE record DROP COLUMN written_at;
  DELETE FROM migrations WHERE name = 'AddWriteTime1764115200000'`;
const NOW = 1_764_115_200_000;

/** Creates the schema that a store had before writes had a time. */
function makeOlder(directory: string): Promise<void> {
  const database = new sqlite3.Database(join(directory, 'binnacle.db'));
  return new Promise((resolve, reject) => {
    database.exec(BEFORE, (error) => database.close(() => (error ? reject(error) : resolve())));
  });
}

describe('the time of writes', () => {
  let directory: string;
  const open = () => SqliteStorage.open({ directory, now: () => NOW });

  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'binnacle-write-time-'));
  });

  afterEach(() => rm(directory, { recursive: true }));

  it('is added to a store from before, whose writes have none', async () => {
    const former = await open();
    const revision = await former.create('/r/a', Buffer.from('1'));
    await former.close();
    await makeOlder(directory);
    const storage = await open();
    expect(await storage.changeBefore('/r/a')).toEqual({
      ...{ type: 'create', key: '/r/a', revision, createRevision: revision, value: Buffer.from('1') },
    });
    await storage.update('/r/a', Buffer.from('2'), revision);
    expect(await storage.changeBefore('/r/a')).toMatchObject({ type: 'update', time: NOW });
    await storage.close();
  });
});
