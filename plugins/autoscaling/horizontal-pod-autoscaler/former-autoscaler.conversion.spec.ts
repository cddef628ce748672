import type { HorizontalPodAutoscaler } from './horizontal-pod-autoscaler.v2.js';
import {
  horizontalPodAutoscalerFromV2beta1,
  horizontalPodAutoscalerFromV2beta2,
} from './former-autoscaler.conversion.js';
import { BEHAVIOR, METRICS } from './round-trip-annotations.js';

const TARGET = { kind: 'Deployment', name: 'd', apiVersion: 'apps/v1' };
const hub = {
  metadata: { name: 'a', annotations: { a: 'b' } },
  spec: {
    scaleTargetRef: TARGET,
    maxReplicas: 3,
    metrics: [
      { type: 'Resource', resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 60 } } },
      { type: 'Pods', pods: { metric: { name: 'm' }, target: { type: 'AverageValue', averageValue: '2' } } },
      { type: 'External', external: { metric: { name: 'e' }, target: { type: 'Value', value: '4' } } },
      {
        type: 'ContainerResource',
        containerResource: { name: 'cpu', container: 'c', target: { type: 'AverageValue', averageValue: '1' } },
      },
    ],
    behavior: { scaleDown: { selectPolicy: 'Max', policies: [{ type: 'Pods', value: 1, periodSeconds: 15 }] } },
  },
  status: { currentReplicas: 1, desiredReplicas: 2, currentMetrics: [] },
} as unknown as HorizontalPodAutoscaler;

describe('horizontalPodAutoscalerFromV2beta1', () => {
  const former = horizontalPodAutoscalerFromV2beta1.fromHub(hub);

  it('writes targets beside the metrics, and behavior into an annotation', () => {
    expect(
      former.spec?.metrics?.map(({ resource, pods, external, containerResource }) => ({
        ...resource,
        ...pods,
        ...external,
        ...containerResource,
      })),
    ).toMatchObject([
      { name: 'cpu', targetAverageUtilization: 60 },
      { metricName: 'm', targetAverageValue: '2' },
      { metricName: 'e', targetValue: '4' },
      { name: 'cpu', container: 'c', targetAverageValue: '1' },
    ]);
    expect(former.spec).not.toHaveProperty('behavior');
    expect(JSON.parse(former.metadata.annotations?.[BEHAVIOR] ?? '')).toMatchObject({ ScaleUp: null });
  });

  it('loses nothing there and back [DEP-02]', () => {
    expect(JSON.parse(JSON.stringify(horizontalPodAutoscalerFromV2beta1.toHub(former)))).toEqual(
      JSON.parse(JSON.stringify(hub)),
    );
  });
});

describe('horizontalPodAutoscalerFromV2beta2', () => {
  it('leaves out the annotations of older versions', () => {
    const annotations = { [METRICS]: '[]', [BEHAVIOR]: '{}', a: 'b' };
    const stored = { ...hub, metadata: { name: 'a', annotations } };
    expect(horizontalPodAutoscalerFromV2beta2.toHub(stored as never)).toEqual(hub);
  });
});
