import { loadWithBinary } from './sqlite-binary.js';
import type { RestoreOptions, RestoredStore, StoreBackup } from './store-backup.js';

/** Backs up the embedded store in a directory, also while a server has it open, to a file that must not exist. */
export async function backUpStore(directory: string, file: string): Promise<StoreBackup> {
  return (await loadWithBinary(() => import('./sqlite/index.js'))).backUp(directory, file);
}

/** Creates an embedded store of a backup. Rejects with StorageError where the backup is damaged or a store is there. */
export async function restoreStore(file: string, options: RestoreOptions): Promise<RestoredStore> {
  return (await loadWithBinary(() => import('./sqlite/index.js'))).restore(file, options);
}
