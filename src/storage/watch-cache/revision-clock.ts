import { tooLargeRevision, waitTimeout } from '../storage-error.js';

interface Waiter {
  readonly revision: number;
  resolve(): void;
}

/** The revision up to which a follower of the store has seen everything, and the callers that wait for it to rise. */
export class RevisionClock {
  private revision = 0;
  private readonly waiters = new Set<Waiter>();

  /** `newest` returns the store's own revision, to distinguish late changes from future revisions. */
  constructor(private readonly newest: () => number | Promise<number>) {}

  /** The revision reached. */
  get current(): number {
    return this.revision;
  }

  /** Moves forward; a lower revision changes nothing. */
  advance(revision: number): void {
    if (revision <= this.revision) return;
    this.revision = revision;
    for (const waiter of this.waiters) {
      if (waiter.revision > revision) continue;
      this.waiters.delete(waiter);
      waiter.resolve();
    }
  }

  /**
   * Resolves when the revision is reached. When it is not within `timeoutMs`, rejects with `TooLargeRevision` if the
   * store has not come so far either, else with `Timeout`.
   */
  async waitUntil(revision: number, timeoutMs: number): Promise<void> {
    if (revision <= this.revision || (await this.isReached(revision, timeoutMs))) return;
    const newest = await this.newest();
    if (revision > newest) throw tooLargeRevision(revision, newest);
    throw waitTimeout(`waited ${timeoutMs} ms for revision ${revision}, the cache is at ${this.revision}`);
  }

  private isReached(revision: number, timeoutMs: number): Promise<boolean> {
    return new Promise((resolve) => {
      const waiter = { revision, resolve: () => settle(true) };
      const timer = setTimeout(() => settle(false), timeoutMs);
      const settle = (reached: boolean): void => {
        clearTimeout(timer);
        this.waiters.delete(waiter);
        resolve(reached);
      };
      this.waiters.add(waiter);
    });
  }
}
