import { ApiType, Field, isDns1123Label, LabelSelector } from '../../../src/plugin-api/index.js';
import { isPathSegmentName, AtLeast, Format, Required } from '../../../src/plugin-api/built-in.js';

/** Shape of v2.CrossVersionObjectReference. */
@ApiType({ name: 'k8s.io.api.autoscaling.v2.CrossVersionObjectReference', doc: 'Names an object of any kind.' })
export class CrossVersionObjectReference {
  @Field(1, 'string', { always: true, required: true, doc: 'Kind of the object, such as Deployment.' })
  @Required()
  @Format(isPathSegmentName)
  kind: string;

  @Field(2, 'string', { always: true, required: true, doc: 'Name of the object, in the namespace of the autoscaler.' })
  @Required()
  @Format(isPathSegmentName)
  name: string;

  @Field(3, 'string', { doc: 'Its group and version.' })
  apiVersion?: string;
}

/** Shape of v2.MetricTarget. */
@ApiType({ name: 'k8s.io.api.autoscaling.v2.MetricTarget', doc: 'The value a metric is to have.' })
export class MetricTarget {
  @Field(1, 'string', {
    always: true,
    required: true,
    alias: 'v2.MetricTargetType',
    doc: 'Which of the values is meant: Utilization, Value or AverageValue.',
  })
  type: string;

  @Field(2, 'quantity', { pointer: true, doc: 'The value of the metric.' })
  value?: string | number;

  @Field(3, 'quantity', { pointer: true, doc: 'The value for each pod, on average.' })
  averageValue?: string | number;

  @Field(4, 'int32', { pointer: true, doc: 'Percent of what pods request, on average; only for resources.' })
  @AtLeast(1, 'must be greater than 0')
  averageUtilization?: number;
}

/** Shape of v2.MetricIdentifier. */
@ApiType({ name: 'k8s.io.api.autoscaling.v2.MetricIdentifier', doc: 'The name of a metric.' })
export class MetricIdentifier {
  @Field(1, 'string', { always: true, required: true, doc: 'Name under which the metric is reported.' })
  @Required('must specify a metric name')
  @Format(isPathSegmentName)
  name: string;

  @Field(2, LabelSelector, { pointer: true, doc: 'Narrows the metric down by its labels.' })
  selector?: LabelSelector;
}

/** Shape of v2.ObjectMetricSource. */
@ApiType({
  name: 'k8s.io.api.autoscaling.v2.ObjectMetricSource',
  doc: 'A metric of one object, such as the requests an ingress gets.',
})
export class ObjectMetricSource {
  @Field(1, CrossVersionObjectReference, { always: true, required: true, doc: 'The object the metric describes.' })
  describedObject: CrossVersionObjectReference;

  @Field(2, MetricTarget, { always: true, required: true, doc: 'What the metric is to be.' })
  target: MetricTarget;

  @Field(3, MetricIdentifier, {
    always: true,
    required: true,
    doc: 'Name of the metric, and which of its series count.',
  })
  metric: MetricIdentifier;
}

/** Shape of v2.PodsMetricSource. */
@ApiType({ name: 'k8s.io.api.autoscaling.v2.PodsMetricSource', doc: 'A metric of each pod, averaged.' })
export class PodsMetricSource {
  @Field(1, MetricIdentifier, {
    always: true,
    required: true,
    doc: 'Name of the metric, and which of its series count.',
  })
  metric: MetricIdentifier;

  @Field(2, MetricTarget, { always: true, required: true, doc: 'What the metric is to be.' })
  target: MetricTarget;
}

/** Shape of v2.ResourceMetricSource. */
@ApiType({ name: 'k8s.io.api.autoscaling.v2.ResourceMetricSource', doc: 'A resource that pods request, such as CPU.' })
export class ResourceMetricSource {
  @Field(1, 'string', { always: true, required: true, alias: 'v1.ResourceName', doc: 'The resource, such as cpu.' })
  @Required('must specify a resource name')
  name: string;

  @Field(2, MetricTarget, { always: true, required: true, doc: 'What the metric is to be.' })
  target: MetricTarget;
}

/** Shape of v2.ExternalMetricSource. */
@ApiType({ name: 'k8s.io.api.autoscaling.v2.ExternalMetricSource', doc: 'A metric of something outside the cluster.' })
export class ExternalMetricSource {
  @Field(1, MetricIdentifier, {
    always: true,
    required: true,
    doc: 'Name of the metric, and which of its series count.',
  })
  metric: MetricIdentifier;

  @Field(2, MetricTarget, { always: true, required: true, doc: 'What the metric is to be.' })
  target: MetricTarget;
}

/** Shape of v2.ContainerResourceMetricSource. */
@ApiType({
  name: 'k8s.io.api.autoscaling.v2.ContainerResourceMetricSource',
  doc: 'A resource that one container of each pod requests.',
})
export class ContainerResourceMetricSource {
  @Field(1, 'string', { always: true, required: true, alias: 'v1.ResourceName', doc: 'The resource, such as cpu.' })
  @Required('must specify a resource name')
  name: string;

  @Field(2, MetricTarget, { always: true, required: true, doc: 'What the metric is to be.' })
  target: MetricTarget;

  @Field(3, 'string', { always: true, required: true, doc: 'The container of the pods.' })
  @Required('must specify a container')
  @Format(isDns1123Label)
  container: string;
}

/** Shape of v2.MetricSpec. */
@ApiType({ name: 'k8s.io.api.autoscaling.v2.MetricSpec', doc: 'One metric the size depends on.' })
export class MetricSpec {
  @Field(1, 'string', {
    always: true,
    required: true,
    alias: 'v2.MetricSourceType',
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
