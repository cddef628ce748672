import { mkdir } from 'node:fs/promises';
import { StoreDirectory, storageFailure } from '../../../test/support/store-directory.js';
import { PlainDatabase } from './plain-database.js';
import type { SqliteConnection } from './sqlite-connection.js';

const store = StoreDirectory.forEachTest();

describe('SqliteConnection', () => {
  let writer: SqliteConnection;
  beforeEach(async () => {
    ({ writer } = await store.open({ directory: ':memory:' }));
    await writer.run('CREATE TABLE t (x UNIQUE)');
  });

  it('runs statements with parameters, compiled or not', async () => {
    await writer.run('INSERT INTO t VALUES (?)', [1]);
    const statement = await writer.prepare('INSERT INTO t VALUES (?)');
    await statement.run([2]);
    await statement.close();
    expect(await writer.all('SELECT x FROM t WHERE x > ?', [0])).toEqual([{ x: 1 }, { x: 2 }]);
  });

  it('fails with storage errors', async () => {
    const statement = await writer.prepare('INSERT INTO t VALUES (?)');
    await statement.run([1]);
    const writing = storageFailure('Unreachable', 'writing the store: ');
    await expect(statement.run([1])).rejects.toThrow(writing);
    await statement.close();
    await expect(writer.run('INSERT INTO t VALUES (1)')).rejects.toThrow(writing);
    await expect(writer.prepare('INSERT INTO none VALUES (1)')).rejects.toThrow(writing);
    await expect(writer.all('SELECT x FROM none')).rejects.toThrow(
      storageFailure('Unreachable', 'reading the store: '),
    );
  });
});

describe('PlainDatabase', () => {
  const file = (): string => store.path('binnacle.db');
  beforeEach(async () => {
    await store.open();
    await store.close();
  });

  it('reads, and writes where that is asked for', async () => {
    const written = await PlainDatabase.open(file(), 'write');
    await written.all('CREATE TABLE t AS SELECT ? AS x', [1]);
    await written.close();
    const read = await PlainDatabase.open(file());
    expect(await read.all('SELECT x FROM t')).toEqual([{ x: 1 }]);
    await expect(read.all('DELETE FROM t')).rejects.toThrow(storageFailure('Unreachable', `reading ${file()}: `));
    await read.close();
    await expect(read.close()).rejects.toThrow(storageFailure('Unreachable', `closing ${file()}: `));
  });

  it.each(['read', 'write'] as const)('makes no file to %s', async (mode) => {
    await mkdir(store.path('sub'));
    const path = store.path('sub/none');
    await expect(PlainDatabase.open(path, mode)).rejects.toThrow(storageFailure('Unreachable', `opening ${path}: `));
  });
});
