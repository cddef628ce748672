/** The buckets of a histogram: counts of all values up to a bound, bounds ascending, the last one infinite. */
export interface Histogram {
  readonly bounds: readonly number[];
  readonly counts: readonly number[];
}

/** The metrics of a server at a time. Counts are those since the server started. */
export interface Reading {
  /** Milliseconds. */
  readonly at: number;
  /** Milliseconds; undefined where the server does not say. */
  readonly startedAt: number | undefined;
  /** Requests by the first digit of the status: 2 for those that succeeded. */
  readonly requests: ReadonlyMap<number, number>;
  /** Latencies in seconds by verb, without requests that last as long as their client wants. */
  readonly latencies: ReadonlyMap<string, Histogram>;
  /** Watches that are open. */
  readonly watches: number;
  /** Objects by resource, `deployments.apps`. */
  readonly objects: ReadonlyMap<string, number>;
  readonly storeBytes: number | undefined;
}

const SAMPLE =
  /^(apiserver_request_total|apiserver_request_duration_seconds_bucket|apiserver_longrunning_requests|apiserver_storage_objects|apiserver_storage_size_bytes|process_start_time_seconds)(?:\{([^}]*)\})? (\S+)$/gm;
/** Requests that last as long as their client wants say nothing about latency. */
const LONG_RUNNING = new Set(['WATCH', 'CONNECT', 'WATCHLIST']);

/** Reads a page of metrics. */
export function readingOf(text: string, at: number): Reading {
  const requests = new Map<number, number>();
  const buckets = new Map<string, Map<number, number>>();
  const objects = new Map<string, number>();
  let [watches, storeBytes, startedAt]: [number, number | undefined, number | undefined] = [0, undefined, undefined];
  const readers: Readonly<Record<string, (labels: string, value: number) => void>> = {
    apiserver_request_total: (labels, value) => add(requests, Number(label(labels, 'code')[0]), value),
    apiserver_request_duration_seconds_bucket: (labels, value) => addBucket(buckets, labels, value),
    apiserver_longrunning_requests: (labels, value) =>
      (watches += label(labels, 'verb').startsWith('WATCH') ? value : 0),
    apiserver_storage_objects: (labels, value) => objects.set(label(labels, 'resource'), value),
    apiserver_storage_size_bytes: (_, value) => (storeBytes = (storeBytes ?? 0) + value),
    process_start_time_seconds: (_, value) => (startedAt = value * 1000),
  };
  for (const [, name, labels = '', value] of text.matchAll(SAMPLE)) readers[name](labels, Number(value));
  const latencies = new Map([...buckets].map(([verb, sums]) => [verb, histogramOf(sums)]));
  return { at, startedAt, requests, latencies, watches, objects, storeBytes };
}

function addBucket(buckets: Map<string, Map<number, number>>, labels: string, value: number): void {
  const verb = label(labels, 'verb');
  if (LONG_RUNNING.has(verb)) return;
  const bound = label(labels, 'le');
  let sums = buckets.get(verb);
  if (!sums) buckets.set(verb, (sums = new Map<number, number>()));
  add(sums, bound === '+Inf' ? Infinity : Number(bound), value);
}

function add<Key>(sums: Map<Key, number>, key: Key, value: number): void {
  sums.set(key, (sums.get(key) ?? 0) + value);
}

/** Returns the value of a label; empty if there is none. */
function label(labels: string, name: string): string {
  const start = labels.startsWith(`${name}="`) ? 0 : labels.indexOf(`,${name}="`) + 1;
  if (start === 0 && !labels.startsWith(`${name}="`)) return '';
  const begin = start + name.length + 2;
  return labels.slice(begin, labels.indexOf('"', begin));
}

function histogramOf(sum: ReadonlyMap<number, number>): Histogram {
  const bounds = [...sum.keys()].sort((a, b) => a - b);
  return { bounds, counts: bounds.map((bound) => sum.get(bound)!) };
}

/** Returns the values between two readings; all of them after the server was started again. */
export function difference(after: Histogram, before: Histogram | undefined): Histogram {
  if (!before || before.counts.length !== after.counts.length || countOf(after) < countOf(before)) return after;
  return { bounds: after.bounds, counts: after.counts.map((count, i) => Math.max(0, count - before.counts[i])) };
}

/** Returns the histogram of all verbs. */
export function sumOf(histograms: Iterable<Histogram>): Histogram {
  const sums = new Map<number, number>();
  for (const { bounds, counts } of histograms) bounds.forEach((bound, index) => add(sums, bound, counts[index]));
  return histogramOf(sums);
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
