/** Label values that are kept, by label, of one metric. Values that are not among them are replaced. */
export type AllowedLabels = ReadonlyMap<string, ReadonlySet<string>>;

/** Replaces the label values of a metric that are not allowed; values are in the order of the definition. */
export type LabelLimit = (values: readonly string[]) => readonly string[];

/** Which metrics a registry shows, and with which labels. */
export interface MetricsRegistrySettings {
  /** The release served, as `1.32`. */
  readonly release?: string;
  /** True shows the metrics that are hidden in this release (`--show-hidden-metrics-for-version`). */
  readonly showsHidden?: boolean;
  /** True leaves out the metrics of the process, and those of the registry itself. */
  readonly isWithoutProcess?: boolean;
  /** Metrics that are not served, by name (`--disabled-metrics`); takes precedence over `showsHidden`. */
  readonly disabled?: readonly string[];
  /** Allowed label values by metric name (`--allow-metric-labels`). */
  readonly allowedLabels?: ReadonlyMap<string, AllowedLabels>;
  /** The name under which a metric is served; throws for one that cannot be. The name itself when not given. */
  readonly nameOf?: (name: string) => string;
}

/** The label value that stands for every value that is not allowed (upstream: component-base metrics). */
const UNEXPECTED = 'unexpected';

/**
 * Returns the limit of a metric's labels; undefined where every value is allowed, so that nothing is checked.
 * `onUnexpected` is called for each value that is replaced.
 */
export function limitLabels(
  names: readonly string[],
  allowed: AllowedLabels | undefined,
  onUnexpected: () => void,
): LabelLimit | undefined {
  if (!allowed || !names.some((name) => allowed.has(name))) return undefined;
  const sets = names.map((name) => allowed.get(name));
  return (values) =>
    values.map((value, i) => {
      if (sets[i]?.has(value) ?? true) return value;
      onUnexpected();
      return UNEXPECTED;
    });
}

/**
 * Reads an allow list of label values: the key is `metric,label`, the value a comma-separated list. Keys must have been
 * checked.
 */
export function readAllowedLabels(list: Readonly<Record<string, string>>): ReadonlyMap<string, AllowedLabels> {
  const metrics = new Map<string, Map<string, ReadonlySet<string>>>();
  for (const [key, values] of Object.entries(list)) {
    const [metric, label = ''] = key.split(',');
    const labels = metrics.get(metric) ?? new Map<string, ReadonlySet<string>>();
    metrics.set(metric, labels.set(label, new Set(values.split(','))));
  }
  return metrics;
}
