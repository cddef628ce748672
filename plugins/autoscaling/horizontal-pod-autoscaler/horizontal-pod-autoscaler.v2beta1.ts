import { ApiType, Field, ObjectMeta } from '../../../src/plugin-api/index.js';
import { defaultMinReplicas } from './horizontal-pod-autoscaler.defaults.js';
import { CrossVersionObjectReference } from './horizontal-pod-autoscaler.v1.js';
import { ContainerResourceMetricSource, MetricSpec } from './metric-source.v1.js';
import { HorizontalPodAutoscalerCondition, MetricStatus } from './metric-status.v1.js';

const CPU_UTILIZATION = 80;

/** Shape of v2beta1.ContainerResourceMetricSource. */
@ApiType({ name: 'k8s.io.api.autoscaling.v2beta1.ContainerResourceMetricSource', inherits: true })
class ContainerResourceMetricSourceV2beta1 extends ContainerResourceMetricSource {
  @Field(4, 'string', { always: true, required: true, doc: 'The container of the pods.' })
  override container: string;
}

/** Shape of v2beta1.MetricSpec. */
@ApiType({ name: 'k8s.io.api.autoscaling.v2beta1.MetricSpec', inherits: true })
export class MetricSpecV2beta1 extends MetricSpec {
  @Field(7, ContainerResourceMetricSourceV2beta1, {
    since: '1.20',
    pointer: true,
    doc: 'A resource that one container of the pods requests.',
  })
  override containerResource?: ContainerResourceMetricSourceV2beta1;
}

/** Shape of v2beta1.HorizontalPodAutoscalerSpec. */
@ApiType({
  name: 'k8s.io.api.autoscaling.v2beta1.HorizontalPodAutoscalerSpec',
  doc: 'What is scaled, between which bounds, and by what.',
})
export class HorizontalPodAutoscalerSpecV2beta1 {
  @Field(1, CrossVersionObjectReference, { always: true, required: true, doc: 'The workload that is scaled.' })
  scaleTargetRef: CrossVersionObjectReference;

  @Field(2, 'int32', { pointer: true, doc: 'The fewest pods; 1 when unset.' })
  minReplicas?: number;

  @Field(3, 'int32', { always: true, required: true, doc: 'The most pods.' })
  maxReplicas: number;

  @Field(4, MetricSpecV2beta1, { list: true, doc: 'What the size depends on; the largest outcome counts.' })
  metrics?: MetricSpecV2beta1[];
}

/** Shape of v2beta1.HorizontalPodAutoscalerStatus. */
@ApiType({
  name: 'k8s.io.api.autoscaling.v2beta1.HorizontalPodAutoscalerStatus',
  doc: 'What the autoscaler has found and done.',
})
export class HorizontalPodAutoscalerStatusV2beta1 {
  @Field(1, 'int64', { pointer: true, doc: 'Generation the status belongs to.' })
  observedGeneration?: number;

  @Field(2, 'time', { pointer: true, doc: 'When the size was last changed.' })
  lastScaleTime?: string;

  @Field(3, 'int32', { always: true, required: true, doc: 'Pods there were last.' })
  currentReplicas: number;

  @Field(4, 'int32', { always: true, required: true, doc: 'Pods the autoscaler last asked for.' })
  desiredReplicas: number;

  @Field(5, MetricStatus, { list: true, always: true, doc: 'What the metrics were last.' })
  currentMetrics?: MetricStatus[];

  @Field(6, HorizontalPodAutoscalerCondition, {
    variants: [{ until: '1.22', required: true }],
    list: true,
    always: true,
    doc: 'States the autoscaler is in.',
  })
  conditions?: HorizontalPodAutoscalerCondition[];
}

/** HorizontalPodAutoscaler as autoscaling/v2beta1 had it. */
@ApiType({
  name: 'k8s.io.api.autoscaling.v2beta1.HorizontalPodAutoscaler',
  doc: 'Sets the size of a workload by what its pods do.',
  defaults: defaultAutoscaler,
})
export class HorizontalPodAutoscalerV2beta1 {
  apiVersion?: string;

  kind?: string;

  @Field(1, ObjectMeta, { doc: 'Name, labels and other metadata of the object.' })
  metadata: ObjectMeta;

  @Field(2, HorizontalPodAutoscalerSpecV2beta1, { doc: 'What is wanted.' })
  spec?: HorizontalPodAutoscalerSpecV2beta1;

  @Field(3, HorizontalPodAutoscalerStatusV2beta1, { doc: 'What is known.' })
  status?: HorizontalPodAutoscalerStatusV2beta1;
}

function defaultAutoscaler(autoscaler: HorizontalPodAutoscalerV2beta1): void {
  defaultMinReplicas(autoscaler);
  const spec = autoscaler.spec!;
  if (spec.metrics?.length) return;
  spec.metrics = [{ type: 'Resource', resource: { name: 'cpu', targetAverageUtilization: CPU_UTILIZATION } }];
}
