/** A number that goes up and down. Callers keep the child they bound; changing it is one addition. */
export class GaugeChild {
  value = 0;

  increment(by = 1): void {
    this.value += by;
  }

  decrement(by = 1): void {
    this.value -= by;
  }

  set(value: number): void {
    this.value = value;
  }
}

/** A number that only goes up. */
export class CounterChild {
  value = 0;

  increment(by = 1): void {
    this.value += by;
  }

  /** Resets to zero; holders of the child continue with it. */
  clear(): void {
    this.value = 0;
  }
}

/** Counts of observations by size. */
export class HistogramChild {
  readonly counts: Float64Array;
  sum = 0;

  constructor(private readonly buckets: readonly number[]) {
    this.counts = new Float64Array(buckets.length + 1);
  }

  observe(value: number): void {
    let bucket = 0;
    // Nearly everything falls into the first buckets, so walking beats a binary search.
    while (bucket < this.buckets.length && value > this.buckets[bucket]) bucket++;
    this.counts[bucket]++;
    this.sum += value;
  }

  /** Resets to zero; holders of the child continue with it. */
  clear(): void {
    this.counts.fill(0);
    this.sum = 0;
  }
}
