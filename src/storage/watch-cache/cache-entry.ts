import type { StoredValue } from '../storage.js';

/** Another wire form of an entry. Its bytes may be given up at any time for those of others; its size stays known. */
export interface EntryView {
  /** The name of the representation in the layer above. */
  readonly name: string;
  bytes: Buffer | undefined;
  readonly size: number;
  /** True if it was read since it was last considered for giving up. */
  isWanted: boolean;
  /** The form of the same entry that was made before it. */
  readonly next: EntryView | undefined;
}

/**
 * The cached state of an object. Prepared once, when its value arrives, and shared by all readers. Its bytes never change; defragmentation
 * may replace them by a copy.
 */
export interface CacheEntry {
  readonly key: string;
  readonly revision: number;
  readonly createRevision: number;
  /** The wire form most clients read. */
  readonly bytes: Buffer;
  /** The same of the stored object, where clients see it in another form; unset for the others. */
  readonly stored?: Buffer;
  /** The object's labels, for selectors. */
  readonly labels: Readonly<Record<string, string>> | undefined;
  /** The object's selectable fields by path. */
  readonly fields: Readonly<Record<string, string>>;
  /** The reason why the object cannot be read; unset for others. Then there are no bytes, and only the key is known. */
  readonly unreadable?: string;
  /** True if it is stored in an outdated form: a no-op write stores it again. */
  readonly isStale?: boolean;
  /** The apiVersion the value is in, where that is not the one that is stored now, or one that its kind does not declare; unset for the others. */
  readonly storedVersion?: string;
  /** Other wire forms, each of which leads to the next, filled in when first asked for. Few: a map takes more memory. */
  views?: EntryView;
}

/**
 * Prepares an entry from a stored value; for a deletion, from the last value with the revision of the deletion. Called
 * once per change, synchronously. Does not throw: of a value that cannot be read it makes an entry that says so.
 */
export type Ingest = (value: StoredValue) => CacheEntry;

/** One change to a resource, shared by all its watchers. */
export interface CacheEvent {
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED';
  readonly revision: number;
  /** The state after; for DELETED the last state, with the revision of the deletion. */
  readonly entry: CacheEntry;
  /** The state before; unset for ADDED, and where history before the event has been compacted. */
  readonly previous?: CacheEntry;
  /**
   * Serialised watch frames by view, filled in by the first watcher that needs one. Dropped once every live watcher
   * has had the event, so the ring does not keep each change twice.
   */
  frames?: Map<string, Buffer | Promise<Buffer>>;
  /** The state before with the event's revision, for watchers that see it leave; made by the first of them. */
  left?: CacheEntry;
}
