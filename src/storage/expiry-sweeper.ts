import { isConflict, isKeyNotFound, isStorageError } from './storage-error.js';

/** The part of the store that the sweeper uses. */
export interface ExpiringStore {
  /** Returns keys whose time was up at `now`, at most `limit`. */
  expired(now: number, limit: number): Promise<{ key: string; revision: number }[]>;
  /** Deletes as Storage.delete does. */
  delete(key: string, expectedRevision: number): Promise<number>;
}

const PAGE = 500;

/** Deletes expired keys through ordinary deletes, now and then. */
export class ExpirySweeper {
  private timer: NodeJS.Timeout | undefined;
  private sweeping: Promise<void> | undefined;

  constructor(
    private readonly store: ExpiringStore,
    private readonly intervalMs: number,
    private readonly now: () => number,
  ) {}

  /** Starts to sweep every interval. */
  start(): void {
    this.timer = setInterval(() => void this.sweep(), this.intervalMs);
    this.timer.unref();
  }

  /** Sweeps no more, and waits for a sweep that is under way. */
  async stop(): Promise<void> {
    clearInterval(this.timer);
    await this.sweeping;
  }

  /** Deletes everything that has expired by now; a sweep that is under way is joined. */
  sweep(): Promise<void> {
    this.sweeping ??= this.deleteExpired().finally(() => {
      this.sweeping = undefined;
    });
    return this.sweeping;
  }

  private async deleteExpired(): Promise<void> {
    // A full page means there may be more; one with a failed deletion would come again, so it waits for the next sweep.
    for (let mayHaveMore = true; mayHaveMore;) {
      const expired = await this.store.expired(this.now(), PAGE).catch(() => []);
      const outcomes = await Promise.all(expired.map(({ key, revision }) => this.deleteOne(key, revision)));
      mayHaveMore = expired.length === PAGE && outcomes.every(Boolean);
    }
  }

  /** Reports whether the key is done: deleted, or changed meanwhile, which renews its lifetime. */
  private async deleteOne(key: string, revision: number): Promise<boolean> {
    try {
      await this.store.delete(key, revision);
      return true;
    } catch (error) {
      if (isConflict(error) || isKeyNotFound(error)) return true;
      if (isStorageError(error)) return false;
      throw error;
    }
  }
}
