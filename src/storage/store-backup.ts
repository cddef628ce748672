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
  /** In its place: the time whose state is restored, in milliseconds since the epoch. */
  readonly atTime?: number;
}

/** A store that was restored. */
export interface RestoredStore {
  /** The revision whose state it has. */
  readonly revision: number;
  /** The revision behind which it continues. */
  readonly resumed: number;
  /** The directory of the store that was there before. */
  readonly movedTo?: string;
}
