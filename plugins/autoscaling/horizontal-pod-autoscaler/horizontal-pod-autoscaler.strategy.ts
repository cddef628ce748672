import type { FieldError, Strategy, StrategyContext } from '../../../src/plugin-api/index.js';
import { defaultBehavior } from './horizontal-pod-autoscaler.defaults.js';
import type { HorizontalPodAutoscaler } from './horizontal-pod-autoscaler.v2.js';
import {
  validateHorizontalPodAutoscaler,
  validateHorizontalPodAutoscalerStatus,
  validateTargetVersion,
} from './horizontal-pod-autoscaler.validation.js';
import { withoutRoundTrip } from './round-trip-annotations.js';

const TO_ZERO = 'HPAScaleToZero';

/** The rules of autoscalers. */
export const horizontalPodAutoscalerStrategy: Strategy<HorizontalPodAutoscaler> = {
  repeatedMetadataCheck: 'change',
  prepareForCreate(autoscaler) {
    autoscaler.status = { desiredReplicas: 0, currentMetrics: null };
    autoscaler.metadata = withoutRoundTrip(autoscaler.metadata);
  },

  prepareForUpdate(autoscaler) {
    autoscaler.metadata = withoutRoundTrip(autoscaler.metadata);
  },

  validate: (autoscaler, context) => validate(autoscaler, undefined, context),
  validateUpdate: validate,
  validateStatusUpdate: validateHorizontalPodAutoscalerStatus,

  // Missing members of a v1 behavior are defaulted when the stored object is read, after its validation.
  canonicalize: ({ spec }) => defaultBehavior(spec?.behavior),
};

function validate(
  autoscaler: HorizontalPodAutoscaler,
  old: HorizontalPodAutoscaler | undefined,
  { isEnabled }: StrategyContext,
): FieldError[] {
  const allowsZero = isEnabled(TO_ZERO) || old?.spec?.minReplicas === 0;
  return validateHorizontalPodAutoscaler(autoscaler, {
    minReplicasAtLeast: allowsZero ? 0 : 1,
    checksTarget: !old || validateTargetVersion(old.spec?.scaleTargetRef).length === 0,
  });
}
