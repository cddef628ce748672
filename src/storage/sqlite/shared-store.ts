import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { StoredRow } from '../row-store.js';
import { type StorageError, isStorageError, unreachable } from '../storage-error.js';
import { PlainDatabase } from './plain-database.js';
import { type RowSelection, SqliteRows, rowsOf } from './sqlite-rows.js';

/** Returns the path of the database of a store that a server may have open. Rejects if there is none. */
export async function databaseIn(directory: string): Promise<string> {
  const file = join(directory, 'binnacle.db');
  if (!(await exists(file))) throw unreachable(`there is no store in ${directory}`);
  return file;
}

/** Reads the rows of a store, page by page, also while a server writes. */
export async function* readSharedRows(
  directory: string,
  selection: RowSelection,
): AsyncGenerator<readonly StoredRow[]> {
  const file = await databaseIn(directory);
  await settleLog(directory);
  // A connection that only reads could not make the index of a log.
  const database = await PlainDatabase.open(file, 'write');
  try {
    yield* rowsOf(database, selection);
  } finally {
    await database.close();
  }
}

/**
 * Replays the log of a store that no server has open, which only who owns the store may do. With a server, its files are open and
 * can be read.
 */
export async function settleLog(directory: string): Promise<void> {
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

/** Reports whether a file exists. */
export async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
