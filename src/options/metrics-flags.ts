import { section } from './flag.js';
import { listKind, pathKind, textKind } from './flag-kinds.js';
import { stringMapKind } from './string-map-kind.js';

/** The flags of metrics. */
export const metrics = section('Metrics')
  .flag('allow-metric-labels', ['metrics', 'allowMetricLabels'], {
    kind: stringMapKind,
    help: 'Allowed values of labels: metric,label=value,value; quote each of several. Other values become "unexpected".',
  })
  .flag('allow-metric-labels-manifest', ['metrics', 'allowMetricLabelsManifest'], {
    kind: pathKind,
    help: 'YAML file with pairs as of --allow-metric-labels, which overrides it.',
  })
  .flag('disabled-metrics', ['metrics', 'disabledMetrics'], {
    kind: listKind,
    help: 'Names of metrics that are not served, even where hidden metrics are shown.',
  })
  .flag('show-hidden-metrics-for-version', ['observability', 'showHiddenMetricsForVersion'], {
    kind: textKind,
    help: 'Previous release, to show the metrics hidden since.',
  });
