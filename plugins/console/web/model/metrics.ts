/** The buckets of a histogram: counts of all values up to a bound, bounds ascending, the last one infinite. */
export interface Histogram {
  readonly bounds: readonly number[];
  readonly counts: readonly number[];
}

const SAMPLE = /^apiserver_request_duration_seconds_bucket\{([^}]*)\} ([\d.e+]+)$/gm;
/** Requests that last as long as their client wants say nothing about latency. */
const LONG_RUNNING = /verb="(WATCH|CONNECT|WATCHLIST)"/;

/** Sums the latencies of all requests in a page of metrics, long-running ones left out, by verb. */
export function latenciesIn(text: string): Map<string, Histogram> {
  const sums = new Map<string, Map<number, number>>();
  for (const [, labels, value] of text.matchAll(SAMPLE)) {
    if (LONG_RUNNING.test(labels)) continue;
    const verb = /verb="([^"]*)"/.exec(labels)?.[1] ?? '';
    const bound = /le="([^"]*)"/.exec(labels)?.[1] ?? '+Inf';
    const limit = bound === '+Inf' ? Infinity : Number(bound);
    let sum = sums.get(verb);
    if (!sum) sums.set(verb, (sum = new Map()));
    sum.set(limit, (sum.get(limit) ?? 0) + Number(value));
  }
  return new Map([...sums].map(([verb, sum]) => [verb, histogramOf(sum)]));
}

function histogramOf(sum: ReadonlyMap<number, number>): Histogram {
  const bounds = [...sum.keys()].sort((a, b) => a - b);
  return { bounds, counts: bounds.map((bound) => sum.get(bound)!) };
}

/** Returns the values between two readings. */
export function difference(after: Histogram, before: Histogram | undefined): Histogram {
  if (!before || before.counts.length !== after.counts.length) return after;
  return { bounds: after.bounds, counts: after.counts.map((count, i) => Math.max(0, count - before.counts[i])) };
}

/** Returns how many values a histogram has. */
export function countOf({ counts }: Histogram): number {
  return counts.at(-1) ?? 0;
}

/** Returns the value below which a fraction of the values lies, by linear interpolation; undefined without values. */
export function quantile(histogram: Histogram, fraction: number): number | undefined {
  const { bounds, counts } = histogram;
  const total = countOf(histogram);
  if (total === 0) return undefined;
  const rank = fraction * total;
  const index = counts.findIndex((count) => count >= rank);
  const [lower, below] = index === 0 ? [0, 0] : [bounds[index - 1], counts[index - 1]];
  if (bounds[index] === Infinity) return lower;
  const inside = counts[index] - below;
  return lower + (bounds[index] - lower) * (inside === 0 ? 1 : (rank - below) / inside);
}
