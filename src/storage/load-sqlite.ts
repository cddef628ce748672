import { explainBinaryFault } from './sqlite/sqlite-binary.js';

/** Loads the engine of SQLite. Rejects with a StorageError that says what to do where the native package cannot be loaded. */
export function loadSqlite(): Promise<typeof import('./sqlite/index.js')> {
  return import('./sqlite/index.js').catch((error: unknown) => {
    throw explainBinaryFault(error);
  });
}
