import { withSignal } from './with-signal.js';

/** The requests that wait for something of a carrier. One whose signal is aborted waits no longer. */
export class AwaitedRequests {
  private count = 0;
  private whenNone: (() => void)[] = [];

  /** Settles as work does, or fails with the reason of the request's signal; the request waits until then. */
  async wait<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
    this.enter();
    try {
      return await withSignal(signal, work);
    } finally {
      this.leave();
    }
  }

  /** Counts a request until `leave` is called for it. */
  enter(): void {
    this.count++;
  }

  leave(): void {
    if (--this.count > 0) return;
    for (const resolve of this.whenNone.splice(0)) resolve();
  }

  /** Resolves when no request waits. */
  none(): Promise<void> {
    return this.count === 0 ? Promise.resolve() : new Promise((resolve) => void this.whenNone.push(resolve));
  }
}
