import { ApiGroupPlugin } from '../../src/plugin-api/index.js';
import { horizontalPodAutoscalerKind } from './horizontal-pod-autoscaler/horizontal-pod-autoscaler.kind.js';

/** Autoscalers. */
@ApiGroupPlugin({
  group: 'autoscaling',
  versions: ['v2', 'v1', 'v2beta1', 'v2beta2'],
  kinds: [horizontalPodAutoscalerKind],
})
export class AutoscalingPlugin {}
