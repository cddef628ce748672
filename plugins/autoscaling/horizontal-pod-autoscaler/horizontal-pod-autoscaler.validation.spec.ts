import { formatFieldError, goQuantity } from '../../../src/apimachinery/index.js';
import { decodeAs } from '../../../test/support/decode-as.js';
import { HorizontalPodAutoscaler, type HorizontalPodAutoscalerSpec } from './horizontal-pod-autoscaler.v2.js';
import {
  validateHorizontalPodAutoscaler,
  validateHorizontalPodAutoscalerStatus,
} from './horizontal-pod-autoscaler.validation.js';
import type { MetricSpec } from './metric-source.v2.js';

const scaleTargetRef = { kind: 'Deployment', name: 'web' };
const find = (spec: Partial<HorizontalPodAutoscalerSpec>, minReplicasAtLeast = 1): string[] =>
  validateHorizontalPodAutoscaler(
    { metadata: { name: 'a' }, spec: { scaleTargetRef, maxReplicas: 3, ...spec } },
    { minReplicasAtLeast, checksTarget: true },
  ).map(formatFieldError);
const findOf = (metric: MetricSpec): string[] => find({ metrics: [metric] });
const TYPES = '"ContainerResource", "External", "Object", "Pods", "Resource"';
const target = { type: 'Value', value: '1' };

describe('validateHorizontalPodAutoscaler()', () => {
  it.each<[Partial<HorizontalPodAutoscalerSpec>, string[]]>([
    [{}, []],
    [{ minReplicas: 3 }, []],
    [{ minReplicas: 4 }, ['spec.maxReplicas: Invalid value: 3: must be greater than or equal to `minReplicas`']],
    [
      { scaleTargetRef: { kind: '', name: 'a/b' } },
      [
        'spec.scaleTargetRef.kind: Required value',
        'spec.scaleTargetRef.name: Invalid value: "a/b": may not contain \'/\'',
      ],
    ],
    [
      { behavior: { scaleUp: { selectPolicy: 'Odd', stabilizationWindowSeconds: 3601 } } },
      [
        'spec.behavior.scaleUp.stabilizationWindowSeconds: Invalid value: 3601: must be less than or equal to 3600',
        'spec.behavior.scaleUp.selectPolicy: Unsupported value: "Odd": supported values: "Disabled", "Max", "Min"',
        'spec.behavior.scaleUp.policies: Required value: must specify at least one Policy',
      ],
    ],
    [
      { behavior: { scaleDown: { policies: [{ type: 'Odd', value: 0, periodSeconds: 1801 }] } } },
      [
        'spec.behavior.scaleDown.policies[0].type: Unsupported value: "Odd": supported values: "Percent", "Pods"',
        'spec.behavior.scaleDown.policies[0].value: Invalid value: 0: must be greater than zero',
        'spec.behavior.scaleDown.policies[0].periodSeconds: Invalid value: 1801: must be less than or equal to 1800',
      ],
    ],
  ])('finds of %j: %j', (spec, errors) => expect(find(spec)).toEqual(errors));

  it('lets an autoscaler go down to nothing where that is allowed and something can wake it', () => {
    expect(find({ minReplicas: 0 })).toHaveLength(2);
    expect(find({ minReplicas: 0 }, 0)).toEqual([
      'spec.metrics: Forbidden: must specify at least one Object or External metric to support scaling to zero replicas',
    ]);
    expect(
      find({ minReplicas: 0, metrics: [{ type: 'External', external: { metric: { name: 'm' }, target } }] }, 0),
    ).toEqual([]);
  });

  it.each<[MetricSpec, string[]]>([
    [{ type: 'External', external: { metric: { name: 'm' }, target } }, []],
    [
      { type: 'Odd' },
      Array.from({ length: 2 }, () => `spec.metrics[0].type: Unsupported value: "Odd": supported values: ${TYPES}`),
    ],
    [{ type: 'Pods' }, ['spec.metrics[0].pods: Required value: must populate information for the given metric source']],
    [
      { type: 'External', external: { metric: { name: 'm' }, target }, resource: { name: 'cpu', target } },
      ['spec.metrics[0].resource: Forbidden: must populate the given metric source only'],
    ],
    [
      { type: 'External', external: { metric: { name: 'a/b' }, target: { ...target, averageValue: '2' } } },
      [
        'spec.metrics[0].external.metric.name: Invalid value: "a/b": may not contain \'/\'',
        'spec.metrics[0].external.target.value: Forbidden: may not set both a target value for metric and a per-pod target',
      ],
    ],
    [
      {
        type: 'Resource',
        resource: { name: '', target: { type: 'Utilization', averageUtilization: 0, averageValue: '1' } },
      },
      [
        'spec.metrics[0].resource.name: Required value: must specify a resource name',
        'spec.metrics[0].resource.target.averageUtilization: Invalid value: 0: must be greater than 0',
        'spec.metrics[0].resource.target.averageValue: Forbidden: may not set both a target raw value and a target utilization',
      ],
    ],
    [
      {
        type: 'ContainerResource',
        containerResource: { name: 'odd', container: 'A', target: { type: 'Value', averageValue: '1' } },
      },
      [
        'spec.metrics[0].containerResource.name: Invalid value: odd: must be a standard resource type or fully qualified',
        'spec.metrics[0].containerResource.name: Invalid value: odd: must be a standard resource for containers',
        expect.stringMatching(
          /^spec\.metrics\[0\]\.containerResource\.container: Invalid value: "A": a lowercase RFC 1123/,
        ),
      ],
    ],
    [
      { type: 'Pods', pods: { metric: { name: '' }, target: { type: 'AverageValue', averageValue: '-1' } } },
      [
        'spec.metrics[0].pods.metric.name: Required value: must specify a metric name',
        expect.stringMatching(
          /^spec\.metrics\[0\]\.pods\.target\.averageValue: Invalid value: resource\.Quantity.*must be positive$/,
        ),
      ],
    ],
    [
      { type: 'Object', object: { metric: { name: 'm' }, describedObject: scaleTargetRef, target: { type: '' } } },
      [
        'spec.metrics[0].object.target.type: Required value: must specify a metric target type',
        'spec.metrics[0].object.target.type: Invalid value: "": must be either Utilization, Value, or AverageValue',
        'spec.metrics[0].object.target.averageValue: Required value: must set either a target value or averageValue',
      ],
    ],
  ])('finds of the metric %j: %j', (metric, errors) => expect(findOf(metric)).toEqual(errors));

  it.each(['0', '0.0', '-1', '-1000m', '-0.1m'])('shows a target of %s as it was written', (averageValue) => {
    const pods = { metric: { name: 'm' }, target: { type: 'AverageValue', averageValue } };
    const sent = {
      metadata: { name: 'a' },
      spec: { scaleTargetRef, maxReplicas: 3, metrics: [{ type: 'Pods', pods }] },
    };
    const found = validateHorizontalPodAutoscaler(decodeAs(HorizontalPodAutoscaler, sent), {
      minReplicasAtLeast: 1,
      checksTarget: true,
    });
    const { text } = goQuantity(averageValue, { isExact: true });
    expect(found.map(formatFieldError)).toEqual([
      `spec.metrics[0].pods.target.averageValue: Invalid value: ${text}: must be positive`,
    ]);
  });
});

describe('validateHorizontalPodAutoscalerStatus()', () => {
  it('lets no count be negative', () => {
    const status = { currentReplicas: -1, desiredReplicas: -2 };
    const found = validateHorizontalPodAutoscalerStatus({ metadata: { name: 'a' }, status });
    expect(found.map(formatFieldError)).toEqual([
      'status.currentReplicas: Invalid value: -1: must be greater than or equal to 0',
      'status.desiredReplicas: Invalid value: -2: must be greater than or equal to 0',
    ]);
  });
});
