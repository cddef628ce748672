import type { Logger } from '../../observability/index.js';
import { compacted, unreachable } from '../storage-error.js';
import type { Storage } from '../storage.js';
import type { Ingest } from './cache-entry.js';
import type { CacheMeter } from './cache-meter.js';
import type { EventRingLimits } from './event-ring.js';
import type { PinLimits } from './pinned-snapshots.js';
import { ResourceCache } from './resource-cache.js';
import { StoreFeed } from './store-feed.js';

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
  /** Where it is logged that defragmentation failed, for want of memory; it is tried again in the next round. Unset: nowhere. */
  readonly logger?: Pick<Logger, 'warn'>;
}

/** The parts of a resource that are its own. */
export interface CachedResourceOptions {
  /** Counts what happens to it; nothing does where unset. */
  readonly meter?: CacheMeter;
  /** The store that has its objects; that of the cache when unset. */
  readonly storage?: Storage;
}

const DEFRAGMENTATION_PERIOD_MS = 10_000;
const FIVE_MINUTES = 5 * 60 * 1000;

/**
 * All resources in memory, fed by a single watch on each store. Knows nothing of what the values mean: each resource is
 * registered with the function that prepares its entries. Both type and injection token.
 */
export class WatchCache {
  private readonly feeds = new Map<Storage, StoreFeed>();
  private readonly main: StoreFeed;
  private timer: NodeJS.Timeout | undefined;
  private round: Promise<void> | undefined;

  constructor(
    storage: Storage,
    private readonly options: WatchCacheOptions = {},
  ) {
    this.main = this.feedOf(storage);
  }

  /**
   * Starts to cache the keys under `prefix`, which ends in `/`. Nothing is read until the resource is first used. Of
   * nested prefixes the longest gets a key. Throws when the prefix is taken, which is a mistake in the program.
   */
  register(prefix: string, ingest: Ingest, { meter, storage }: CachedResourceOptions = {}): ResourceCache {
    const { ring, pins, now = () => performance.now() } = this.options;
    if (!prefix.endsWith('/')) throw new Error(`the prefix of a resource must end in /: ${prefix}`);
    if (this.find(prefix)) throw new Error(`there is a resource under this prefix already: ${prefix}`);
    const limits = {
      ring: { maxAgeMs: FIVE_MINUTES, maxEvents: 20_000, maxBytes: 32 << 20, ...ring },
      pins: { maxPins: 64, maxAgeMs: FIVE_MINUTES, maxBytes: 64 << 20, ...pins },
      now,
    };
    const feed = storage ? this.feedOf(storage) : this.main;
    const resource = new ResourceCache(prefix, { ingest, feed, limits, meter });
    feed.resources.set(prefix, resource);
    return resource;
  }

  /**
   * Replaces how the entries of a resource are prepared: reads the resource once more and then, in one go, puts a cache of
   * its own in place of the old one, passes it the watches, which continue with the next change, and calls what `prepare`
   * has answered. `prepare` is called at once with the coming cache; when it throws nothing happens. Rejects as the store
   * does, with everything as it was, and where the resource is forgotten meanwhile.
   */
  async replace(prefix: string, ingest: Ingest, prepare: (cache: ResourceCache) => () => void): Promise<void> {
    const resources = this.resourcesWith(prefix);
    const old = resources?.get(prefix);
    if (!resources || !old) throw unreachable(`${prefix} is not cached`);
    const next = old.successorWith(ingest);
    const use = prepare(next);
    await old.bringUp(next);
    if (resources.get(prefix) !== old) throw unreachable(`${prefix} is not cached any more`);
    old.handOver(next);
    resources.set(prefix, next);
    use();
  }

  /** Ends the watches of a resource and forgets it, because it is no longer served. */
  unregister(prefix: string): void {
    const resources = this.resourcesWith(prefix);
    resources?.get(prefix)?.close();
    resources?.delete(prefix);
  }

  /** Returns the resource registered under exactly this prefix. */
  find(prefix: string): ResourceCache | undefined {
    return this.resourcesWith(prefix)?.get(prefix);
  }

  /** Returns the newest revision of the store that is known here; 0 before the first resource is used. */
  currentRevision(): number {
    return this.main.clock.current;
  }

  /**
   * Records where the server's own writes into an empty store ended. Watches from the beginning of the store then need
   * no history of resources that nothing was written to since: all there is was added.
   */
  endBootstrap(revision: number): void {
    this.main.bootstrapEnd = revision;
  }

  /** Makes the states of a store before a revision unreadable, as they are in the store from now on. Watches continue. */
  forgetBefore(revision: number, storage: Storage = this.main.storage): void {
    for (const resource of this.feedOf(storage).resources.values()) resource.forgetBefore(revision);
  }

  /**
   * Discards all history up to a revision, for tests: watches of clients end as for a compacted revision, and none can
   * begin before it. The server itself follows every resource on.
   */
  expireHistory(revision: number): void {
    const error = compacted(revision, revision + 1);
    for (const resource of this.main.resources.values()) resource.expireHistory(revision, error);
  }

  /** Defragments the entries of all resources now and then, until it is closed. Does not keep the process alive. */
  keepDense(intervalMs = DEFRAGMENTATION_PERIOD_MS): void {
    this.timer = setInterval(() => {
      this.round ??= this.defragment()
        .catch((error: unknown) => this.options.logger?.warn('cached objects could not be moved together', { error }))
        .finally(() => {
          this.round = undefined;
        });
    }, intervalMs).unref();
  }

  /** Ends all watches and stops following the stores. */
  close(): void {
    clearInterval(this.timer);
    for (const feed of this.feeds.values()) feed.close();
  }

  private async defragment(): Promise<void> {
    for (const { resources } of this.feeds.values()) {
      for (const resource of resources.values()) await resource.defragment();
    }
  }

  private feedOf(storage: Storage): StoreFeed {
    let feed = this.feeds.get(storage);
    if (!feed) {
      feed = new StoreFeed(storage, this.options.root ?? '/registry/');
      this.feeds.set(storage, feed);
    }
    return feed;
  }

  private resourcesWith(prefix: string): Map<string, ResourceCache> | undefined {
    for (const { resources } of this.feeds.values()) if (resources.has(prefix)) return resources;
    return undefined;
  }
}
