import type { Clock } from '../../observability/index.js';

interface Kept<V> {
  readonly value: V;
  readonly until: number;
}

/**
 * Values that are kept for some time, the least recently used going first where they are too many.
 *
 * @internal
 * @example
 * const tides = new ExpiringCache<number>(clock, 100);
 */
export class ExpiringCache<V> {
  private readonly entries = new Map<string, Kept<V>>();

  constructor(
    private readonly clock: Clock,
    private readonly most: number,
  ) {}

  /** How many values are kept, including expired ones that were not asked for. */
  get size(): number {
    return this.entries.size;
  }

  /** Returns the value of a key, unless it has expired. */
  get(key: string): V | undefined {
    const found = this.entries.get(key);
    if (found === undefined) return undefined;
    this.entries.delete(key);
    if (this.clock.monotonic() >= found.until) return undefined;
    this.entries.set(key, found);
    return found.value;
  }

  /** Keeps a value for some milliseconds; for none, not at all. */
  set(key: string, value: V, ttl: number): void {
    this.entries.delete(key);
    if (ttl <= 0) return;
    this.entries.set(key, { value, until: this.clock.monotonic() + ttl });
    if (this.entries.size > this.most) this.entries.delete(this.entries.keys().next().value!);
  }

  /** Removes the values that match a predicate, and returns their number. */
  forget(isMeant: (value: V) => boolean): number {
    let count = 0;
    for (const [key, { value }] of this.entries) {
      if (!isMeant(value)) continue;
      this.entries.delete(key);
      count++;
    }
    return count;
  }
}
