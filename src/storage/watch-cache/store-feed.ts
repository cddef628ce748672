import { unreachable, type StorageError } from '../storage-error.js';
import type { Storage, StorageEvent } from '../storage.js';
import type { ChangeFeed, ResourceCache } from './resource-cache.js';
import { RevisionClock } from './revision-clock.js';

/** The changes of one store, by a single watch, handed to the resources that are kept in it. */
export class StoreFeed implements ChangeFeed {
  /** The resources by the prefix of their keys. */
  readonly resources = new Map<string, ResourceCache>();
  readonly clock: RevisionClock;
  bootstrapEnd: number | undefined;
  private feeding: Promise<void> | undefined;
  private readonly stopFeed = new AbortController();
  private isClosed = false;

  /** `root` is the prefix of the keys of all resources. */
  constructor(
    readonly storage: Storage,
    private readonly root: string,
  ) {
    this.clock = new RevisionClock(() => storage.currentRevision());
  }

  start(): Promise<void> {
    if (this.isClosed) return Promise.reject(unreachable('the watch cache is closed'));
    this.feeding ??= this.follow().catch((error: unknown) => {
      this.feeding = undefined;
      throw error;
    });
    return this.feeding;
  }

  /** Ends all watches and stops following the store. */
  close(): void {
    if (this.isClosed) return;
    this.isClosed = true;
    this.stopFeed.abort();
    for (const resource of this.resources.values()) resource.close();
  }

  private async follow(): Promise<void> {
    const revision = await this.storage.currentRevision();
    const { signal } = this.stopFeed;
    await this.storage.watch(
      { prefix: this.root, afterRevision: revision, signal },
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
