import fc from 'fast-check';
import { shapeOf } from '../../../src/schema/index.js';
import { horizontalPodAutoscalerFromV1 } from './horizontal-pod-autoscaler.conversion.js';
import { HorizontalPodAutoscaler as V1 } from './horizontal-pod-autoscaler.v1.js';
import { HorizontalPodAutoscaler as V2 } from './horizontal-pod-autoscaler.v2.js';

const { toHub, fromHub } = horizontalPodAutoscalerFromV1;
const name = fc.stringMatching(/^[a-z<&]{1,8}$/);
const amount = fc.integer({ min: 1, max: 1e9 }).map(String);
const percent = fc.integer({ min: 1, max: 1000 });
const optional = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> => fc.option(value, { nil: undefined });
const reference = fc.record({ kind: name, name, apiVersion: name });
const metric = fc.record({
  name,
  selector: optional(fc.record({ matchLabels: fc.dictionary(name, name, { minKeys: 1 }) })),
});
const use = fc.oneof(
  percent.map((averageUtilization) => ({ type: 'Utilization', averageUtilization })),
  amount.map((averageValue) => ({ type: 'AverageValue', averageValue })),
);
const value = fc.oneof(
  amount.map((plain) => ({ type: 'Value', value: plain })),
  amount.map((averageValue) => ({ type: 'AverageValue', averageValue })),
);
const average = amount.map((averageValue) => ({ type: 'AverageValue', averageValue }));

/** Metrics but the one v1 has a member for, which comes last on the way back. */
const others = fc.oneof(
  fc.record({ type: fc.constant('Resource'), resource: fc.record({ name: fc.constant('memory'), target: use }) }),
  fc.record({ type: fc.constant('Pods'), pods: fc.record({ metric, target: average }) }),
  fc.record({ type: fc.constant('Object'), object: fc.record({ describedObject: reference, metric, target: value }) }),
  fc.record({ type: fc.constant('External'), external: fc.record({ metric, target: value }) }),
  fc.record({
    type: fc.constant('ContainerResource'),
    containerResource: fc.record({ name, container: name, target: use }),
  }),
);
const cpu = percent.map((averageUtilization) => ({
  type: 'Resource',
  resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization } },
}));
const metrics = fc
  .tuple(fc.array(others, { maxLength: 4 }), optional(cpu))
  .map(([list, last]) => [...list, ...(last ? [last] : [])])
  .filter((list) => list.length > 0);
const rules = fc.record({
  selectPolicy: optional(fc.constantFrom('Max', 'Min', 'Disabled')),
  policies: fc.array(fc.record({ type: name, value: percent, periodSeconds: percent }), { minLength: 1, maxLength: 3 }),
  stabilizationWindowSeconds: optional(fc.nat(3600)),
});
const behavior = optional(fc.record({ scaleUp: rules, scaleDown: optional(rules) }));
const condition = fc.record({
  type: name,
  status: name,
  lastTransitionTime: fc.constant('2024-01-02T03:04:05Z'),
  reason: name,
});
const currentMetrics = fc.array(
  fc.record({
    type: fc.constant('Resource'),
    resource: fc.record({
      name: fc.constantFrom('cpu', 'memory'),
      current: fc.record({ averageValue: amount, averageUtilization: optional(percent) }),
    }),
  }),
  { maxLength: 3 },
);
const autoscaler = fc.record({
  metadata: fc.record({ name, annotations: fc.dictionary(name, name, { minKeys: 1 }) }),
  spec: fc.record({
    scaleTargetRef: reference,
    minReplicas: optional(percent),
    maxReplicas: percent,
    metrics,
    behavior,
  }),
  status: fc.record({
    currentReplicas: percent,
    desiredReplicas: percent,
    currentMetrics,
    conditions: fc.uniqueArray(condition, { minLength: 1, maxLength: 3, selector: ({ type }) => type }),
  }),
});

describe('horizontalPodAutoscalerFromV1', () => {
  it('brings back whatever went through v1 [DEP-02, DEP-22]', () => {
    fc.assert(
      fc.property(autoscaler, (object) => {
        const hub = shapeOf(V2).canonicalize(object, { dropsEmpty: true }) as V2;
        const spoke = shapeOf(V1).canonicalize(fromHub(hub));
        expect(shapeOf(V2).canonicalize(toHub(spoke))).toEqual(hub);
      }),
    );
  });

  it.each([['garbage'], ['{}'], ['[7]'], ['[{"type":7}]'], ['null'], ['[]']])(
    'does without an annotation that holds %s',
    (text) => {
      const prefix = 'autoscaling.alpha.kubernetes.io';
      const annotations = Object.fromEntries(
        ['metrics', 'current-metrics', 'conditions', 'behavior'].map((each) => [`${prefix}/${each}`, text]),
      );
      const spec = { scaleTargetRef: { kind: 'k', name: 'n' }, maxReplicas: 3, targetCPUUtilizationPercentage: 7 };
      const status = { currentReplicas: 1, desiredReplicas: 2 };
      const hub = toHub({ metadata: { name: 'a', annotations }, spec, status });
      expect(hub.metadata.annotations).toBeUndefined();
      expect(hub.spec?.metrics).toHaveLength(1);
      expect([hub.spec?.behavior, hub.status?.conditions, hub.status?.currentMetrics]).toEqual([
        undefined,
        undefined,
        null,
      ]);
    },
  );

  it('writes letters that HTML knows as Go does', () => {
    const spec = {
      scaleTargetRef: { kind: 'k', name: 'n' },
      maxReplicas: 3,
      metrics: [
        { type: 'Pods', pods: { metric: { name: '<&>' }, target: { type: 'AverageValue', averageValue: '1' } } },
      ],
    };
    const { annotations } = fromHub({ metadata: {}, spec }).metadata;
    expect(annotations?.['autoscaling.alpha.kubernetes.io/metrics']).toContain(String.raw`"\u003c\u0026\u003e"`);
  });
});
