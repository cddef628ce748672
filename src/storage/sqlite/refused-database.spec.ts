import { jest } from '@jest/globals';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DataSource } from 'typeorm';
import { StoreDirectory, storageFailure } from '../../../test/support/store-directory.js';
import { PlainDatabase } from './plain-database.js';

const store = StoreDirectory.forEachTest();

afterEach(() => {
  jest.restoreAllMocks();
});

/** Makes a store that was left at a revision, without an orderly end. */
async function used(): Promise<void> {
  const { mark } = await store.open();
  mark!.advance(7);
  await store.close();
}

describe('a store in use', () => {
  it('is refused to others until it is closed, and not disturbed', async () => {
    const { writer } = await store.open();
    const message = `the store in ${store.directory} is in use by another process`;
    const closing = jest.spyOn(PlainDatabase.prototype, 'close');
    await expect(store.open()).rejects.toThrow(storageFailure('Unreachable', message));
    expect(closing).toHaveBeenCalledTimes(1);
    await writer.run('CREATE TABLE t (x)');
    await store.close();
    const { reader } = await store.open();
    expect(await reader.all('SELECT x FROM t')).toEqual([]);
  });
});

describe('a store whose files are not as they were', () => {
  it.each(['removed', 'emptied'])('is refused where the database was %s, before one is made', async (how) => {
    await used();
    const file = store.path('binnacle.db');
    await (how === 'removed' ? rm(file) : writeFile(file, ''));
    const left = await readdir(store.directory);
    const message = `${file} is missing or empty, though the store was at revision 7; restore what is lost`;
    // Twice: the failure leaves nothing locked.
    for (let i = 0; i < 2; i++) await expect(store.open()).rejects.toThrow(storageFailure('Unreachable', message));
    expect(await readdir(store.directory)).toEqual(left);
    const { mark } = await store.open({ acceptsOlder: true });
    expect(mark!.found).toEqual({ revision: 7, isOpen: true });
  });

  it('is refused where the log is missing of a store that did not end in order, and of no other', async () => {
    await used();
    await expect(store.open()).rejects.toThrow(
      storageFailure('Unreachable', `${store.path('binnacle.db')}-wal is missing or empty`),
    );
    await writeFile(store.path('binnacle.revision'), 'revision 0000000000000007 done\n');
    expect((await store.open()).mark!.found).toEqual({ revision: 7, isOpen: false });
  });

  it('is refused where a newer version wrote it', async () => {
    const { writer } = await store.open();
    await writer.run(`INSERT INTO migrations (timestamp, name) VALUES (1, 'Later1')`);
    await store.close();
    const message = 'the store was written by a newer version: it has the schema Later1; start that version again';
    for (let i = 0; i < 2; i++) await expect(store.open()).rejects.toThrow(storageFailure('Unreachable', message));
    // The connection that has looked at it is closed.
    expect((await readdir(store.directory)).filter((name) => name.startsWith('binnacle.db'))).toEqual(['binnacle.db']);
  });

  it('is refused where it cannot be read by a second connection, and can be opened later', async () => {
    const { initialize } = DataSource.prototype;
    const initializing = jest.spyOn(DataSource.prototype, 'initialize');
    initializing.mockImplementationOnce(initialize).mockRejectedValueOnce(new Error('no more'));
    const message = `opening the store ${store.path('binnacle.db')} for reading: no more`;
    await expect(store.open()).rejects.toThrow(storageFailure('Unreachable', message));
    initializing.mockRestore();
    await store.open();
  });

  it.each(['binnacle.db', 'binnacle.lock'])('is reported as damaged where %s is no database', async (name) => {
    await mkdir(store.directory, { recursive: true });
    await writeFile(store.path(name), 'x'.repeat(8192));
    const closing = jest.spyOn(PlainDatabase.prototype, 'close');
    for (let i = 0; i < 2; i++) await expect(store.open()).rejects.toThrow(storageFailure('Corrupt', store.path(name)));
    expect(closing).toHaveBeenCalledTimes(2);
  });

  it.each([
    ['binnacle.db', 'cannot open'],
    ['binnacle.lock', 'cannot open'],
    ['binnacle.revision', 'cannot open'],
  ])('is refused where %s is a directory', async (name, message) => {
    await mkdir(store.path(name), { recursive: true });
    await expect(store.open()).rejects.toThrow(storageFailure('Unreachable', `${message} ${store.path(name)}: `));
    await rm(store.path(name), { recursive: true });
    await store.open();
  });

  it('is refused where the directory cannot be made', async () => {
    await writeFile(join(store.parent, 'a'), '');
    await expect(store.open()).rejects.toThrow(
      storageFailure('Unreachable', `cannot make the data directory ${store.directory}: `),
    );
  });
});
