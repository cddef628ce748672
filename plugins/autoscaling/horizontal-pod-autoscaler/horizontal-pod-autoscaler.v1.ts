import { ApiType, Field, ObjectMeta } from '../../../src/plugin-api/index.js';
import { defaultMinReplicas } from './horizontal-pod-autoscaler.defaults.js';

/** Shape of v1.CrossVersionObjectReference. */
@ApiType({
  name: 'k8s.io.api.autoscaling.v1.CrossVersionObjectReference',
  mapType: 'atomic',
  doc: 'Names an object of any kind.',
})
export class CrossVersionObjectReference {
  @Field(1, 'string', { always: true, required: true, doc: 'Kind of the object, such as Deployment.' })
  kind: string;

  @Field(2, 'string', { always: true, required: true, doc: 'Name of the object, in the namespace of the autoscaler.' })
  name: string;

  @Field(3, 'string', { doc: 'Its group and version.' })
  apiVersion?: string;
}

/** Shape of v1.HorizontalPodAutoscalerSpec. */
@ApiType({
  name: 'k8s.io.api.autoscaling.v1.HorizontalPodAutoscalerSpec',
  doc: 'What is scaled, between which bounds, and by what.',
})
export class HorizontalPodAutoscalerSpec {
  @Field(1, CrossVersionObjectReference, { always: true, required: true, doc: 'The workload that is scaled.' })
  scaleTargetRef: CrossVersionObjectReference;

  @Field(2, 'int32', { pointer: true, doc: 'The fewest pods; 1 when unset.' })
  minReplicas?: number;

  @Field(3, 'int32', { always: true, required: true, doc: 'The most pods.' })
  maxReplicas: number;

  @Field(4, 'int32', { pointer: true, doc: 'Percent of the requested CPU pods are to use on average.' })
  targetCPUUtilizationPercentage?: number;
}

/** Shape of v1.HorizontalPodAutoscalerStatus. */
@ApiType({
  name: 'k8s.io.api.autoscaling.v1.HorizontalPodAutoscalerStatus',
  doc: 'What the autoscaler has found and done.',
})
export class HorizontalPodAutoscalerStatus {
  @Field(1, 'int64', { pointer: true, doc: 'Generation the status belongs to.' })
  observedGeneration?: number;

  @Field(2, 'time', { pointer: true, doc: 'When the size was last changed.' })
  lastScaleTime?: string;

  @Field(3, 'int32', { always: true, required: true, doc: 'Pods there were last.' })
  currentReplicas: number;

  @Field(4, 'int32', { always: true, required: true, doc: 'Pods the autoscaler last asked for.' })
  desiredReplicas: number;

  @Field(5, 'int32', { pointer: true, doc: 'Percent of the requested CPU pods use on average.' })
  currentCPUUtilizationPercentage?: number;
}

/** Shape of v1.HorizontalPodAutoscaler. */
@ApiType({
  name: 'k8s.io.api.autoscaling.v1.HorizontalPodAutoscaler',
  doc: 'Sets the size of a workload by what its pods do.',
  defaults: defaultMinReplicas,
})
export class HorizontalPodAutoscaler {
  apiVersion?: string;

  kind?: string;

  @Field(1, ObjectMeta, { doc: 'Name, labels and other metadata of the object.' })
  metadata: ObjectMeta;

  @Field(2, HorizontalPodAutoscalerSpec, { variants: [{ since: '1.36', required: true }], doc: 'What is wanted.' })
  spec?: HorizontalPodAutoscalerSpec;

  @Field(3, HorizontalPodAutoscalerStatus, { doc: 'What is known.' })
  status?: HorizontalPodAutoscalerStatus;
}
