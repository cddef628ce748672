import type { GroupResource } from '../apimachinery/index.js';
import type { StorageError } from './storage-error.js';

/** The state of one key at one revision. */
export interface StoredValue {
  readonly key: string;
  /** Never changed by anyone: it may be shared with events and caches. */
  readonly value: Buffer;
  /** The revision of the last write to the key. */
  readonly revision: number;
  /** The revision at which the key came into being; a key deleted and created again has a new one. */
  readonly createRevision: number;
}

/** The kind of change an event reports. */
export type StorageEventType = 'create' | 'update' | 'delete';

/** One committed change. Events are totally ordered by revision, and a revision belongs to one event. */
export interface StorageEvent {
  readonly type: StorageEventType;
  readonly key: string;
  readonly revision: number;
  /** As in StoredValue; for a delete, that of the life which ended. */
  readonly createRevision: number;
  /**
   * The new value; for a delete, the last one. For a write of this process it is the very Buffer object given to
   * create, update or delete, so that a layer above may hang decoded objects on it (a WeakMap keyed by Buffer).
   */
  readonly value: Buffer;
  /**
   * The state before. Set on update and delete events that are replayed from history, unless it has been compacted.
   * Live events may come without: who follows live events knows the state before already.
   */
  readonly previous?: { readonly value: Buffer; readonly revision: number };
}

/** One change of a key, as the history of the store has it. */
export interface KeyChange extends StoredValue {
  readonly type: StorageEventType;
  /** When it was written, in milliseconds since the epoch; undefined where the engine does not know. */
  readonly time?: number;
}

/** One page of a range. */
export interface RangeResult {
  /** In ascending order of key. */
  readonly items: StoredValue[];
  /** The revision all items were read at. */
  readonly revision: number;
  /** True if keys follow after the last item: ask again with `startAfter` and the same `revision`. */
  readonly more: boolean;
  /** How many keys the prefix has in all, where the engine knows it without extra work. */
  readonly count?: number;
}

/** Options of a range read. */
export interface RangeOptions {
  /** Read the state as of this revision; unset or 0: the current one. */
  readonly revision?: number;
  /** At most so many items; unset or 0: all. */
  readonly limit?: number;
  /** Only keys greater than this one. */
  readonly startAfter?: string;
}

/** How a value is written. */
export interface WriteOptions {
  /**
   * The key is deleted, with an ordinary delete event, soon after so many seconds. An update without it makes the key
   * permanent.
   */
  readonly ttlSeconds?: number;
}

/** Which changes to watch. */
export interface WatchOptions {
  /** Only keys that start with it. */
  readonly prefix: string;
  /** Deliver history after this revision first. Unset: only what is committed from now on. */
  readonly afterRevision?: number;
  /** Aborting it stops the watch as `close()` does, also while history is being replayed and there is no handle yet. */
  readonly signal?: AbortSignal;
}

/**
 * Receives the events of one watch, synchronously, in revision order. Its methods must return soon, must not throw and
 * may not change what they are given.
 */
export interface StorageListener {
  /** Called with a change to a key under the watched prefix. */
  onEvent(event: StorageEvent): void;
  /**
   * Called when all changes up to and including `revision` have been delivered, those of other prefixes excepted:
   * after every group of events, also when none of them concerned this watch.
   */
  onProgress?(revision: number): void;
  /**
   * Called when the watch is over and delivers nothing more. Without an error the store was closed; with
   * `Compacted` or `Unreachable` the watcher lost its place and has to list again.
   */
  onEnd?(error?: StorageError): void;
}

/** A running watch. */
export interface StorageWatch {
  /** Stops delivery at once; `onEnd` is not called. Closing twice is harmless. */
  close(): void;
}

/**
 * A revisioned key-value store with watch: the port every engine implements, and the token to inject it by.
 *
 * Every successful write gets the next revision of one counter for the whole store: revisions rise strictly, are never
 * used twice, but may have gaps; an empty store is at revision 1. Keys are ASCII and ordered bytewise. A write that has
 * resolved survives a crash. A read sees every write that resolved before it was asked, also in another process that
 * has the same store open.
 *
 * Besides the codes named below every method may reject with `Unreachable` or `Corrupt`.
 */
export abstract class Storage {
  /**
   * True if no other process writes to the store while it is open: what is found at the start is then no one's work under
   * way.
   */
  abstract readonly isSoleWriter: boolean;

  /** True if other servers may share the store, not only other processes of this server. */
  get isSharedByServers(): boolean {
    return !this.isSoleWriter;
  }

  /** This store, and those that have the objects of certain resources in place of it. */
  get stores(): readonly Storage[] {
    return [this];
  }

  /**
   * Returns the store that has the objects of a resource: this one, unless the resource was assigned to another, whose
   * revisions have nothing to do with those of this one.
   */
  storeOf(_resource: GroupResource): Storage {
    return this;
  }

  /**
   * Returns the revision of the last committed write, whichever process made it: what a consistent read that begins
   * now has to show at least. Asked for by every such read: an engine that is the only writer answers at once, without
   * a promise; one that shares its store asks there. May throw where others reject.
   */
  abstract currentRevision(): number | Promise<number>;

  /** Returns the oldest revision that can be read and watched from; 0 when nothing was compacted. */
  abstract compactedRevision(): Promise<number>;

  /**
   * Reads one key, at the current revision or an older one. Absence is undefined, not an error.
   * Waits for a pending write to this key.
   * Rejects with `Compacted` or `TooLargeRevision` for an unreadable `revision`.
   */
  abstract get(key: string, options?: { revision?: number }): Promise<StoredValue | undefined>;

  /**
   * Reads the keys that start with `prefix`, in order, all at one revision.
   * Rejects with `Compacted` or `TooLargeRevision` for an unreadable `revision`.
   */
  abstract range(prefix: string, options?: RangeOptions): Promise<RangeResult>;

  /**
   * Returns the newest change of a key before a revision, of all where that is unset, deletions included; undefined where history has none.
   * Of what is older than the compacted revision only the state at that revision is history. For people who look into the past: it may take
   * long.
   */
  abstract changeBefore(key: string, revision?: number): Promise<KeyChange | undefined>;

  /**
   * Writes a key that does not exist; returns the new revision once it is on disk. Keeps `value`: the caller must not
   * change it afterwards. Rejects with `KeyExists`.
   */
  abstract create(key: string, value: Buffer, options?: WriteOptions): Promise<number>;

  /**
   * Replaces the value of a key that is at `expectedRevision`; returns the new revision once it is on disk. Keeps
   * `value` as `create` does. Rejects with `KeyNotFound` or `Conflict`.
   */
  abstract update(key: string, value: Buffer, expectedRevision: number, options?: WriteOptions): Promise<number>;

  /**
   * Deletes a key that is at `expectedRevision`; returns the revision of the deletion once it is on disk. The delete
   * event carries `lastValue`, or the stored value when it is unset. Rejects with `KeyNotFound` or `Conflict`.
   */
  abstract delete(key: string, expectedRevision: number, lastValue?: Buffer): Promise<number>;

  /**
   * Delivers changes to `listener`: history after `afterRevision` first, then live, in revision order, without gap or
   * duplicate. Resolves when history has been delivered and live events follow. An engine that is the only writer
   * delivers live events before the promise of the write that made them resolves; one that shares its store delivers
   * them soon, and readers that must have seen a write wait for progress up to `currentRevision`. Rejects with
   * `Compacted` when `afterRevision` is older than the compacted revision, `TooLargeRevision` when it is in the future.
   */
  abstract watch(options: WatchOptions, listener: StorageListener): Promise<StorageWatch>;

  /**
   * Discards history before `revision`: afterwards reads and watches from it on still work, older ones reject with
   * `Compacted`. The newest value of every key stays. Resolves when the space is free; writes continue meanwhile.
   * Compacting to a revision already compacted does nothing. Rejects with `TooLargeRevision`.
   */
  abstract compact(revision: number): Promise<void>;

  /**
   * Resolves when writes succeed, and rejects when they do not; finds that out by a write unless there was one within the
   * last second. Asked for by `/readyz`, often and by several at a time.
   */
  abstract checkWritable(): Promise<void>;

  /** Returns the bytes that the store takes up, history included. Asked for by every scrape of the metrics. */
  abstract sizeInBytes(): Promise<number>;

  /** Ends all watches, waits for accepted writes and releases the store. Later calls reject with `Unreachable`. */
  abstract close(): Promise<void>;
}
