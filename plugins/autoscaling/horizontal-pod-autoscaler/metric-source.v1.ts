import { ApiType, Field, LabelSelector } from '../../../src/plugin-api/index.js';
import { CrossVersionObjectReference } from './horizontal-pod-autoscaler.v1.js';

/** Shape of v1.ObjectMetricSource. */
@ApiType({ name: 'k8s.io.api.autoscaling.v1.ObjectMetricSource', doc: 'A metric of one object.' })
export class ObjectMetricSource {
  @Field(1, CrossVersionObjectReference, { always: true, required: true, doc: 'The object the metric describes.' })
  target: CrossVersionObjectReference;

  @Field(2, 'string', { always: true, required: true, doc: 'The name of the metric.' })
  metricName: string;

  @Field(3, 'quantity', { always: true, required: true, doc: 'What the metric is to be.' })
  targetValue: string | number;

  @Field(4, LabelSelector, { pointer: true, doc: 'Narrows the metric down by its labels.' })
  selector?: LabelSelector;

  @Field(5, 'quantity', { pointer: true, doc: 'What the metric is to be for each pod, on average.' })
  averageValue?: string | number;
}

/** Shape of v1.PodsMetricSource. */
@ApiType({ name: 'k8s.io.api.autoscaling.v1.PodsMetricSource', doc: 'A metric of each pod, averaged.' })
export class PodsMetricSource {
  @Field(1, 'string', { always: true, required: true, doc: 'The name of the metric.' })
  metricName: string;

  @Field(2, 'quantity', { always: true, required: true, doc: 'What the metric is to be for each pod, on average.' })
  targetAverageValue: string | number;

  @Field(3, LabelSelector, { pointer: true, doc: 'Narrows the metric down by its labels.' })
  selector?: LabelSelector;
}

/** Shape of v1.ResourceMetricSource. */
@ApiType({ name: 'k8s.io.api.autoscaling.v1.ResourceMetricSource', doc: 'A resource that pods request.' })
export class ResourceMetricSource {
  @Field(1, 'string', { always: true, required: true, alias: 'v1.ResourceName', doc: 'The resource, such as cpu.' })
  name: string;

  @Field(2, 'int32', { pointer: true, doc: 'Percent of what pods request, on average.' })
  targetAverageUtilization?: number;

  @Field(3, 'quantity', { pointer: true, doc: 'What the metric is to be for each pod, on average.' })
  targetAverageValue?: string | number;
}

/** Shape of v1.ExternalMetricSource. */
@ApiType({ name: 'k8s.io.api.autoscaling.v1.ExternalMetricSource', doc: 'A metric of something outside the cluster.' })
export class ExternalMetricSource {
  @Field(1, 'string', { always: true, required: true, doc: 'The name of the metric.' })
  metricName: string;

  @Field(2, LabelSelector, { pointer: true, doc: 'Narrows the metric down by its labels.' })
  metricSelector?: LabelSelector;

  @Field(3, 'quantity', { pointer: true, doc: 'What the metric is to be.' })
  targetValue?: string | number;

  @Field(4, 'quantity', { pointer: true, doc: 'What the metric is to be for each pod, on average.' })
  targetAverageValue?: string | number;
}

/** Shape of v1.ContainerResourceMetricSource. */
@ApiType({
  name: 'k8s.io.api.autoscaling.v1.ContainerResourceMetricSource',
  doc: 'A resource that one container of each pod requests.',
})
export class ContainerResourceMetricSource {
  @Field(1, 'string', { always: true, required: true, alias: 'v1.ResourceName', doc: 'The resource, such as cpu.' })
  name: string;

  @Field(2, 'int32', { pointer: true, doc: 'Percent of what pods request, on average.' })
  targetAverageUtilization?: number;

  @Field(3, 'quantity', { pointer: true, doc: 'What the metric is to be for each pod, on average.' })
  targetAverageValue?: string | number;

  @Field(5, 'string', { always: true, required: true, doc: 'The container of the pods.' })
  container: string;
}

/** Shape of v1.MetricSpec. */
@ApiType({ name: 'k8s.io.api.autoscaling.v1.MetricSpec', doc: 'One metric as the annotations of v1 keep it.' })
export class MetricSpec {
  @Field(1, 'string', {
    always: true,
    required: true,
    enum: ['ContainerResource', 'External', 'Object', 'Pods', 'Resource'],
    alias: 'v1.MetricSourceType',
    doc: 'Where the metric comes from: Resource, ContainerResource, Pods, Object or External.',
  })
  type: string;

  @Field(2, ObjectMetricSource, { pointer: true, doc: 'A metric of one object.' })
  object?: ObjectMetricSource;

  @Field(3, PodsMetricSource, { pointer: true, doc: 'A metric of the pods, averaged.' })
  pods?: PodsMetricSource;

  @Field(4, ResourceMetricSource, { pointer: true, doc: 'A resource that pods request.' })
  resource?: ResourceMetricSource;

  @Field(7, ContainerResourceMetricSource, {
    since: '1.20',
    pointer: true,
    doc: 'A resource that one container of the pods requests.',
  })
  containerResource?: ContainerResourceMetricSource;

  @Field(5, ExternalMetricSource, { pointer: true, doc: 'A metric from outside the cluster.' })
  external?: ExternalMetricSource;
}
