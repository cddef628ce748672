import { defineKind } from '../../../src/plugin-api/index.js';
import { horizontalPodAutoscalerColumns } from './horizontal-pod-autoscaler.columns.js';
import { horizontalPodAutoscalerFromV1 } from './horizontal-pod-autoscaler.conversion.js';
import { FORMER_HORIZONTAL_POD_AUTOSCALER_VERSIONS } from './horizontal-pod-autoscaler.former-versions.js';
import { horizontalPodAutoscalerStrategy } from './horizontal-pod-autoscaler.strategy.js';
import { HorizontalPodAutoscaler as HorizontalPodAutoscalerV1 } from './horizontal-pod-autoscaler.v1.js';
import { HorizontalPodAutoscaler } from './horizontal-pod-autoscaler.v2.js';
import { ROUND_TRIP_ANNOTATIONS } from './round-trip-annotations.js';

/** HorizontalPodAutoscaler: sets the size of a workload by what its pods do. */
export const horizontalPodAutoscalerKind = defineKind<HorizontalPodAutoscaler>({
  kind: 'HorizontalPodAutoscaler',
  plural: 'horizontalpodautoscalers',
  shortNames: ['hpa'],
  categories: ['all'],
  namespaced: true,
  versions: [
    { name: 'v2', type: HorizontalPodAutoscaler, introduced: '1.23' },
    { name: 'v1', type: HorizontalPodAutoscalerV1, conversion: horizontalPodAutoscalerFromV1, introduced: '1.2' },
    ...FORMER_HORIZONTAL_POD_AUTOSCALER_VERSIONS,
  ],
  conversionAnnotations: ROUND_TRIP_ANNOTATIONS,
  storageVersion: 'v2',
  storagePrefix: 'horizontalpodautoscalers',
  strategy: horizontalPodAutoscalerStrategy,
  hasStatus: true,
  resetFields: ['status'],
  statusResetFields: ['spec'],
  columns: horizontalPodAutoscalerColumns,
  allowUnconditionalUpdate: true,
  generation: 'none',
});
