import { turns } from '../../observability/index.js';
import { isStorageError, unreachable, type StorageError } from '../storage-error.js';
import type { Storage, StorageEvent, StorageListener } from '../storage.js';
import type { CacheEntry, CacheEvent, Ingest } from './cache-entry.js';
import type { CacheMeter } from './cache-meter.js';
import type { ResourceState } from './resource-state.js';
import { covers, type LiveWatcher, type WatcherIndex } from './watcher-index.js';

/** The options of a watch. */
export interface CacheWatchOptions {
  /** A prefix that ends in `/`, or one whole key; unset: the whole resource. */
  readonly prefix?: string;
  /**
   * Deliver the changes after this revision first; one that has not happened yet is waited for in silence. Unset: begin
   * with an ADDED event for every object there is, in order of key.
   */
  readonly afterRevision?: number;
  /** True for the watch of a client, which `expireHistory` ends. */
  readonly isOfClient?: boolean;
}

/**
 * The reason for the end of a watch: `TooSlow`, the sink rejected an event; `Closed`, the cache was closed; `Failed`,
 * it lost its position (the error is `Compacted` or `Unreachable`), so the client has to list again.
 */
export type CacheWatchEnd = 'TooSlow' | 'Closed' | 'Failed';

/** Receives what a watch delivers. Its methods are called synchronously and must not throw. */
export interface CacheWatchSink {
  /**
   * Handles one change, shared with all other watchers. Returns false when the receiver can take no more: a live watch
   * is then ended with `TooSlow`, because nothing is buffered here. The refused event counts as delivered.
   */
  onEvent(event: CacheEvent): boolean | void;
  /**
   * Resolves when more can be taken. Where it is given, a watch that is still behind waits for it after a refusal
   * instead of ending: initial objects and history are delivered at the receiver's pace.
   */
  drained?(): Promise<void>;
  /**
   * Called when the objects of `revision` have all been delivered as ADDED, and no later change has been: once, of a
   * watch that begins with the objects there are.
   */
  onInitialEnd?(revision: number): void;
  /** Called once, when everything up to `revision` has been delivered; live events follow. */
  onReady?(revision: number): void;
  /** Called when nothing more is delivered; not after `stop()`. */
  onEnd(reason: CacheWatchEnd, error?: StorageError): void;
}

/** A running watch. */
export interface CacheWatch {
  /** Stops delivery at once. Stopping twice is harmless. */
  stop(): void;
}

/** The part of the cache that a watch uses. */
export interface WatchedCache {
  readonly prefix: string;
  readonly ingest: Ingest;
  readonly storage: Storage;
  readonly watchers: WatcherIndex;
  /** Returns the state, synchronously if it is loaded. When it is reloaded all watches are ended. */
  loaded(): ResourceState | Promise<ResourceState>;
  /** Returns the same as that of the feed. */
  bootstrapEnd(): number | undefined;
  currentRevision(): number;
  readonly meter: CacheMeter;
  /** Called once, when a watch is over. */
  onOver(watch: CatchingUpWatch): void;
}

/** The revision of a store that nothing was ever written to. */
const EMPTY_STORE_REVISION = 1;

/** Recent events that are looked up at a time. */
const CHUNK = 500;

/** One watch: catches up with the initial objects, the store's history and the recent events, then goes live. */
export class CatchingUpWatch implements CacheWatch, LiveWatcher {
  readonly scope: string;
  private seen = 0;
  private isOver = false;
  private hasRefused = false;
  private readonly stopped = new AbortController();

  constructor(
    private cache: WatchedCache,
    private readonly options: CacheWatchOptions,
    private readonly sink: CacheWatchSink,
  ) {
    this.scope = options.prefix ?? cache.prefix;
  }

  /** Starts. Comes to the live state before it returns when nothing has to be waited for. */
  start(): void {
    this.catchUp().catch((error: unknown) => {
      this.end('Failed', isStorageError(error) ? error : unreachable('the watch failed', error));
    });
  }

  /** True if it belongs to a client. */
  get isOfClient(): boolean {
    return this.options.isOfClient === true;
  }

  /** Continues with another cache of the same resource, which takes over from the one it belonged to. */
  moveTo(cache: WatchedCache): void {
    this.cache = cache;
  }

  stop(): void {
    if (this.isOver) return;
    this.isOver = true;
    this.cache.watchers.delete(this);
    this.stopped.abort();
    this.cache.onOver(this);
  }

  /** Stops and passes the reason to the sink. */
  end(reason: CacheWatchEnd, error?: StorageError): void {
    if (this.isOver) return;
    this.stop();
    if (reason === 'TooSlow') this.cache.meter.sawSlowWatcher();
    this.sink.onEnd(reason, error);
  }

  deliver(event: CacheEvent): void {
    // An event may find a watcher that came while it was handed out, and has had it from the ring already.
    if (this.isOver || event.revision <= this.seen) return;
    this.seen = event.revision;
    // The store is what calls: one broken receiver must not keep others from the event or the writer from its answer.
    try {
      if (this.sink.onEvent(event) === false) this.end('TooSlow');
    } catch (error) {
      this.end('Failed', unreachable('the receiver of the watch failed', error));
    }
  }

  private async catchUp(): Promise<void> {
    if (this.options.afterRevision === undefined) await this.sendInitial();
    else this.seen = this.options.afterRevision;
    while (!this.isOver) {
      // Looked up in every round: another cache may have taken over meanwhile.
      const state = this.cache.loaded();
      if (state instanceof Promise) {
        await state;
        continue;
      }
      if (this.seen < state.ring.floor && this.isWholeIn(state)) {
        await this.sendAll(state);
        continue;
      }
      if (this.seen < state.ring.floor) {
        await this.sendHistory(state.ring.floor);
        continue;
      }
      const events = state.ring.after(this.seen, CHUNK);
      // No pause between the last look and going live, so no event falls between them.
      if (events.length === 0) return this.goLive();
      const pause = this.sendRecent(events);
      if (pause) await pause;
    }
  }

  private goLive(): void {
    this.cache.watchers.add(this);
    this.sink.onReady?.(this.cache.currentRevision());
  }

  /** Reports whether a state shows all changes since the empty store: nothing was written since the server's own writes. */
  private isWholeIn({ latestWrite }: ResourceState): boolean {
    const end = this.cache.bootstrapEnd();
    return this.seen <= EMPTY_STORE_REVISION && end !== undefined && latestWrite <= end;
  }

  /** Sends what there is as added, in the order it was written in. */
  private async sendAll(state: ResourceState): Promise<void> {
    const entries = [...this.initialOf(state)].sort((a, b) => a.revision - b.revision);
    this.seen = Math.max(state.ring.floor, state.latestWrite);
    await this.sendAdded(entries);
  }

  private async sendInitial(): Promise<void> {
    const state = await this.whenLoaded();
    const { cache } = this;
    const entries = this.initialOf(state);
    this.seen = cache.currentRevision();
    cache.meter.sawInitialEvents(entries.length);
    await this.sendAdded(entries);
    if (!this.isOver) this.sink.onInitialEnd?.(this.seen);
  }

  private async sendAdded(entries: readonly CacheEntry[]): Promise<void> {
    const { cache } = this;
    if (turns.isOver()) await turns.first();
    for (const listed of entries) {
      if (this.isOver) return;
      // Entries of a cache that has been replaced meanwhile are of a form that is no longer shown.
      const entry = this.cache === cache ? listed : this.newest(listed.key);
      if (!entry) continue;
      this.offer({ type: 'ADDED', revision: entry.revision, entry });
      if (this.hasRefused) await this.resume();
      else if (turns.isOver()) await turns.next();
    }
  }

  private async whenLoaded(): Promise<ResourceState> {
    for (;;) {
      const state = this.cache.loaded();
      if (!(state instanceof Promise)) return state;
      await state;
    }
  }

  private newest(key: string): CacheEntry | undefined {
    const state = this.cache.loaded();
    return state instanceof Promise ? undefined : state.get(key);
  }

  private initialOf(state: ResourceState): readonly CacheEntry[] {
    if (this.scope.endsWith('/')) return state.list({ prefix: this.scope }, this.cache.currentRevision()).entries;
    const entry = state.get(this.scope);
    return entry ? [entry] : [];
  }

  /** Returns a promise to await before the next events; undefined if the receiver took all at once. */
  private sendRecent(events: readonly CacheEvent[]): Promise<void> | undefined {
    for (const event of events) {
      if (this.isOver) return undefined;
      this.seen = event.revision;
      if (covers(this.scope, event.entry.key)) this.offer(event);
      if (this.hasRefused) return this.resume();
      if (turns.isOver()) return turns.next();
    }
    return undefined;
  }

  /** Delivers what the ring no longer has, from the store, until `upTo` or a refusal. */
  private async sendHistory(upTo: number): Promise<void> {
    const enough = new AbortController();
    const signal = AbortSignal.any([enough.signal, this.stopped.signal]);
    const advance = (revision: number): void => {
      this.seen = Math.max(this.seen, Math.min(revision, upTo));
      if (this.hasRefused || revision >= upTo) enough.abort();
    };
    const listener: StorageListener = {
      onEvent: (change) => {
        if (signal.aborted) return;
        if (change.revision <= upTo && covers(this.scope, change.key)) this.offer(this.fromHistory(change));
        advance(change.revision);
      },
      onProgress: (revision) => {
        if (!signal.aborted) advance(revision);
      },
    };
    const watch = await this.cache.storage.watch({ prefix: this.scope, afterRevision: this.seen, signal }, listener);
    watch.close();
    if (this.hasRefused) await this.resume();
  }

  private fromHistory({ type, key, revision, createRevision, value, previous }: StorageEvent): CacheEvent {
    const entry = this.cache.ingest({ key, revision, createRevision, value });
    if (type === 'create') return { type: 'ADDED', revision, entry };
    const before: CacheEntry | undefined = previous && this.cache.ingest({ key, createRevision, ...previous });
    return { type: type === 'delete' ? 'DELETED' : 'MODIFIED', revision, entry, ...(before && { previous: before }) };
  }

  private offer(event: CacheEvent): void {
    if (this.sink.onEvent(event) === false) this.hasRefused = true;
  }

  private async resume(): Promise<void> {
    this.hasRefused = false;
    if (!this.sink.drained) return this.end('TooSlow');
    await this.sink.drained();
    // A receiver that has just gone takes everything at once, until its end is seen in a turn of the event loop.
    if (turns.isOver()) await turns.next();
  }
}
