/** How often something may happen: in the long run, and at once. */
export interface Rate {
  /** How often each second. */
  readonly qps: number;
  readonly burst: number;
}

/** A token bucket that limits a rate. Times are in milliseconds. */
export class TokenBucket {
  private tokens: number;

  constructor(
    private readonly rate: Rate,
    private filledAt: number,
  ) {
    this.tokens = rate.burst;
  }

  /** Takes a token; false when there is none. */
  take(now: number): boolean {
    const { qps, burst } = this.rate;
    this.tokens = Math.min(burst, this.tokens + ((now - this.filledAt) / 1000) * qps);
    this.filledAt = now;
    if (this.tokens < 1) return false;
    this.tokens -= 1;
    return true;
  }
}

/** The buckets of those that are limited each for itself; at most so many, of which the one not used longest goes. */
export class TokenBuckets {
  private readonly byKey = new Map<string, TokenBucket>();

  constructor(
    private readonly size: number,
    private readonly make: () => TokenBucket,
  ) {}

  /** Returns the bucket of a key, a new one if there is none. */
  get(key: string): TokenBucket {
    const bucket = this.byKey.get(key) ?? this.make();
    this.byKey.delete(key);
    this.byKey.set(key, bucket);
    if (this.byKey.size > this.size) {
      const [oldest] = this.byKey.keys();
      this.byKey.delete(oldest);
    }
    return bucket;
  }
}
