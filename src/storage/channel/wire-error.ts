import { StorageError, isStorageError, unreachable } from '../storage-error.js';
import type { WireError } from './protocol.js';

/** Returns an error as it crosses the channel. One that is no StorageError is a fault of the engine: `Unreachable`. */
export function toWireError(error: unknown): WireError {
  const { code, message, key, revision } = isStorageError(error)
    ? error
    : unreachable(`the store failed: ${error instanceof Error ? error.message : String(error)}`);
  return [code, message, key, revision];
}

/** Returns the error that crossed the channel. */
export function fromWireError([code, message, key, revision]: WireError): StorageError {
  return new StorageError(code, message, { key: key ?? undefined, revision: revision ?? undefined });
}
