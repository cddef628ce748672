import { REMEDY_OF_CORRUPT } from './remedies.js';
import { corrupt, isStorageError, unreachable, type StorageError } from '../storage-error.js';

/** Converts whatever the driver or TypeORM threw into a StorageError; a StorageError passes as it is. */
export function toStorageError(error: unknown, doing: string): StorageError {
  if (isStorageError(error)) return error;
  const message = error instanceof Error ? error.message : String(error);
  const code = sqliteCode(error);
  if (code === 'SQLITE_CORRUPT' || code === 'SQLITE_NOTADB')
    return corrupt(`${doing}: ${message}; ${REMEDY_OF_CORRUPT}`, error);
  return unreachable(`${doing}: ${message}`, error);
}

/** Returns the `SQLITE_*` name of a driver error, also inside TypeORM's wrapper; undefined for other errors. */
export function sqliteCode(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  if ('code' in error && typeof error.code === 'string') return error.code;
  return 'driverError' in error ? sqliteCode(error.driverError) : undefined;
}
