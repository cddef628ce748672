import { ApiType, Field } from '../../../src/plugin-api/index.js';
import {
  HorizontalPodAutoscaler,
  HorizontalPodAutoscalerCondition,
  HorizontalPodAutoscalerStatus,
} from './horizontal-pod-autoscaler.v2.js';

/** Shape of v2beta2.HorizontalPodAutoscalerStatus. */
@ApiType({ name: 'k8s.io.api.autoscaling.v2beta2.HorizontalPodAutoscalerStatus', inherits: true })
class HorizontalPodAutoscalerStatusV2beta2 extends HorizontalPodAutoscalerStatus {
  @Field(3, 'int32', { always: true, required: true, doc: 'Pods there were last.' })
  override currentReplicas?: number;

  @Field(6, HorizontalPodAutoscalerCondition, {
    variants: [{ until: '1.22', required: true }],
    list: true,
    always: true,
    doc: 'States the autoscaler is in.',
  })
  override conditions?: HorizontalPodAutoscalerCondition[];
}

/** HorizontalPodAutoscaler as autoscaling/v2beta2 had it. */
@ApiType({ name: 'k8s.io.api.autoscaling.v2beta2.HorizontalPodAutoscaler', inherits: true })
export class HorizontalPodAutoscalerV2beta2 extends HorizontalPodAutoscaler {
  @Field(3, HorizontalPodAutoscalerStatusV2beta2, { doc: 'What is known.' })
  override status?: HorizontalPodAutoscalerStatusV2beta2;
}
