import type { Clock } from '../../observability/index.js';

/** Entries of each sort at most, and characters that their values take together. */
const CAPACITY = 4096;
const MAX_WEIGHT = 16 * 1024 * 1024;

interface Entry<T> {
  readonly value: T;
  readonly until: number;
}

interface Weighed<T> extends Entry<T> {
  readonly weight: number;
}

/** A cache of positive and negative results, kept separately: forged tokens must not evict valid ones. */
export class ReviewCache<T> {
  /** In order of age. */
  private readonly accepted = new Map<string, Weighed<T>>();
  private readonly refused = new Map<string, Entry<undefined>>();
  private weight = 0;

  /** `ttl` is in milliseconds; nothing is remembered where it is 0. */
  constructor(
    private readonly ttl: number,
    private readonly clock: Clock,
  ) {}

  /** Returns the cached value of a key; undefined if there is none. */
  find(key: string): Entry<T | undefined> | undefined {
    const entry = this.accepted.get(key) ?? this.refused.get(key);
    return entry && this.clock.monotonic() < entry.until ? entry : undefined;
  }

  /** Remembers a value, or that there is none. */
  remember(key: string, value: T | undefined): void {
    if (this.ttl <= 0) return;
    this.forget(key);
    const until = this.clock.monotonic() + this.ttl;
    if (value === undefined) {
      if (this.refused.size >= CAPACITY) this.refused.delete(oldestOf(this.refused));
      this.refused.set(key, { value: undefined, until });
      return;
    }
    const weight = JSON.stringify(value).length;
    this.weight += weight;
    this.accepted.set(key, { value, until, weight });
    while (this.accepted.size > CAPACITY || this.weight > MAX_WEIGHT) this.forget(oldestOf(this.accepted));
  }

  private forget(key: string): void {
    this.weight -= this.accepted.get(key)?.weight ?? 0;
    this.accepted.delete(key);
    this.refused.delete(key);
  }
}

function oldestOf(entries: ReadonlyMap<string, unknown>): string {
  return entries.keys().next().value!;
}
