import { ApiType, Field } from '../../../src/plugin-api/index.js';
import { CrossVersionObjectReference, MetricIdentifier } from './metric-source.v2.js';

/** Shape of v2.MetricValueStatus. */
@ApiType({ name: 'k8s.io.api.autoscaling.v2.MetricValueStatus', doc: 'A value of a metric.' })
export class MetricValueStatus {
  @Field(1, 'quantity', { pointer: true, doc: 'The value of the metric.' })
  value?: string | number;

  @Field(2, 'quantity', { pointer: true, doc: 'The value for each pod, on average.' })
  averageValue?: string | number;

  @Field(3, 'int32', { pointer: true, doc: 'Percent of what pods request, on average; only for resources.' })
  averageUtilization?: number;
}

/** Shape of v2.ObjectMetricStatus. */
@ApiType({ name: 'k8s.io.api.autoscaling.v2.ObjectMetricStatus', doc: 'What a metric of one object was last.' })
export class ObjectMetricStatus {
  @Field(1, MetricIdentifier, {
    always: true,
    required: true,
    doc: 'Name of the metric, and which of its series count.',
  })
  metric: MetricIdentifier;

  @Field(2, MetricValueStatus, { always: true, required: true, doc: 'What the metric is now.' })
  current: MetricValueStatus;

  @Field(3, CrossVersionObjectReference, { always: true, required: true, doc: 'The object the metric describes.' })
  describedObject: CrossVersionObjectReference;
}

/** Shape of v2.PodsMetricStatus. */
@ApiType({ name: 'k8s.io.api.autoscaling.v2.PodsMetricStatus', doc: 'What a metric of the pods was last.' })
export class PodsMetricStatus {
  @Field(1, MetricIdentifier, {
    always: true,
    required: true,
    doc: 'Name of the metric, and which of its series count.',
  })
  metric: MetricIdentifier;

  @Field(2, MetricValueStatus, { always: true, required: true, doc: 'What the metric is now.' })
  current: MetricValueStatus;
}

/** Shape of v2.ResourceMetricStatus. */
@ApiType({ name: 'k8s.io.api.autoscaling.v2.ResourceMetricStatus', doc: 'What pods last used of a resource.' })
export class ResourceMetricStatus {
  @Field(1, 'string', { always: true, required: true, alias: 'v1.ResourceName', doc: 'The resource, such as cpu.' })
  name: string;

  @Field(2, MetricValueStatus, { always: true, required: true, doc: 'What the metric is now.' })
  current: MetricValueStatus;
}

/** Shape of v2.ExternalMetricStatus. */
@ApiType({
  name: 'k8s.io.api.autoscaling.v2.ExternalMetricStatus',
  doc: 'What a metric from outside the cluster was last.',
})
export class ExternalMetricStatus {
  @Field(1, MetricIdentifier, {
    always: true,
    required: true,
    doc: 'Name of the metric, and which of its series count.',
  })
  metric: MetricIdentifier;

  @Field(2, MetricValueStatus, { always: true, required: true, doc: 'What the metric is now.' })
  current: MetricValueStatus;
}

/** Shape of v2.ContainerResourceMetricStatus. */
@ApiType({
  name: 'k8s.io.api.autoscaling.v2.ContainerResourceMetricStatus',
  doc: 'What one container of the pods last used of a resource.',
})
export class ContainerResourceMetricStatus {
  @Field(1, 'string', { always: true, required: true, alias: 'v1.ResourceName', doc: 'The resource, such as cpu.' })
  name: string;

  @Field(2, MetricValueStatus, { always: true, required: true, doc: 'What the metric is now.' })
  current: MetricValueStatus;

  @Field(3, 'string', { always: true, required: true, doc: 'The container of the pods.' })
  container: string;
}

/** Shape of v2.MetricStatus. */
@ApiType({ name: 'k8s.io.api.autoscaling.v2.MetricStatus', doc: 'What one metric was last.' })
export class MetricStatus {
  @Field(1, 'string', {
    always: true,
    required: true,
    alias: 'v2.MetricSourceType',
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
