import { open, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { unreachable } from '../storage-error.js';
import type { StoreBackup } from '../store-backup.js';
import { inspect } from './inspect-backup.js';
import { PlainDatabase } from './plain-database.js';
import { databaseIn, exists, settleLog } from './shared-store.js';

/**
 * Writes a consistent copy of a store, its log included, to a file: SQLite's own copy of one moment. A server that has the
 * store open keeps writing meanwhile. The file gets its name when it is whole, checked and synced.
 */
export async function backUp(directory: string, file: string): Promise<StoreBackup> {
  const source = await databaseIn(directory);
  if (await exists(file)) throw unreachable(`${file} exists already`);
  const partial = `${file}.partial`;
  await rm(partial, { force: true });
  try {
    await settleLog(directory);
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
