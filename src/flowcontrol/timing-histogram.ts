import type { HistogramDefinition, MetricsRegistry, Sample } from '../observability/index.js';

const NANOSECONDS_IN_MS = 1e6;

/**
 * The share of a limit that is used, as a histogram over time: every nanosecond is one observation (upstream:
 * TimingRatioHistogram). Times are in milliseconds of a clock that only moves forward.
 */
export class TimingRatio {
  private readonly times: Float64Array;
  private sum = 0;
  private used = 0;
  private limit = 1;
  private ratio = 0;
  private bucket = 0;

  constructor(
    private readonly buckets: readonly number[],
    private last: number,
  ) {
    this.times = new Float64Array(buckets.length + 1);
    this.locate();
  }

  /** Sets the use from now on. */
  set(used: number, now: number): void {
    this.advance(now);
    if (used === this.used) return;
    this.used = used;
    this.locate();
  }

  /** Changes the use by an amount. */
  add(change: number, now: number): void {
    this.set(this.used + change, now);
  }

  /** Sets the limit from now on; less than 1 counts as 1. */
  setLimit(limit: number, now: number): void {
    this.advance(now);
    this.limit = Math.max(limit, 1);
    this.locate();
  }

  /** Returns the samples of a family until now. */
  samples(name: string, labels: Sample['labels'], now: number): Sample[] {
    this.advance(now);
    const samples: Sample[] = [];
    let count = 0;
    this.times.forEach((time, i) => {
      count += Math.round(time * NANOSECONDS_IN_MS);
      samples.push({
        metricName: `${name}_bucket`,
        labels: { ...labels, le: this.buckets[i] ?? '+Inf' },
        value: count,
      });
    });
    samples.push({ metricName: `${name}_sum`, labels, value: this.sum * NANOSECONDS_IN_MS });
    samples.push({ metricName: `${name}_count`, labels, value: count });
    return samples;
  }

  private advance(now: number): void {
    const elapsed = now - this.last;
    if (elapsed <= 0) return;
    this.last = now;
    this.times[this.bucket] += elapsed;
    this.sum += this.ratio * elapsed;
  }

  private locate(): void {
    this.ratio = this.used / this.limit;
    let bucket = 0;
    while (bucket < this.buckets.length && this.ratio > this.buckets[bucket]) bucket++;
    this.bucket = bucket;
  }
}

/** A family of such histograms, which the registry reads when it is asked. */
export class TimingRatioFamily {
  private readonly children = new Map<string, { labels: Sample['labels']; child: TimingRatio }>();

  constructor(
    registry: MetricsRegistry,
    private readonly definition: HistogramDefinition,
    private readonly now: () => number,
  ) {
    const read = (): Sample[] =>
      [...this.children.values()].flatMap(({ labels, child }) => child.samples(definition.name, labels, now()));
    registry.observed(definition, 'histogram', read);
  }

  /** Returns the child for label values in the definition's order; made on first use. */
  labels(...values: string[]): TimingRatio {
    const key = values.join('\0');
    let entry = this.children.get(key);
    if (!entry) {
      const names = this.definition.labels ?? [];
      const labels = Object.fromEntries(names.map((name, i) => [name, values[i]]));
      entry = { labels, child: new TimingRatio(this.definition.buckets, this.now()) };
      this.children.set(key, entry);
    }
    return entry.child;
  }

  /** Forgets one label combination. */
  remove(...values: string[]): void {
    this.children.delete(values.join('\0'));
  }
}
