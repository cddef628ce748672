import type { FormerMetric, MetricDefinition, Sample } from './metric-families.js';

/** Returns the definition of a metric under a former name. Deprecated copies are always alpha. */
export function formerDefinition(current: MetricDefinition, former: FormerMetric): MetricDefinition {
  const { name, deprecatedSince, only = {}, releases } = former;
  const labels = (current.labels ?? []).filter((label) => !Object.hasOwn(only, label));
  return { name, help: current.help, stability: 'ALPHA', labels, deprecatedSince, releases };
}

/** Returns the samples of a metric that a former name shows. */
export function formerSamples(
  samples: readonly Sample[],
  current: string,
  { name, only = {} }: FormerMetric,
): Sample[] {
  const chosen = Object.entries(only);
  return samples
    .filter(({ labels }) => chosen.every(([label, value]) => labels[label] === value))
    .map(({ metricName, labels, value }) => ({
      metricName: metricName === undefined ? undefined : name + metricName.slice(current.length),
      labels: Object.fromEntries(Object.entries(labels).filter(([label]) => !Object.hasOwn(only, label))),
      value,
    }));
}
