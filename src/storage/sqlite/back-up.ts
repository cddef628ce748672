import { open, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type StorageError, isStorageError, unreachable } from '../storage-error.js';
import type { StoreBackup } from '../store-backup.js';
import { inspect } from './inspect-backup.js';
import { PlainDatabase } from './plain-database.js';
import { SqliteRows } from './sqlite-rows.js';

/**
 * Writes a consistent copy of a store, its log included, to a file: SQLite's own copy of one moment. A server that has the
 * store open goes on writing meanwhile. The file gets its name when it is whole, checked and synced.
 */
export async function backUp(directory: string, file: string): Promise<StoreBackup> {
  const source = join(directory, 'binnacle.db');
  if (!(await exists(source))) throw unreachable(`there is no store in ${directory}`);
  if (await exists(file)) throw unreachable(`${file} exists already`);
  const partial = `${file}.partial`;
  await rm(partial, { force: true });
  try {
    await settle(directory);
    await (await open(partial, 'w', 0o600)).close();
    await copyInto(source, partial);
    const { newest, oldest } = await inspect(partial);
    await sync(partial);
    await rename(partial, file);
    await sync(dirname(file), 'r');
    return { revision: newest, oldest, bytes: (await stat(file)).size };
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  }
}

/**
 * Without a server the log may have to be replayed first, which only who owns the store may do. With one, its files are
 * open and can be read.
 */
async function settle(directory: string): Promise<void> {
  try {
    const rows = await SqliteRows.open(directory);
    await rows.close();
  } catch (error) {
    if (!isStorageError(error) || !isInUse(error)) throw error;
  }
}

function isInUse({ message }: StorageError): boolean {
  return message.endsWith('is in use by another process');
}

async function copyInto(source: string, file: string): Promise<void> {
  // Without a server the log is gone, and a connection that only reads could not make its index.
  const database = await PlainDatabase.open(source, 'write');
  try {
    await database.all('VACUUM INTO ?', [file]);
  } finally {
    await database.close();
  }
}

/** Syncs a file, or the names in a directory. */
async function sync(path: string, flags = 'r+'): Promise<void> {
  const handle = await open(path, flags);
  await handle.sync().finally(() => handle.close());
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
