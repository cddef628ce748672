import { ApiType, Field } from '../../../src/plugin-api/index.js';
import { AtLeast, AtMost, OneOf, Required } from '../../../src/plugin-api/built-in.js';

/** Shape of v2.HPAScalingPolicy. */
@ApiType({ name: 'k8s.io.api.autoscaling.v2.HPAScalingPolicy', doc: 'How much may change in a time.' })
export class HPAScalingPolicy {
  @Field(1, 'string', {
    always: true,
    required: true,
    alias: 'v2.HPAScalingPolicyType',
    doc: 'What is counted: Pods or Percent.',
  })
  @OneOf('Percent', 'Pods')
  type: string;

  @Field(2, 'int32', { always: true, required: true, doc: 'How much may change.' })
  @AtLeast(1, 'must be greater than zero')
  value: number;

  @Field(3, 'int32', { always: true, required: true, doc: 'In how many seconds.' })
  @AtLeast(1, 'must be greater than zero')
  @AtMost(1800)
  periodSeconds: number;
}

/** Shape of v2.HPAScalingRules. */
@ApiType({ name: 'k8s.io.api.autoscaling.v2.HPAScalingRules', doc: 'How fast an autoscaler scales in one direction.' })
export class HPAScalingRules {
  @Field(1, 'string', {
    pointer: true,
    alias: 'v2.ScalingPolicySelect',
    doc: 'Which of the policies counts: Max, Min, or Disabled for none.',
  })
  @OneOf('Disabled', 'Max', 'Min')
  selectPolicy?: string;

  @Field(2, HPAScalingPolicy, {
    list: true,
    listType: 'atomic',
    variants: [{ until: '1.22', listType: undefined }],
    doc: 'How much may change in a time.',
  })
  @Required('must specify at least one Policy')
  policies?: HPAScalingPolicy[];

  @Field(4, 'quantity', {
    since: '1.33',
    pointer: true,
    doc: 'Smallest relative change of a metric that leads to scaling in this direction.',
  })
  tolerance?: string;

  @Field(3, 'int32', { pointer: true, doc: 'Seconds of past recommendations that are taken into account.' })
  @AtLeast(0, 'must be greater than or equal to zero')
  @AtMost(3600)
  stabilizationWindowSeconds?: number;
}

/** Shape of v2.HorizontalPodAutoscalerBehavior. */
@ApiType({
  name: 'k8s.io.api.autoscaling.v2.HorizontalPodAutoscalerBehavior',
  doc: 'How fast an autoscaler scales in each direction.',
})
export class HorizontalPodAutoscalerBehavior {
  @Field(1, HPAScalingRules, { pointer: true, doc: 'Towards more pods.' })
  scaleUp?: HPAScalingRules;

  @Field(2, HPAScalingRules, { pointer: true, doc: 'Towards fewer pods.' })
  scaleDown?: HPAScalingRules;
}
