/** Which metrics are served, and with which label values. */
export class MetricsOptions {
  /** Metrics that are not served, by name. */
  disabledMetrics: readonly string[] = [];
  /** Allowed values of labels: `metric,label` and a comma-separated list. */
  allowMetricLabels: Readonly<Record<string, string>> = {};
  /** YAML file with such pairs, read at start where the flag gives none; empty for none. */
  allowMetricLabelsManifest = '';
}
