import { testServedKind } from '../contract/served-kind.contract.js';
import { type TestServer, startTestServer } from '../support/start-test-server.js';
import type { Json } from '../support/test-client.js';

const V1 = '/apis/autoscaling/v1/namespaces/default/horizontalpodautoscalers';
const V2 = '/apis/autoscaling/v2/namespaces/default/horizontalpodautoscalers';
const ANNOTATION = 'autoscaling.alpha.kubernetes.io';
const scaleTargetRef = { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' };
const memory = {
  type: 'Resource',
  resource: { name: 'memory', target: { type: 'AverageValue', averageValue: '1Gi' } },
};
const cpu = { type: 'Resource', resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 50 } } };
const scaler = (version: string, name: string, spec: Json): Json => ({
  apiVersion: `autoscaling/${version}`,
  kind: 'HorizontalPodAutoscaler',
  metadata: { name },
  spec: { scaleTargetRef, maxReplicas: 5, ...spec },
});

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});

afterAll(() => server.close());

testServedKind(
  'autoscaling/v2 HorizontalPodAutoscaler',
  {
    path: V2,
    object: scaler('v2', 'all', { metrics: [memory, cpu, { ...cpu }], minReplicas: 2 }),
    headings: ['Name', 'Reference', 'Targets', 'MinPods', 'MaxPods', 'Replicas', 'Age'],
    columns: {
      Reference: 'Deployment/web',
      Targets: 'memory: <unknown>/1Gi, cpu: <unknown>/50% + 1 more...',
      MinPods: '2',
      MaxPods: 7,
      Replicas: 0,
    },
    change: { spec: { maxReplicas: 7 } },
    refused: {
      change: {
        spec: {
          minReplicas: 0,
          maxReplicas: -1,
          scaleTargetRef: { kind: 'a/b' },
          behavior: { scaleUp: { policies: [] } },
        },
      },
      fields: [
        'spec.minReplicas',
        'spec.maxReplicas',
        'spec.scaleTargetRef.kind',
        'spec.metrics',
        'spec.behavior.scaleUp.policies',
      ],
    },
  },
  () => server,
);

describe('an autoscaler in two versions', () => {
  it('keeps in annotations what v1 has no members for', async () => {
    const behavior = { scaleDown: { selectPolicy: 'Disabled' } };
    await server.client.post(V2, scaler('v2', 'rich', { metrics: [cpu, memory], behavior }));
    const { body } = await server.client.get(`${V1}/rich`);
    expect(body.spec).toEqual({ scaleTargetRef, minReplicas: 1, maxReplicas: 5, targetCPUUtilizationPercentage: 50 });
    expect(Object.keys(body.metadata.annotations as Json).sort()).toEqual([
      `${ANNOTATION}/behavior`,
      `${ANNOTATION}/metrics`,
    ]);
    expect(body.metadata.annotations[`${ANNOTATION}/metrics`]).toBe(
      '[{"type":"Resource","resource":{"name":"memory","targetAverageValue":"1Gi"}}]',
    );
    expect((await server.client.put(`${V1}/rich`, body)).status).toBe(200);
    const { spec, metadata } = (await server.client.get(`${V2}/rich`)).body;
    expect(spec).toMatchObject({ metrics: [memory, cpu], behavior });
    expect(metadata.annotations).toBeUndefined();
  });

  it.each<[string, Json, Json]>([
    ['the default of CPU', {}, { targetCPUUtilizationPercentage: 80 }],
    ['another use of CPU', { targetCPUUtilizationPercentage: 20 }, { targetCPUUtilizationPercentage: 20 }],
  ])('is stored through v1 with %s', async (_, members, expected) => {
    const { body } = await server.client.post(`${V1}?dryRun=All`, scaler('v1', 'small', members));
    expect(body.spec).toEqual({ scaleTargetRef, minReplicas: 1, maxReplicas: 5, ...expected });
  });

  it('fills in what v1 leaves open of a behavior once it is checked', async () => {
    const policies = [{ Type: 'Pods', Value: 7, PeriodSeconds: 30 }];
    const annotated = (rules: Json, name: string): Json => {
      const annotations = { [`${ANNOTATION}/behavior`]: JSON.stringify({ ScaleUp: rules }) };
      return { ...scaler('v1', name, {}), metadata: { name, annotations } };
    };
    const refused = await server.client.post(V1, annotated({ SelectPolicy: 'Min' }, 'open'));
    expect(refused.body.details.causes).toHaveLength(1);
    expect((await server.client.post(V1, annotated({ Policies: policies }, 'open'))).status).toBe(201);
    expect((await server.client.get(`${V2}/open`)).body.spec.behavior).toMatchObject({
      scaleUp: { policies: [{ type: 'Pods', value: 7, periodSeconds: 30 }] },
      scaleDown: { selectPolicy: 'Max', policies: [{ type: 'Percent', value: 100, periodSeconds: 15 }] },
    });
  });

  it('has a status that main writes leave alone', async () => {
    await server.client.post(V1, scaler('v1', 'told', {}));
    const status = { currentReplicas: 2, desiredReplicas: 3, currentCPUUtilizationPercentage: 44 };
    expect((await server.client.patch(`${V1}/told/status`, 'merge-patch', { status })).body.status).toEqual(status);
    const change = { spec: { maxReplicas: 9 }, status: { desiredReplicas: 0 } };
    expect((await server.client.patch(`${V1}/told`, 'merge-patch', change)).body).toMatchObject({
      spec: change.spec,
      status,
    });
    const { currentMetrics } = (await server.client.get(`${V2}/told`)).body.status as Json;
    expect(currentMetrics).toMatchObject([{ resource: { name: 'cpu', current: { averageUtilization: 44 } } }]);
  });
});

describe('the target of a resource', () => {
  const post = (members: Json): ReturnType<TestServer['client']['post']> =>
    server.client.post(
      `${V2}?dryRun=All`,
      scaler('v2', 'target', { metrics: [{ type: 'Resource', resource: { name: 'memory', ...members } }] }),
    );

  it('stands in a member of its own [DIFF-HPA-01]', async () => {
    const old = await post({ targetAverageUtilization: 50 });
    expect((old.body.details.causes as Json[]).map(({ field }) => field as string)).toEqual([
      'spec.metrics[0].resource.target.type',
      'spec.metrics[0].resource.target.type',
      'spec.metrics[0].resource.target.averageUtilization',
    ]);
    expect(old.headers.warning).toContain('unknown field');
    expect((await post({ target: { type: 'Utilization', averageUtilization: 50 } })).status).toBe(201);
  });
});
