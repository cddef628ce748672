/** The kind of storage failure, from a closed list, so that callers can switch over it. */
export type StorageErrorCode =
  'KeyNotFound' | 'KeyExists' | 'Conflict' | 'Compacted' | 'TooLargeRevision' | 'Timeout' | 'Unreachable' | 'Corrupt';

/** Facts that go with a storage error; each is set where it is known. */
export interface StorageErrorDetails {
  /** The key the failed operation named. */
  readonly key?: string;
  /** Conflict: the revision the key has. Compacted: the oldest revision left. TooLargeRevision: the newest there is. */
  readonly revision?: number;
  /** The engine's own error. For logs, never for clients. */
  readonly cause?: unknown;
}

/**
 * The only error a storage engine or the watch cache throws on purpose.
 *
 * - `KeyNotFound`, `KeyExists`, `Conflict`: the guard of a write did not hold; nothing was written.
 * - `Compacted`: the history asked for is gone; list again.
 * - `TooLargeRevision`: the revision asked for has not happened yet.
 * - `Timeout`: it may still happen; ask again later.
 * - `Unreachable`: the store cannot be used now (disk full, locked by another process, closed). A write that failed so
 *   is not acknowledged; it may be tried again.
 * - `Corrupt`: the stored bytes are damaged; trying again does not help.
 */
export class StorageError extends Error {
  readonly key: string | undefined;
  readonly revision: number | undefined;

  constructor(
    readonly code: StorageErrorCode,
    message: string,
    details: StorageErrorDetails = {},
  ) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.name = 'StorageError';
    this.key = details.key;
    this.revision = details.revision;
  }
}

/** Creates the error for a write or read of a key that is not there. */
export function keyNotFound(key: string): StorageError {
  return new StorageError('KeyNotFound', `key not found: ${key}`, { key });
}

/** Creates the error for a create of a key that is there; `revision` is the one it has. */
export function keyExists(key: string, revision: number): StorageError {
  return new StorageError('KeyExists', `key exists: ${key}`, { key, revision });
}

/** Creates the error for a write whose expected revision is not the one the key has (`revision`). */
export function revisionConflict(key: string, expected: number, revision: number): StorageError {
  return new StorageError('Conflict', `key ${key} is at revision ${revision}, not ${expected}`, { key, revision });
}

/** Creates the error for a read of history before `compactedRevision`. */
export function compacted(requested: number, compactedRevision: number): StorageError {
  const message = `revision ${requested} has been compacted, the oldest is ${compactedRevision}`;
  return new StorageError('Compacted', message, { revision: compactedRevision });
}

/** Creates the error for a read at a revision that has not happened; `current` is the newest. */
export function tooLargeRevision(requested: number, current: number): StorageError {
  return new StorageError('TooLargeRevision', `revision ${requested} is in the future, current is ${current}`, {
    revision: current,
  });
}

/** Creates the error for a wait that took longer than it may. */
export function waitTimeout(message: string): StorageError {
  return new StorageError('Timeout', message);
}

/** Creates the error for a store that cannot be used now. */
export function unreachable(message: string, cause?: unknown): StorageError {
  return new StorageError('Unreachable', message, { cause });
}

/** Creates the error for damaged stored bytes. */
export function corrupt(message: string, cause?: unknown): StorageError {
  return new StorageError('Corrupt', message, { cause });
}

/** Reports whether a thrown value is a storage error. */
export function isStorageError(error: unknown): error is StorageError {
  return error instanceof StorageError;
}

/** Reports whether `error` is a storage error of this code. */
export function hasStorageErrorCode(error: unknown, code: StorageErrorCode): error is StorageError {
  return error instanceof StorageError && error.code === code;
}

/** Reports whether the key was not there. */
export const isKeyNotFound = (error: unknown): error is StorageError => hasStorageErrorCode(error, 'KeyNotFound');
/** Reports whether the key was there already. */
export const isKeyExists = (error: unknown): error is StorageError => hasStorageErrorCode(error, 'KeyExists');
/** Reports whether the key was at another revision than expected. */
export const isConflict = (error: unknown): error is StorageError => hasStorageErrorCode(error, 'Conflict');
/** Reports whether the history asked for is gone. */
export const isCompacted = (error: unknown): error is StorageError => hasStorageErrorCode(error, 'Compacted');
