import type { Clock } from '../../observability/index.js';

/** How many tokens a bucket has, and gets. */
export interface TokenRate {
  readonly perSecond: number;
  /** Tokens at most, and at the beginning. */
  readonly burst: number;
}

/** Tokens that come back at a constant rate (upstream: x/time/rate). */
export class TokenBucket {
  private tokens: number;
  private filledAt: number;

  constructor(
    private readonly rate: TokenRate,
    private readonly clock: Pick<Clock, 'monotonic'>,
  ) {
    this.tokens = rate.burst;
    this.filledAt = clock.monotonic();
  }

  /** Takes a token if there is one. */
  take(): boolean {
    this.fill();
    if (this.tokens < 1) return false;
    this.tokens--;
    return true;
  }

  /** Takes the next token, and returns the milliseconds until it is there. */
  reserve(): number {
    this.fill();
    this.tokens--;
    return this.tokens >= 0 ? 0 : (-this.tokens * 1000) / this.rate.perSecond;
  }

  /** True if nothing has been taken for so long that it is as it was at the beginning. */
  get isFull(): boolean {
    this.fill();
    return this.tokens >= this.rate.burst;
  }

  private fill(): void {
    const now = this.clock.monotonic();
    const { perSecond, burst } = this.rate;
    this.tokens = Math.min(burst, this.tokens + ((now - this.filledAt) * perSecond) / 1000);
    this.filledAt = now;
  }
}
