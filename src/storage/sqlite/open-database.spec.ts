import { jest } from '@jest/globals';
import { chmod, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { StoreDirectory, storageFailure } from '../../../test/support/store-directory.js';
import { type OpenedDatabase, writerDataSource } from './open-database.js';
import { RevisionMark } from './revision-mark.js';

const store = StoreDirectory.forEachTest();
const modeOf = async (name: string): Promise<number> => (await stat(name)).mode & 0o777;

async function pragma({ writer }: OpenedDatabase, name: string): Promise<unknown> {
  const [row] = await writer.all<Record<string, unknown>>(`PRAGMA ${name}`);
  return Object.values(row)[0];
}

describe('openDatabase()', () => {
  it('makes the directory and its files for their owner alone', async () => {
    const mask = process.umask(0);
    try {
      await store.open();
    } finally {
      process.umask(mask);
    }
    const files = ['binnacle.db', 'binnacle.lock', 'binnacle.revision'];
    expect((await readdir(store.directory)).filter((name) => !/-(?:journal|shm|wal)$/.test(name)).sort()).toEqual(
      files,
    );
    expect(await Promise.all(['', ...files].map((name) => modeOf(store.path(name))))).toEqual([
      0o700, 0o600, 0o600, 0o600,
    ]);
  });

  it('makes the directory for its owner alone whatever the mask, and leaves one that is there as it is', async () => {
    const mask = process.umask(0o277);
    try {
      store.directory = join(store.parent, 'masked');
      await store.open();
    } finally {
      process.umask(mask);
    }
    expect(await modeOf(store.directory)).toBe(0o700);
    await store.close();
    await chmod(store.directory, 0o750);
    await store.open();
    expect(await modeOf(store.directory)).toBe(0o750);
  });

  it('configures the writer for safe commits, and its size', async () => {
    const database = await store.open({ maxBytes: 100 * 8192 + 8191 });
    const values = ['page_size', 'journal_mode', 'synchronous', 'wal_autocheckpoint', 'cache_size', 'max_page_count'];
    expect(await Promise.all(values.map((name) => pragma(database, name)))).toEqual([8192, 'wal', 2, 2000, -2048, 100]);
  });

  it('sets no limit where none is given, and a limit however small it is', async () => {
    expect(await pragma(await store.open(), 'max_page_count')).toBeGreaterThan(1e9);
    store.directory = join(store.parent, 'small');
    await expect(store.open({ maxBytes: 1 })).rejects.toThrow(
      storageFailure('Unreachable', `opening the store ${store.path('binnacle.db')}`),
    );
  });

  it('reads by a connection that cannot write', async () => {
    const { reader, writer } = await store.open();
    expect(reader).not.toBe(writer);
    expect(await reader.all('SELECT 1 AS one')).toEqual([{ one: 1 }]);
    await expect(reader.run('DELETE FROM migrations')).rejects.toThrow(storageFailure('Unreachable', 'readonly'));
  });

  it('folds the log into the database at the end', async () => {
    const { reader, writer } = await store.open();
    await writer.run('CREATE TABLE t (x)');
    await reader.all('SELECT x FROM t');
    const closing = jest.spyOn(RevisionMark.prototype, 'close');
    await store.close();
    expect((await readdir(store.directory)).filter((name) => name.includes('-'))).toEqual([]);
    expect(closing).toHaveBeenCalledTimes(1);
    closing.mockRestore();
  });

  it('uses one connection in memory, which runs statements in their order', async () => {
    const { reader, writer, mark } = await store.open({ directory: ':memory:' });
    expect([reader === writer, mark]).toEqual([true, undefined]);
    const statements = ['CREATE TABLE t (x)', 'INSERT INTO t VALUES (1)', 'UPDATE t SET x = x + 1'];
    await Promise.all(statements.map((sql) => writer.run(sql)));
    expect(await reader.all('SELECT x FROM t')).toEqual([{ x: 2 }]);
  });
});

describe('writerDataSource()', () => {
  it('describes the schema that migrations make', async () => {
    await store.open();
    await store.close();
    const source = writerDataSource(store.path('binnacle.db'));
    await source.initialize();
    const { upQueries } = await source.driver.createSchemaBuilder().log();
    await source.destroy();
    expect(upQueries).toEqual([]);
  });
});
