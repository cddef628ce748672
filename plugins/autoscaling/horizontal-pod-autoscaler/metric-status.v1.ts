import { ApiType, Field, LabelSelector } from '../../../src/plugin-api/index.js';
import { StateCondition } from '../../core/index.js';
import { CrossVersionObjectReference } from './horizontal-pod-autoscaler.v1.js';

/** Shape of v1.ObjectMetricStatus. */
@ApiType({ name: 'k8s.io.api.autoscaling.v1.ObjectMetricStatus', doc: 'What a metric of one object was last.' })
export class ObjectMetricStatus {
  @Field(1, CrossVersionObjectReference, { always: true, required: true, doc: 'The object the metric describes.' })
  target: CrossVersionObjectReference;

  @Field(2, 'string', { always: true, required: true, doc: 'The name of the metric.' })
  metricName: string;

  @Field(3, 'quantity', { always: true, required: true, doc: 'The value of the metric.' })
  currentValue: string | number;

  @Field(4, LabelSelector, { pointer: true, doc: 'Narrows the metric down by its labels.' })
  selector?: LabelSelector;

  @Field(5, 'quantity', { pointer: true, doc: 'The value for each pod, on average.' })
  averageValue?: string | number;
}

/** Shape of v1.PodsMetricStatus. */
@ApiType({ name: 'k8s.io.api.autoscaling.v1.PodsMetricStatus', doc: 'What a metric of the pods was last.' })
export class PodsMetricStatus {
  @Field(1, 'string', { always: true, required: true, doc: 'The name of the metric.' })
  metricName: string;

  @Field(2, 'quantity', { always: true, required: true, doc: 'The value for each pod, on average.' })
  currentAverageValue: string | number;

  @Field(3, LabelSelector, { pointer: true, doc: 'Narrows the metric down by its labels.' })
  selector?: LabelSelector;
}

/** Shape of v1.ResourceMetricStatus. */
@ApiType({ name: 'k8s.io.api.autoscaling.v1.ResourceMetricStatus', doc: 'What pods last used of a resource.' })
export class ResourceMetricStatus {
  @Field(1, 'string', { always: true, required: true, alias: 'v1.ResourceName', doc: 'The resource, such as cpu.' })
  name: string;

  @Field(2, 'int32', { pointer: true, doc: 'Percent of what pods request, on average.' })
  currentAverageUtilization?: number;

  @Field(3, 'quantity', { always: true, required: true, doc: 'The value for each pod, on average.' })
  currentAverageValue: string | number;
}

/** Shape of v1.ExternalMetricStatus. */
@ApiType({
  name: 'k8s.io.api.autoscaling.v1.ExternalMetricStatus',
  doc: 'What a metric from outside the cluster was last.',
})
export class ExternalMetricStatus {
  @Field(1, 'string', { always: true, required: true, doc: 'The name of the metric.' })
  metricName: string;

  @Field(2, LabelSelector, { pointer: true, doc: 'Narrows the metric down by its labels.' })
  metricSelector?: LabelSelector;

  @Field(3, 'quantity', { always: true, required: true, doc: 'The value of the metric.' })
  currentValue: string | number;

  @Field(4, 'quantity', { pointer: true, doc: 'The value for each pod, on average.' })
  currentAverageValue?: string | number;
}

/** Shape of v1.ContainerResourceMetricStatus. */
@ApiType({
  name: 'k8s.io.api.autoscaling.v1.ContainerResourceMetricStatus',
  doc: 'What one container of the pods last used of a resource.',
})
export class ContainerResourceMetricStatus {
  @Field(1, 'string', { always: true, required: true, alias: 'v1.ResourceName', doc: 'The resource, such as cpu.' })
  name: string;

  @Field(2, 'int32', { pointer: true, doc: 'Percent of what pods request, on average.' })
  currentAverageUtilization?: number;

  @Field(3, 'quantity', { always: true, required: true, doc: 'The value for each pod, on average.' })
  currentAverageValue: string | number;

  @Field(4, 'string', { always: true, required: true, doc: 'The container of the pods.' })
  container: string;
}

/** Shape of v1.MetricStatus. */
@ApiType({
  name: 'k8s.io.api.autoscaling.v1.MetricStatus',
  doc: 'What one metric was last, as the annotations of v1 keep it.',
})
export class MetricStatus {
  @Field(1, 'string', {
    always: true,
    required: true,
    enum: ['ContainerResource', 'External', 'Object', 'Pods', 'Resource'],
    alias: 'v1.MetricSourceType',
    doc: 'Where the metric comes from: Resource, ContainerResource, Pods, Object or External.',
  })
  type: string;

  @Field(2, ObjectMetricStatus, { pointer: true, doc: 'A metric of one object.' })
  object?: ObjectMetricStatus;

  @Field(3, PodsMetricStatus, { pointer: true, doc: 'A metric of the pods, averaged.' })
  pods?: PodsMetricStatus;

  @Field(4, ResourceMetricStatus, { pointer: true, doc: 'A resource that pods request.' })
  resource?: ResourceMetricStatus;

  @Field(7, ContainerResourceMetricStatus, {
    since: '1.20',
    pointer: true,
    doc: 'A resource that one container of the pods requests.',
  })
  containerResource?: ContainerResourceMetricStatus;

  @Field(5, ExternalMetricStatus, { pointer: true, doc: 'A metric from outside the cluster.' })
  external?: ExternalMetricStatus;
}

/** Shape of v1.HorizontalPodAutoscalerCondition. */
@ApiType({
  name: 'k8s.io.api.autoscaling.v1.HorizontalPodAutoscalerCondition',
  doc: 'One state an autoscaler is in.',
  inherits: true,
})
export class HorizontalPodAutoscalerCondition extends StateCondition {
  @Field(1, 'string', {
    always: true,
    required: true,
    alias: 'v1.HorizontalPodAutoscalerConditionType',
    doc: 'Name of the condition, such as AbleToScale.',
  })
  override type: string;
}
