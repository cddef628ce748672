import type { MetricDefinition, Sample } from './metric-families.js';

/** A deprecated name under which samples of a metric are served too, as upstream does for some releases. */
export interface FormerMetric {
  readonly name: string;
  /** The release from which on the name is deprecated, as `1.27.0`; later minor releases hide it. */
  readonly deprecatedSince: string;
  /** Labels whose values choose samples; the former metric has no such labels. All samples without. */
  readonly only?: Readonly<Record<string, string>>;
}

/** Returns the definition of a metric under a former name. Deprecated copies are always alpha. */
export function formerDefinition(current: MetricDefinition, former: FormerMetric): MetricDefinition {
  const { name, deprecatedSince, only = {} } = former;
  const labels = (current.labels ?? []).filter((label) => !Object.hasOwn(only, label));
  return { name, help: current.help, stability: 'ALPHA', labels, deprecatedSince };
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
