/** The longest time to retry after, in seconds. */
const LONGEST = 32;
/** Rejections a second from which the time is doubled. */
const MANY = 3;

/**
 * The Retry-After of one level, in seconds: it doubles while many requests are rejected, and shrinks by one when few
 * are (upstream: DroppedRequestsTracker). Changes come with the first rejection of a second.
 */
export class DroppedRequests {
  retryAfter = 1;
  /** Rejections by second, the oldest first; no more than the longest time reaches back. */
  private history: { readonly second: number; readonly count: number }[] = [];
  private second = 0;
  private count = 0;
  private raisedAt = 0;

  /** Counts a rejection at a time of day in milliseconds. */
  record(now: number): void {
    const second = Math.floor(now / 1000);
    if (second === this.second) {
      this.count++;
      return;
    }
    this.history = this.history.filter((past) => this.second - past.second <= LONGEST);
    this.history.push({ second: this.second, count: this.count });
    this.second = second;
    this.count = 1;
    this.adjust(second);
  }

  private adjust(now: number): void {
    const { retryAfter } = this;
    const recent = this.history.filter(({ second }) => second < now && now - second <= retryAfter);
    const dropped = recent.reduce((sum, { count }) => sum + count, 0);
    if (now - this.raisedAt >= retryAfter && dropped >= MANY * retryAfter) {
      this.retryAfter = Math.min(retryAfter * 2, LONGEST);
      this.raisedAt = now;
    } else if (dropped < retryAfter && retryAfter > 1) this.retryAfter--;
  }
}
