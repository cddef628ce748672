import type { Conversion, ObjectMeta } from '../../../src/plugin-api/index.js';
import { formatBehavior, parseBehavior } from './behavior-annotation.js';
import type { HorizontalPodAutoscaler } from './horizontal-pod-autoscaler.v2.js';
import type { HorizontalPodAutoscalerV2beta1 } from './horizontal-pod-autoscaler.v2beta1.js';
import type { HorizontalPodAutoscalerV2beta2 } from './horizontal-pod-autoscaler.v2beta2.js';
import { metricFromV1, metricStatusFromV1, metricStatusToV1, metricToV1 } from './metric.conversion.js';
import { BEHAVIOR, withoutRoundTrip } from './round-trip-annotations.js';
import type { HorizontalPodAutoscalerBehavior } from './scaling-behavior.v2.js';

/** Between v2beta1 and v2: metrics have the shape that v1 keeps in annotations, and behavior is kept in one. */
export const horizontalPodAutoscalerFromV2beta1: Conversion<HorizontalPodAutoscalerV2beta1, HorizontalPodAutoscaler> = {
  toHub({ metadata, spec, status, ...rest }) {
    const behavior = metadata.annotations?.[BEHAVIOR];
    return {
      ...rest,
      metadata: withoutRoundTrip(metadata),
      spec: spec && {
        ...spec,
        metrics: spec.metrics?.map(metricFromV1),
        behavior: behavior === undefined ? undefined : parseBehavior(behavior),
      },
      status: status && { ...status, currentMetrics: status.currentMetrics?.map(metricStatusFromV1) },
    };
  },

  fromHub({ metadata, spec, status, ...rest }) {
    const { behavior, ...same } = spec ?? ({} as NonNullable<typeof spec>);
    return {
      ...rest,
      metadata: withBehavior(withoutRoundTrip(metadata), behavior),
      spec: spec && { ...same, metrics: spec.metrics?.map(metricToV1) },
      status: status && {
        ...status,
        currentReplicas: status.currentReplicas ?? 0,
        currentMetrics: status.currentMetrics?.map(metricStatusToV1),
      },
    };
  },
};

/** Between v2beta2 and v2, of the same shape: annotations that only older versions read are left out. */
export const horizontalPodAutoscalerFromV2beta2: Conversion<HorizontalPodAutoscalerV2beta2, HorizontalPodAutoscaler> = {
  toHub: ({ metadata, ...rest }) => ({ ...rest, metadata: withoutRoundTrip(metadata) }),
  fromHub: ({ metadata, ...rest }) => ({ ...rest, metadata: withoutRoundTrip(metadata) }),
};

function withBehavior(metadata: ObjectMeta, behavior: HorizontalPodAutoscalerBehavior | undefined): ObjectMeta {
  if (!behavior) return metadata;
  return { ...metadata, annotations: { ...metadata.annotations, [BEHAVIOR]: formatBehavior(behavior) } };
}
