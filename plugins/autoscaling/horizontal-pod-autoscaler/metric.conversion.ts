import type * as v1 from './metric-source.v1.js';
import type * as v1status from './metric-status.v1.js';
import type * as v2 from './metric-source.v2.js';
import type * as v2status from './metric-status.v2.js';

type Amount = string | number;

/** Returns a metric of v1's annotations in the shape of v2: what is aimed at stands in its own target there. */
export function metricFromV1({
  type,
  object,
  pods,
  resource,
  external,
  containerResource,
}: v1.MetricSpec): v2.MetricSpec {
  return {
    type,
    object: object && {
      describedObject: object.target,
      target: objectTarget(object),
      metric: { name: object.metricName, selector: object.selector },
    },
    pods: pods && {
      metric: { name: pods.metricName, selector: pods.selector },
      target: { type: 'AverageValue', averageValue: pods.targetAverageValue },
    },
    resource: resource && { name: resource.name, target: resourceTarget(resource) },
    external: external && {
      metric: { name: external.metricName, selector: external.metricSelector },
      target: {
        type: external.targetValue === undefined ? 'AverageValue' : 'Value',
        value: external.targetValue,
        averageValue: external.targetAverageValue,
      },
    },
    containerResource: containerResource && {
      name: containerResource.name,
      target: resourceTarget(containerResource),
      container: containerResource.container,
    },
  };
}

// The older shape has no way to leave the value out: with an average, a value of zero means that there is none.
function objectTarget({ targetValue, averageValue }: v1.ObjectMetricSource): v2.MetricTarget {
  if (averageValue === undefined) return { type: 'Value', value: targetValue };
  return { type: 'AverageValue', value: isZero(targetValue) ? undefined : targetValue, averageValue };
}

function resourceTarget({
  targetAverageUtilization: averageUtilization,
  targetAverageValue: averageValue,
}: v1.ResourceMetricSource): v2.MetricTarget {
  const type = averageUtilization === undefined ? 'AverageValue' : 'Utilization';
  return { type, averageValue, averageUtilization };
}

/** Returns a metric of v2 as v1's annotations hold it. */
export function metricToV1({
  type,
  object,
  pods,
  resource,
  external,
  containerResource,
}: v2.MetricSpec): v1.MetricSpec {
  return {
    type,
    object: object && {
      target: object.describedObject,
      metricName: object.metric?.name,
      targetValue: object.target?.value ?? '0',
      selector: object.metric?.selector,
      averageValue: object.target?.averageValue,
    },
    pods: pods && {
      metricName: pods.metric?.name,
      targetAverageValue: pods.target?.averageValue ?? '0',
      selector: pods.metric?.selector,
    },
    resource: resource && { name: resource.name, ...targetOfResource(resource.target) },
    external: external && {
      metricName: external.metric?.name,
      metricSelector: external.metric?.selector,
      targetValue: external.target?.value,
      targetAverageValue: external.target?.averageValue,
    },
    containerResource: containerResource && {
      name: containerResource.name,
      ...targetOfResource(containerResource.target),
      container: containerResource.container,
    },
  };
}

function targetOfResource(target: v2.MetricTarget | undefined): Omit<v1.ResourceMetricSource, 'name'> {
  return { targetAverageUtilization: target?.averageUtilization, targetAverageValue: target?.averageValue };
}

/** Returns the status of a metric in v1's annotations, in the shape of v2. */
export function metricStatusFromV1(status: v1status.MetricStatus): v2status.MetricStatus {
  const { type, object, pods, resource, external, containerResource } = status;
  return {
    type,
    object: object && {
      metric: { name: object.metricName, selector: object.selector },
      current: { value: object.currentValue, averageValue: object.averageValue },
      describedObject: object.target,
    },
    pods: pods && {
      metric: { name: pods.metricName, selector: pods.selector },
      current: { averageValue: pods.currentAverageValue },
    },
    resource: resource && { name: resource.name, current: currentUse(resource) },
    external: external && {
      metric: { name: external.metricName, selector: external.metricSelector },
      current: { value: external.currentValue, averageValue: external.currentAverageValue },
    },
    containerResource: containerResource && {
      name: containerResource.name,
      current: currentUse(containerResource),
      container: containerResource.container,
    },
  };
}

function currentUse({
  currentAverageValue: averageValue,
  currentAverageUtilization: averageUtilization,
}: v1status.ResourceMetricStatus): v2status.MetricValueStatus {
  return { averageValue, averageUtilization };
}

/** Returns the status of a v2 metric, as v1's annotations contain it. */
export function metricStatusToV1(status: v2status.MetricStatus): v1status.MetricStatus {
  const { type, object, pods, resource, external, containerResource } = status;
  return {
    type,
    object: object && {
      target: object.describedObject,
      metricName: object.metric?.name,
      currentValue: valueOf(object.current?.value),
      selector: object.metric?.selector,
      averageValue: object.current?.averageValue,
    },
    pods: pods && {
      metricName: pods.metric?.name,
      currentAverageValue: valueOf(pods.current?.averageValue),
      selector: pods.metric?.selector,
    },
    resource: resource && { name: resource.name, ...useOf(resource.current) },
    external: external && {
      metricName: external.metric?.name,
      metricSelector: external.metric?.selector,
      currentValue: valueOf(external.current?.value),
      currentAverageValue: external.current?.averageValue,
    },
    containerResource: containerResource && {
      name: containerResource.name,
      ...useOf(containerResource.current),
      container: containerResource.container,
    },
  };
}

function useOf(current: v2status.MetricValueStatus | undefined): Omit<v1status.ResourceMetricStatus, 'name'> {
  return {
    currentAverageUtilization: current?.averageUtilization,
    currentAverageValue: valueOf(current?.averageValue),
  };
}

function valueOf(amount: Amount | undefined): Amount {
  return amount ?? '0';
}

function isZero(amount: Amount): boolean {
  return amount === '0' || amount === 0;
}
