import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { overwriteValue, storedValues } from '../support/storage-sql.js';
import { type TestServer, startTestServer } from '../support/start-test-server.js';

const DEPLOYMENT = '/apis/apps/v1/namespaces/default/deployments/d';
const KEY = '/registry/deployments/default/d';
const LABELS = { app: 'a' };

let directory: string;
let server: TestServer;

const start = (): Promise<TestServer> => startTestServer({ storage: { dataDir: directory } });

/** A deployment as a server of release 1.15 stored it. */
const OLD = {
  apiVersion: 'extensions/v1beta1',
  kind: 'Deployment',
  metadata: { name: 'd', namespace: 'default', uid: 'u-1', creationTimestamp: '2019-06-01T00:00:00Z' },
  spec: {
    replicas: 2,
    rollbackTo: { revision: 4 },
    selector: { matchLabels: LABELS },
    strategy: { type: 'RollingUpdate', rollingUpdate: { maxSurge: 1, maxUnavailable: 1 } },
    template: { metadata: { labels: LABELS }, spec: { containers: [{ name: 'a', image: 'a' }] } },
  },
};

const AUTOSCALER = '/apis/autoscaling/v2/namespaces/default/horizontalpodautoscalers/h';

/** An autoscaler that says no more than it has to, as it was stored in a version that is not served any more. */
const OLD_AUTOSCALER = {
  apiVersion: 'autoscaling/v2beta2',
  kind: 'HorizontalPodAutoscaler',
  metadata: { name: 'h', namespace: 'default', uid: 'u-2', creationTimestamp: '2021-06-01T00:00:00Z' },
  spec: { scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'd' }, maxReplicas: 3 },
};

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'binnacle-former-'));
  server = await start();
  await server.client.post('/apis/apps/v1/namespaces/default/deployments', {
    ...OLD,
    apiVersion: 'apps/v1',
    metadata: { name: 'd' },
    spec: { ...OLD.spec, rollbackTo: undefined },
  });
  await server.client.post('/apis/autoscaling/v2/namespaces/default/horizontalpodautoscalers', {
    metadata: { name: 'h' },
    spec: OLD_AUTOSCALER.spec,
  });
  await server.close();
  await overwriteValue(
    directory,
    '/registry/horizontalpodautoscalers/default/h',
    Buffer.from(JSON.stringify(OLD_AUTOSCALER)),
  );
  await overwriteValue(directory, KEY, Buffer.from(JSON.stringify(OLD)));
  server = await start();
});

afterAll(async () => {
  await server.close();
  await rm(directory, { recursive: true, force: true });
});

describe('an object that an older release stored', () => {
  it('is read, listed and selected as one of the present version', async () => {
    const { status, body } = await server.client.get(DEPLOYMENT);
    expect([status, body.apiVersion, body.metadata.uid]).toEqual([200, 'apps/v1', 'u-1']);
    expect(body.metadata.annotations).toEqual({ 'deprecated.deployment.rollback.to': '4' });
    expect(body.spec).toMatchObject({ replicas: 2, strategy: { rollingUpdate: { maxSurge: 1 } } });
    expect(body.spec.rollbackTo).toBeUndefined();
    const list = await server.client.get('/apis/apps/v1/deployments?fieldSelector=metadata.name%3Dd');
    expect(list.body.items).toHaveLength(1);
  });

  it('is read with the defaults of its version', async () => {
    const { body } = await server.client.get(AUTOSCALER);
    const metrics = [
      { type: 'Resource', resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 80 } } },
    ];
    expect([body.metadata.uid, body.spec]).toEqual(['u-2', { ...OLD_AUTOSCALER.spec, minReplicas: 1, metrics }]);
  });

  it('is stored again by a no-op write', async () => {
    const { body } = await server.client.get(DEPLOYMENT);
    const written = await server.client.put(DEPLOYMENT, body);
    expect([written.status, written.body.spec]).toEqual([200, body.spec]);
    expect(written.body.metadata.resourceVersion).not.toBe(body.metadata.resourceVersion);
    const again = await server.client.put(DEPLOYMENT, written.body);
    expect(again.body.metadata.resourceVersion).toBe(written.body.metadata.resourceVersion);
    await server.close();
    const stored = JSON.parse((await storedValues(directory)).get(KEY)!.toString()) as { apiVersion: string };
    expect(stored.apiVersion).toBe('apps/v1');
    server = await start();
  });
});
