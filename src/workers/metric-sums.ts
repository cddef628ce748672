import { deserialize, serialize } from 'node:v8';
import type { ExposedMetric, Sample } from '../observability/index.js';

/** How the values of several processes become one. */
type Merge = (a: number, b: number) => number;

const sum: Merge = (a, b) => a + b;

/** Gauges that each process shows for the whole store, or that are no amounts: the largest counts. */
const NO_AMOUNTS =
  /^apiserver_(?:storage_(?:objects|size_bytes|db_total_size_in_bytes)|encryption_|webhooks_|.*_timestamp)|_info$|_timestamp_seconds$|^kubernetes_(?:build_info|feature_enabled)|^kube_apiserver_\w*allocator|eventloop_lag|^process_(?:start_time|max_fds)|_hash$/;

/** Returns metrics as bytes; numbers that JSON has not are kept. */
export function serializeMetrics(metrics: readonly ExposedMetric[]): Buffer {
  return serialize(metrics);
}

/** Returns the metrics of such bytes. */
export function parseMetrics(bytes: Uint8Array): ExposedMetric[] {
  return deserialize(bytes) as ExposedMetric[];
}

/**
 * Merges the metrics of several processes: counters, histograms, sums and counts are added, and so are gauges that are
 * amounts; of other gauges and of quantiles the largest is taken.
 */
export function mergeMetrics(parts: readonly (readonly ExposedMetric[])[]): ExposedMetric[] {
  const merged = new Map<string, { metric: ExposedMetric; samples: Map<string, Sample> }>();
  for (const metric of parts.flat()) {
    let known = merged.get(metric.name);
    if (!known) merged.set(metric.name, (known = { metric, samples: new Map() }));
    for (const sample of metric.samples) addSample(known.samples, sample, mergeOf(metric, sample));
  }
  return [...merged.values()].map(({ metric, samples }) => ({ ...metric, samples: [...samples.values()] }));
}

/** Leaves what was counted: gauges and quantiles end with their process. */
export function withoutGauges(metrics: readonly ExposedMetric[]): ExposedMetric[] {
  return metrics
    .filter(({ type }) => type !== 'gauge')
    .map((metric) => ({ ...metric, samples: metric.samples.filter(({ labels }) => labels.quantile === undefined) }));
}

function mergeOf({ name, type }: ExposedMetric, { labels }: Sample): Merge {
  const isNoAmount = (type === 'gauge' && NO_AMOUNTS.test(name)) || labels.quantile !== undefined;
  return isNoAmount ? Math.max : sum;
}

function addSample(samples: Map<string, Sample>, sample: Sample, merge: Merge): void {
  const key = keyOf(sample);
  const known = samples.get(key);
  samples.set(key, known ? { ...known, value: merge(known.value, sample.value) } : sample);
}

function keyOf({ metricName = '', labels }: Sample): string {
  let key = metricName;
  for (const name of Object.keys(labels).sort()) key += `\u0000${name}\u0000${labels[name]}`;
  return key;
}
