import type { Logger } from '../../observability/index.js';
import type { Storage, WatchCache } from '../../storage/index.js';

/** The dependencies of the history of a bootstrap. */
export interface BootstrapHistoryParts {
  readonly storage: Pick<Storage, 'currentRevision' | 'compact'>;
  readonly cache: Pick<WatchCache, 'endBootstrap'>;
  readonly logger: Logger;
}

/**
 * The history of what a server writes into its empty store. It is kept until a client writes, so that a watch from the
 * first revision receives all of it, and is compacted then: the first changes a client may have missed are those of clients.
 */
export class BootstrapHistory {
  private isKept = false;
  private ending: Promise<void> | undefined;

  constructor(private readonly parts: BootstrapHistoryParts) {}

  /** Keeps the history. Called once the server has filled an empty store. */
  keep(): void {
    this.isKept = true;
  }

  /**
   * Compacts the history before the first write of a client. Returns a promise only while that has to be awaited; a failure
   * is logged, and leaves the history to the compaction of all others.
   */
  end(): Promise<void> | undefined {
    if (this.isKept) {
      this.isKept = false;
      this.ending = this.compact().finally(() => (this.ending = undefined));
    }
    return this.ending;
  }

  private async compact(): Promise<void> {
    const { storage, cache, logger } = this.parts;
    try {
      const revision = await storage.currentRevision();
      await storage.compact(revision);
      cache.endBootstrap(revision);
    } catch (error) {
      logger.warn('the history of the first start could not be compacted', { error });
    }
  }
}
