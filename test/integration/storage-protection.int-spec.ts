import { type TestServer, startTestServer } from '../support/start-test-server.js';
import type { Json } from '../support/test-client.js';

const CLAIMS = '/api/v1/namespaces/default/persistentvolumeclaims';
const PODS = '/api/v1/namespaces/default/pods';
const VOLUMES = '/api/v1/persistentvolumes';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});

afterAll(() => server.close());

const claim = (name: string): Json => ({
  apiVersion: 'v1',
  kind: 'PersistentVolumeClaim',
  metadata: { name },
  spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
});

const podWith = (name: string, volume: Json, nodeName?: string): Json => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name },
  spec: { nodeName, containers: [{ name: 'c', image: 'i' }], volumes: [volume] },
});

/** Waits until an object is gone; fails by the test's timeout when it stays. */
async function untilGone(path: string): Promise<void> {
  while ((await server.client.get(path)).status !== 404) await new Promise((resolve) => setTimeout(resolve, 10));
}

/** Deletes an object that something holds and answers its finalizers when controllers have had their turn. */
async function heldAfterDelete(path: string): Promise<string[]> {
  await server.client.delete(path);
  // Another object that nothing holds goes the same way behind it.
  await server.client.post(CLAIMS, claim('witness'));
  await server.client.delete(`${CLAIMS}/witness`);
  await untilGone(`${CLAIMS}/witness`);
  return (await server.client.get(path)).body.metadata?.finalizers;
}

describe('claims', () => {
  it.each<[string, Json]>([
    ['a volume', { name: 'v', persistentVolumeClaim: { claimName: 'a-volume-data' } }],
    ['an ephemeral volume', { name: 'data', ephemeral: { volumeClaimTemplate: { spec: claim('x').spec } } }],
  ])('stay while a pod with a node uses them by %s, and go with it', async (how, volume) => {
    const pod = how.replaceAll(' ', '-');
    const path = `${CLAIMS}/${pod}-data`;
    expect((await server.client.post(CLAIMS, claim(`${pod}-data`))).body.metadata.finalizers).toEqual([
      'kubernetes.io/pvc-protection',
    ]);
    expect((await server.client.post(PODS, podWith(pod, volume, 'n1'))).status).toBe(201);
    expect(await heldAfterDelete(path)).toEqual(['kubernetes.io/pvc-protection']);
    await server.client.delete(`${PODS}/${pod}?gracePeriodSeconds=0`);
    await untilGone(path);
  });

  it('go when the pods that name them have no node', async () => {
    await server.client.post(CLAIMS, claim('waiting'));
    await server.client.post(PODS, podWith('waiting', { name: 'v', persistentVolumeClaim: { claimName: 'waiting' } }));
    await server.client.delete(`${CLAIMS}/waiting`);
    await untilGone(`${CLAIMS}/waiting`);
  });
});

describe('volumes', () => {
  const volume = {
    apiVersion: 'v1',
    kind: 'PersistentVolume',
    metadata: { name: 'disk' },
    spec: { accessModes: ['ReadWriteOnce'], capacity: { storage: '1Gi' }, hostPath: { path: '/tmp' } },
  };
  const setPhase = (phase: string): Promise<unknown> =>
    server.client.patch(`${VOLUMES}/disk/status`, 'merge-patch', { status: { phase } });

  it('stay while they are bound, and go when they are released', async () => {
    expect((await server.client.post(VOLUMES, volume)).body.metadata.finalizers).toEqual([
      'kubernetes.io/pv-protection',
    ]);
    await setPhase('Bound');
    expect(await heldAfterDelete(`${VOLUMES}/disk`)).toEqual(['kubernetes.io/pv-protection']);
    await setPhase('Released');
    await untilGone(`${VOLUMES}/disk`);
  });
});
