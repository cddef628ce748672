import type { KindVersion } from '../../../src/plugin-api/index.js';
import {
  horizontalPodAutoscalerFromV2beta1,
  horizontalPodAutoscalerFromV2beta2,
} from './former-autoscaler.conversion.js';
import { HorizontalPodAutoscalerV2beta1 } from './horizontal-pod-autoscaler.v2beta1.js';
import { HorizontalPodAutoscalerV2beta2 } from './horizontal-pod-autoscaler.v2beta2.js';

const REPLACED = { replacement: 'autoscaling/v2 HorizontalPodAutoscaler' };

/** The versions with several metrics before v2. */
export const FORMER_HORIZONTAL_POD_AUTOSCALER_VERSIONS: readonly KindVersion[] = [
  {
    ...REPLACED,
    name: 'v2beta1',
    type: HorizontalPodAutoscalerV2beta1,
    conversion: horizontalPodAutoscalerFromV2beta1,
    introduced: '1.8',
    deprecated: '1.22',
    removed: '1.25',
  },
  {
    ...REPLACED,
    name: 'v2beta2',
    type: HorizontalPodAutoscalerV2beta2,
    conversion: horizontalPodAutoscalerFromV2beta2,
    introduced: '1.12',
    deprecated: '1.23',
    removed: '1.26',
  },
];
