/** A backup that was made. */
export interface StoreBackup {
  /** The newest revision in it. */
  readonly revision: number;
  /** The oldest revision that it can be restored at. */
  readonly oldest: number;
  readonly bytes: number;
}

/** How a backup is restored. */
export interface RestoreOptions {
  /** The directory of the store. */
  readonly directory: string;
  /** True if a store that is there is moved aside. */
  readonly replaces: boolean;
  /** The revision whose state is restored; the newest when unset. */
  readonly atRevision?: number;
}

/** A store that was restored. */
export interface RestoredStore {
  /** The revision whose state it has. */
  readonly revision: number;
  /** The revision behind which it goes on. */
  readonly resumed: number;
  /** The directory of the store that was there before. */
  readonly movedTo?: string;
}

/** Backs up the embedded store in a directory, also while a server has it open, to a file that must not exist. */
export async function backUpStore(directory: string, file: string): Promise<StoreBackup> {
  return (await import('./sqlite/index.js')).backUp(directory, file);
}

/** Makes an embedded store of a backup. Rejects with StorageError where the backup is damaged or a store is there. */
export async function restoreStore(file: string, options: RestoreOptions): Promise<RestoredStore> {
  return (await import('./sqlite/index.js')).restore(file, options);
}
