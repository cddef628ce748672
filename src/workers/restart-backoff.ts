/** A worker that ran so long, in milliseconds, is replaced at once when it ends. */
const STEADY_MS = 10_000;
const FIRST_DELAY_MS = 500;
const LONGEST_DELAY_MS = 30_000;
/** Starts in a row that may fail where no worker serves. */
const MAX_FAILURES = 5;

/** How long to wait before a worker that ended is replaced. */
export class RestartBackoff {
  private failures = 0;

  /** Returns the delay before the next start, in milliseconds, after a worker that ran for a time. */
  delayAfter(ranMs: number): number {
    if (ranMs >= STEADY_MS) {
      this.failures = 0;
      return 0;
    }
    this.failures++;
    return this.failures === 1 ? 0 : Math.min(FIRST_DELAY_MS * 2 ** (this.failures - 2), LONGEST_DELAY_MS);
  }

  /** True if workers end again and again soon after their start. */
  get isHopeless(): boolean {
    return this.failures >= MAX_FAILURES;
  }
}
