/** One write of a store, as it is moved between stores. */
export interface StoredRow {
  readonly revision: number;
  readonly key: string;
  readonly createRevision: number;
  /** The row of the same key that this one follows; 0 for none, or for one that is not known. */
  readonly previousRevision: number;
  readonly isDeleted: boolean;
  /** When the key is to be deleted, in milliseconds since the epoch; null for never. */
  readonly expiresAt: number | null;
  readonly value: Buffer;
}

/** How far a store is. */
export interface RowStoreState {
  readonly newest: number;
  /** The oldest readable revision; 0 where all history is there. */
  readonly oldest: number;
  /** The revision up to which replaced rows are deleted. */
  readonly purged: number;
}

/** A store without its servers, for moving what it contains. All methods reject with StorageError. */
export interface RowStore {
  /** True if rows keep their revisions when they are written here, and history has a place. */
  readonly keepsRevisions: boolean;
  /** True if values have the form of the reference's etcd. */
  readonly hasKubernetesForm: boolean;
  state(): Promise<RowStoreState>;
  isEmpty(): Promise<boolean>;
  /** Returns all rows, page by page; only the newest of keys that exist with `newest`. */
  rows(options: { readonly newest: boolean }): AsyncIterable<readonly StoredRow[]>;
  write(rows: readonly StoredRow[]): Promise<void>;
  /** Makes what was written a store that continues behind the state. */
  finish(state: RowStoreState): Promise<void>;
  /** Deletes what was written, after a failure. */
  clear(): Promise<void>;
  close(): Promise<void>;
}

/** Rows of a page. */
export const ROW_PAGE = 500;
