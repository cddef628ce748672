import { ageColumn, nameColumn, NONE_CELL, type Column } from '../../../src/plugin-api/index.js';
import type { ReleaseColumn } from '../../../src/plugin-api/built-in.js';
import type { HorizontalPodAutoscaler } from './horizontal-pod-autoscaler.v2.js';
import { formatMetrics } from './metrics-cell.js';

/** The columns of `kubectl get horizontalpodautoscalers`. */
export const horizontalPodAutoscalerColumns: readonly ReleaseColumn<HorizontalPodAutoscaler>[] = [
  nameColumn(),
  {
    name: 'Reference',
    type: 'string',
    description: 'The workload that is scaled.',
    cell: ({ spec }) => `${spec?.scaleTargetRef?.kind ?? ''}/${spec?.scaleTargetRef?.name ?? ''}`,
  },
  { ...targets({ isNamed: false }), until: '1.29' },
  { ...targets({ isNamed: true }), since: '1.30' },
  {
    name: 'MinPods',
    type: 'string',
    description: 'The fewest pods.',
    cell: ({ spec }) => String(spec?.minReplicas ?? '<unset>'),
  },
  { name: 'MaxPods', type: 'string', description: 'The most pods.', cell: ({ spec }) => spec?.maxReplicas ?? 0 },
  {
    name: 'Replicas',
    type: 'string',
    description: 'Pods there were last.',
    cell: ({ status }) => status?.currentReplicas ?? 0,
  },
  ageColumn(),
];

function targets(format: { readonly isNamed: boolean }): Column<HorizontalPodAutoscaler> {
  return {
    name: 'Targets',
    type: 'string',
    description: 'What the metrics are, and what they are to be.',
    cell: ({ spec, status }) => formatMetrics(spec?.metrics, status?.currentMetrics, format) || NONE_CELL,
  };
}
