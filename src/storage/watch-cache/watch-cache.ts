import { compacted, unreachable, type StorageError } from '../storage-error.js';
import type { Storage, StorageEvent } from '../storage.js';
import type { Ingest } from './cache-entry.js';
import type { CacheMeter } from './cache-meter.js';
import type { EventRingLimits } from './event-ring.js';
import type { PinLimits } from './pinned-snapshots.js';
import { ResourceCache } from './resource-cache.js';
import { RevisionClock } from './revision-clock.js';

/** The limits of the cache besides the newest state. Everything unset has a default. */
export interface WatchCacheOptions {
  /** The prefix of the keys of all resources; `/registry/` when unset. */
  readonly root?: string;
  /** Recent events per resource; 5 minutes, 20000 events, 32 MiB when unset. */
  readonly ring?: Partial<EventRingLimits>;
  /** Snapshots for continue tokens per resource; 64, 5 minutes, 64 MiB when unset. */
  readonly pins?: Partial<PinLimits>;
  /** A steady time in milliseconds; the process's monotonic clock when unset. */
  readonly now?: () => number;
}

const FIVE_MINUTES = 5 * 60 * 1000;

/**
 * All resources in memory, fed by a single watch on the store. Knows nothing of what the values mean: each resource is
 * registered with the function that prepares its entries. Both type and injection token.
 */
export class WatchCache {
  private readonly resources = new Map<string, ResourceCache>();
  private readonly clock: RevisionClock;
  private feeding: Promise<void> | undefined;
  private readonly stopFeed = new AbortController();
  private isClosed = false;

  constructor(
    private readonly storage: Storage,
    private readonly options: WatchCacheOptions = {},
  ) {
    this.clock = new RevisionClock(() => storage.currentRevision());
  }

  /**
   * Begins to cache the keys under `prefix`, which ends in `/`. Nothing is read until the resource is first used. Of
   * nested prefixes the longest gets a key. Throws when the prefix is taken, which is a mistake in the program.
   */
  register(prefix: string, ingest: Ingest, meter?: CacheMeter): ResourceCache {
    const { ring, pins, now = () => performance.now() } = this.options;
    if (!prefix.endsWith('/')) throw new Error(`the prefix of a resource must end in /: ${prefix}`);
    if (this.resources.has(prefix)) throw new Error(`there is a resource under this prefix already: ${prefix}`);
    const limits = {
      ring: { maxAgeMs: FIVE_MINUTES, maxEvents: 20_000, maxBytes: 32 << 20, ...ring },
      pins: { maxPins: 64, maxAgeMs: FIVE_MINUTES, maxBytes: 64 << 20, ...pins },
      now,
    };
    const feed = { storage: this.storage, clock: this.clock, start: () => this.start() };
    const resource = new ResourceCache(prefix, { ingest, feed, limits, meter });
    this.resources.set(prefix, resource);
    return resource;
  }

  /**
   * Has another ingest prepare the entries of a resource: reads the resource once more and then, in one go, puts a cache of
   * its own in place of the old one, gives it the watches, which go on with the next change, and calls what `prepare` has
   * answered. `prepare` is called at once with the coming cache; when it throws nothing happens. Rejects as the store does,
   * with everything as it was, and where the resource is forgotten meanwhile.
   */
  async replace(prefix: string, ingest: Ingest, prepare: (cache: ResourceCache) => () => void): Promise<void> {
    const old = this.resources.get(prefix);
    if (!old) throw unreachable(`${prefix} is not cached`);
    const next = old.successorWith(ingest);
    const use = prepare(next);
    await old.bringUp(next);
    if (this.resources.get(prefix) !== old) throw unreachable(`${prefix} is not cached any more`);
    old.handOver(next);
    this.resources.set(prefix, next);
    use();
  }

  /** Ends the watches of a resource and forgets it, because it is no longer served. */
  unregister(prefix: string): void {
    this.resources.get(prefix)?.close();
    this.resources.delete(prefix);
  }

  /** The resource registered under exactly this prefix. */
  find(prefix: string): ResourceCache | undefined {
    return this.resources.get(prefix);
  }

  /** The newest revision of the store that is known here; 0 before the first resource is used. */
  currentRevision(): number {
    return this.clock.current;
  }

  /** Makes the states before a revision unreadable, as they are in the store from now on. Watches go on. */
  forgetBefore(revision: number): void {
    for (const resource of this.resources.values()) resource.forgetBefore(revision);
  }

  /**
   * Loses all history up to a revision, for tests: watches of clients end as for a compacted revision, and none can begin
   * before it. The server itself follows every resource on.
   */
  expireHistory(revision: number): void {
    const error = compacted(revision, revision + 1);
    for (const resource of this.resources.values()) resource.expireHistory(revision, error);
  }

  /** Ends all watches and stops following the store. */
  close(): void {
    if (this.isClosed) return;
    this.isClosed = true;
    this.stopFeed.abort();
    for (const resource of this.resources.values()) resource.close();
  }

  private start(): Promise<void> {
    if (this.isClosed) return Promise.reject(unreachable('the watch cache is closed'));
    this.feeding ??= this.follow().catch((error: unknown) => {
      this.feeding = undefined;
      throw error;
    });
    return this.feeding;
  }

  private async follow(): Promise<void> {
    const revision = await this.storage.currentRevision();
    const { signal } = this.stopFeed;
    await this.storage.watch(
      { prefix: this.options.root ?? '/registry/', afterRevision: revision, signal },
      {
        onEvent: (change) => this.route(change),
        onProgress: (reached) => this.clock.advance(reached),
        onEnd: (error) => this.onFeedEnd(error),
      },
    );
    this.clock.advance(revision);
  }

  private onFeedEnd(error: StorageError | undefined): void {
    this.feeding = undefined;
    if (!error) this.close();
    else for (const resource of this.resources.values()) resource.reset(error);
  }

  private route(change: StorageEvent): void {
    // The clock first, so that a watcher that looks at the cache from within an event sees the revision of the event.
    this.clock.advance(change.revision);
    this.resourceOf(change.key)?.onChange(change);
  }

  private resourceOf(key: string): ResourceCache | undefined {
    for (let slash = key.lastIndexOf('/'); slash > 0; slash = key.lastIndexOf('/', slash - 1)) {
      const resource = this.resources.get(key.slice(0, slash + 1));
      if (resource) return resource;
    }
    return undefined;
  }
}
