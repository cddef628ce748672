import type { MetricDefinition, MetricType } from '../../../src/observability/index.js';
import { MADE_FROM_CODE, tableOf } from './written-page.js';

/** A metric of a registry. */
export interface RegisteredMetric {
  readonly definition: MetricDefinition;
  readonly type: MetricType;
}

const HEAD = `# Metrics that are served

${MADE_FROM_CODE}
Besides these there are \`process_*\` and \`nodejs_*\`. Metrics without a value yet are not shown, and those of a part that is
turned off do not exist. Differences from kube-apiserver, and flags, are on the page of [metrics](../metrics.md).

`;

/** The reference of metrics, by name. */
export function metricsPage(metrics: readonly RegisteredMetric[]): string {
  const rows = metrics
    .map(({ definition: { name, help, stability = 'ALPHA', labels = [] }, type }) => [
      name,
      type,
      stability,
      [...labels].sort().join(', '),
      help.replaceAll('<', '&lt;').replaceAll('*', '\\*'),
    ])
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return HEAD + tableOf(['metric', 'type', 'stability', 'labels', 'meaning'], rows);
}
