import { isCompacted, unreachable, type StorageError } from '../storage-error.js';
import type { Storage, StorageEvent, StoredValue } from '../storage.js';
import type { CacheEntry, Ingest } from './cache-entry.js';
import {
  CatchingUpWatch,
  type CacheWatch,
  type CacheWatchOptions,
  type CacheWatchSink,
  type WatchedCache,
} from './cache-watch.js';
import { CacheMeter } from './cache-meter.js';
import { ResourceState, type CacheList, type CacheListOptions, type ResourceStateLimits } from './resource-state.js';
import type { RevisionClock } from './revision-clock.js';
import { SharedWork } from './shared-work.js';
import { WatcherIndex } from './watcher-index.js';

/** The source of the changes of a resource. */
export interface ChangeFeed {
  readonly storage: Storage;
  readonly clock: RevisionClock;
  /** The end of what the server wrote into the empty store; undefined in a store that had been used before. */
  readonly bootstrapEnd?: number;
  /** Resolves when every later change will be handed to `ResourceCache.onChange`. */
  start(): Promise<void>;
}

/** The dependencies of a cached resource. */
export interface ResourceCacheParts {
  /** Prepares its entries. */
  readonly ingest: Ingest;
  readonly feed: ChangeFeed;
  readonly limits: ResourceStateLimits;
  /** Counts what happens; nothing does where unset. */
  readonly meter?: CacheMeter;
}

const NOTHING_COUNTED = new CacheMeter();
/** Values read at a time when a resource is loaded: bounds what is held twice. */
const LOAD_PAGE = 250;
/** How long a consistent read waits for changes that are under way (upstream: blockTimeout). */
const FRESH_TIMEOUT_MS = 3000;

/**
 * One resource in memory: what clients read is answered from here. Loads itself on first use, is moved forward by the
 * feed and never asks the store for an object again.
 *
 * `get`, `list` and `pin` answer at once and throw `Unreachable` while the resource is not loaded, so a reader begins
 * with `waitUntilFresh()`, or `ready()` where any state will do. Entries are shared: they must not be changed.
 */
export class ResourceCache {
  private state: ResourceState | undefined;
  private loading: Promise<ResourceState> | undefined;
  /** Changes that arrive while the state is read from the store. */
  private early: StorageEvent[] | undefined;
  private readonly reaching = new SharedWork<number>();
  private readonly watches = new Set<CatchingUpWatch>();
  private watchers: WatcherIndex;
  /** The cache that is about to take over, while it loads: it gets the same changes. */
  private successor: ResourceCache | undefined;
  private readonly ingest: Ingest;
  private readonly feed: ChangeFeed;
  private readonly limits: ResourceStateLimits;
  /** Counts what happens to the resource, whichever cache it has. */
  readonly meter: CacheMeter;

  constructor(
    /** The prefix of the resource's keys; ends in `/`. */
    readonly prefix: string,
    { ingest, feed, limits, meter = NOTHING_COUNTED }: ResourceCacheParts,
  ) {
    this.ingest = ingest;
    this.feed = feed;
    this.limits = limits;
    this.meter = meter;
    this.watchers = new WatcherIndex(prefix);
  }

  /** True if the resource can be read without waiting. */
  get isReady(): boolean {
    return this.state !== undefined;
  }

  /** Maximum number of recent events. */
  get capacity(): number {
    return this.limits.ring.maxEvents;
  }

  /** How many objects there are; 0 while not loaded. */
  get size(): number {
    return this.state?.size ?? 0;
  }

  /** Returns how many bytes the objects have in their stored form, in turns with others; 0 while not loaded. */
  async sizeInBytes(): Promise<number> {
    return (await this.state?.sizeInBytes()) ?? 0;
  }

  /** Loads the resource. Rejects as the store does. */
  async ready(): Promise<void> {
    if (!this.state) await this.load();
  }

  /** Returns the revision the state is current at: the store's as far as it is known, whichever resource made it. */
  currentRevision(): number {
    return Math.max(this.feed.clock.current, this.state?.loadedAt ?? 0);
  }

  /** Loads the resource and waits until it has everything up to `revision`; rejects as RevisionClock does. */
  async waitUntil(revision: number, timeoutMs: number): Promise<void> {
    await this.ready();
    if (revision > this.currentRevision()) await this.feed.clock.waitUntil(revision, timeoutMs);
  }

  /**
   * Starts a consistent read: waits until reads show every write that any process has been answered for.
   * Returns undefined where they do already, so that nothing is awaited; otherwise loads the resource as needed and
   * rejects as `waitUntil` does.
   */
  waitUntilFresh(timeoutMs = FRESH_TIMEOUT_MS): Promise<void> | undefined {
    if (!this.state) return this.catchUp(timeoutMs);
    const newest = this.feed.storage.currentRevision();
    if (typeof newest === 'number') {
      return newest <= this.currentRevision() ? undefined : this.waitUntil(newest, timeoutMs);
    }
    return newest.then((revision) => this.waitUntil(revision, timeoutMs));
  }

  /**
   * Makes `list` reach back to an older state: where memory does not, as for a resource that was not read for a while,
   * it is read from the store's history. Done once for all who ask for a revision, and for one revision after the other.
   * Returns undefined where nothing has to be awaited. What is compacted stays out of reach, and `list` says so.
   */
  reachBack(revision: number): Promise<void> | undefined {
    if (this.state?.isAtHand(revision)) return undefined;
    return this.reaching.do(revision, () => this.bringBack(revision));
  }

  /** True if there are, or were lately, values that cannot be read. */
  get hasUnreadable(): boolean {
    return this.state?.hasUnreadable ?? false;
  }

  /** Makes the states before a revision unreadable: `list` throws `Compacted` for them, however near they are. */
  forgetBefore(revision: number): void {
    this.successor?.forgetBefore(revision);
    this.state?.forgetBefore(revision);
  }

  /** Returns the newest state of one object, or undefined. */
  get(key: string): CacheEntry | undefined {
    return this.loadedState().get(key);
  }

  /**
   * Lists the newest state or, with `revision`, exactly an older one: a pinned one, or one that can be reconstructed
   * from recent events. Throws `Compacted` when they do not reach, `TooLargeRevision` when it has not happened.
   */
  list(options: CacheListOptions = {}): CacheList {
    return this.loadedState().list(options, this.currentRevision());
  }

  /**
   * Lists the same for a reader who can wait: where there is much to look at, others get their turns meanwhile. Throws as
   * `list` does.
   */
  listInTurns(options: CacheListOptions): CacheList | Promise<CacheList> {
    return this.loadedState().listInTurns(options, this.currentRevision());
  }

  /** Reports whether a continue token that leads to a revision is not older than tokens live, as far as is known. */
  honoursToken(revision: number): boolean {
    return this.loadedState().honoursToken(revision);
  }

  /** Keeps the state at a revision readable as `pin` does, without a new life for its tokens. Throws as `list` does. */
  keep(revision: number): void {
    this.loadedState().keep(revision, this.currentRevision());
  }

  /**
   * Keeps the state at a revision (unset: now) readable for `list` during the life of a continue token, which begins now,
   * within the bounds of number and age. Returns the revision. Throws as `list` does.
   */
  pin(revision: number = this.currentRevision()): number {
    this.loadedState().pin(revision, this.currentRevision());
    return revision;
  }

  /**
   * Starts a watch. Events that are in memory are delivered before this returns; what has to be loaded or read from the
   * store's history comes first, later. A start that cannot be served ends the watch with `Failed` and `Compacted`.
   */
  watch(options: CacheWatchOptions, sink: CacheWatchSink): CacheWatch {
    const watch = new CatchingUpWatch(this.watched(), options, sink);
    this.watches.add(watch);
    watch.start();
    return watch;
  }

  /** Returns a cache of the same keys whose entries another ingest prepares. Nothing is read of it yet. */
  successorWith(ingest: Ingest): ResourceCache {
    const { prefix, feed, limits, meter } = this;
    return new ResourceCache(prefix, { ingest, feed, limits, meter });
  }

  /**
   * Fills a successor with the state of this cache; it gets the same changes from then on, until `handOver`. Rejects as
   * the store does.
   */
  async bringUp(next: ResourceCache): Promise<void> {
    if (!this.isReady && this.watches.size === 0) return;
    this.successor = next;
    try {
      await next.ready();
      // A feed that runs behind still has to deliver to watchers what the successor has read already.
      await this.feed.clock.waitUntil(next.currentRevision(), FRESH_TIMEOUT_MS);
    } catch (error) {
      this.successor = undefined;
      throw error;
    }
  }

  /**
   * Passes the watches to a successor that has the state of this cache. Readers who still have this cache see the state it had:
   * it is not moved forward any more.
   */
  handOver(next: ResourceCache): void {
    this.successor = undefined;
    next.watchers = this.watchers;
    this.watchers = new WatcherIndex(this.prefix);
    const cache = next.watched();
    for (const watch of this.watches) {
      next.watches.add(watch);
      watch.moveTo(cache);
    }
    this.watches.clear();
  }

  /** Moves the bytes of entries closer together where many were replaced since the last time. */
  async defragment(): Promise<void> {
    await this.state?.defragment();
  }

  /** Takes a change from the feed. */
  onChange(change: StorageEvent): void {
    this.successor?.onChange(change);
    this.meter.sawChange();
    if (this.early) this.early.push(change);
    // A feed that runs behind may still deliver what existed when the state was read.
    if (!this.state || change.revision <= this.state.loadedAt) return;
    const event = this.state.apply(change);
    this.watchers.dispatch(event);
    this.meter.sawDispatch();
    event.frames = undefined;
  }

  /** Forgets the state, because the feed has a gap: ends all watches; the next use loads again. */
  reset(error: StorageError): void {
    this.successor?.reset(error);
    this.forget();
    for (const watch of [...this.watches]) watch.end('Failed', error);
  }

  /** Discards all history up to a revision: ends the watches of clients with an error; those of the server continue. */
  expireHistory(revision: number, error: StorageError): void {
    for (const watch of [...this.watches]) if (watch.isOfClient) watch.end('Failed', error);
    this.forgetBefore(revision);
    this.state?.ring.dropUpTo(revision);
  }

  /** Forgets the state and ends all watches. */
  close(): void {
    this.forget();
    for (const watch of [...this.watches]) watch.end('Closed');
  }

  private watched(): WatchedCache {
    return {
      prefix: this.prefix,
      ingest: this.ingest,
      storage: this.feed.storage,
      watchers: this.watchers,
      meter: this.meter,
      loaded: () => this.state ?? this.load(),
      bootstrapEnd: () => this.feed.bootstrapEnd,
      currentRevision: () => this.currentRevision(),
      onOver: (over) => void this.watches.delete(over),
    };
  }

  private async catchUp(timeoutMs: number): Promise<void> {
    await this.ready();
    await this.waitUntilFresh(timeoutMs);
  }

  private forget(): void {
    this.state = undefined;
    this.loading = undefined;
    this.early = undefined;
  }

  private async bringBack(revision: number): Promise<void> {
    const state = this.state ?? (await this.load());
    if (state.isAtHand(revision) || (await state.undo(revision))) return;
    try {
      await state.recall(revision, this.pagesAt(revision));
    } catch (error) {
      if (!isCompacted(error)) throw error;
    }
  }

  private async *pagesAt(revision: number): AsyncGenerator<readonly StoredValue[]> {
    for (let startAfter: string | undefined, more = true; more;) {
      const page = await this.feed.storage.range(this.prefix, { limit: LOAD_PAGE, revision, startAfter });
      yield page.items;
      startAfter = page.items.at(-1)?.key;
      ({ more } = page);
    }
  }

  private loadedState(): ResourceState {
    if (!this.state) throw unreachable(`${this.prefix} is not loaded`);
    return this.state;
  }

  private load(): Promise<ResourceState> {
    if (!this.loading) {
      const loading = this.readAndFollow().finally(() => {
        if (this.loading === loading) this.loading = undefined;
      });
      this.loading = loading;
    }
    return this.loading;
  }

  private async readAndFollow(): Promise<ResourceState> {
    await this.feed.start();
    const early: StorageEvent[] = [];
    this.early = early;
    try {
      const state = await this.read();
      // Another list of early changes, or none, means the feed had a gap since.
      if (this.early !== early) throw unreachable(`lost track of changes while loading ${this.prefix}`);
      for (const change of early) if (change.revision > state.loadedAt) state.apply(change);
      this.state = state;
      return state;
    } finally {
      if (this.early === early) this.early = undefined;
    }
  }

  /** Reads everything at one revision; begins again at a newer one when that is compacted meanwhile. */
  private async read(): Promise<ResourceState> {
    for (;;) {
      try {
        const started = performance.now();
        const state = await this.readPages();
        this.meter.sawLoad(state.size, (performance.now() - started) / 1000);
        return state;
      } catch (error) {
        if (!isCompacted(error)) throw error;
      }
    }
  }

  private async readPages(): Promise<ResourceState> {
    const { storage } = this.feed;
    let page = await storage.range(this.prefix, { limit: LOAD_PAGE });
    const { prefix, ingest, limits } = this;
    const state = new ResourceState({ prefix, ingest, limits }, page.revision);
    for (;;) {
      for (const value of page.items) state.load(value);
      if (!page.more) return state;
      const startAfter = page.items[page.items.length - 1]!.key;
      page = await storage.range(this.prefix, { limit: LOAD_PAGE, revision: page.revision, startAfter });
    }
  }
}
