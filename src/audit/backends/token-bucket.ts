import type { Clock } from '../../observability/index.js';

/** The rate that a bucket allows. */
export interface TokenBucketSettings {
  readonly perSecond: number;
  /** How many at once after a pause. */
  readonly burst: number;
  readonly clock: Clock;
}

/** Limits a rate: a caller that exceeds it waits (upstream: flowcontrol's token bucket). For one caller at a time. */
export class TokenBucket {
  private tokens: number;
  private filledAt: number;

  constructor(private readonly settings: TokenBucketSettings) {
    this.tokens = settings.burst;
    this.filledAt = settings.clock.monotonic();
  }

  /** Resolves when the caller may proceed. */
  async take(): Promise<void> {
    const { perSecond, clock } = this.settings;
    this.fill();
    this.tokens--;
    if (this.tokens < 0) await clock.sleep((-this.tokens / perSecond) * 1000);
  }

  private fill(): void {
    const { perSecond, burst, clock } = this.settings;
    const now = clock.monotonic();
    this.tokens = Math.min(burst, this.tokens + ((now - this.filledAt) / 1000) * perSecond);
    this.filledAt = now;
  }
}
