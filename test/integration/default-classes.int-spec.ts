import { type TestServer, startTestServer } from '../support/start-test-server.js';
import type { Json, TestAnswer } from '../support/test-client.js';

const INGRESS_CLASSES = '/apis/networking.k8s.io/v1/ingressclasses';
const INGRESSES = '/apis/networking.k8s.io/v1/namespaces/default/ingresses';
const STORAGE_CLASSES = '/apis/storage.k8s.io/v1/storageclasses';
const CLAIMS = '/api/v1/namespaces/default/persistentvolumeclaims';
const RUNTIME_CLASSES = '/apis/node.k8s.io/v1/runtimeclasses';
const PODS = '/api/v1/namespaces/default/pods';
const INGRESS_MARK = { 'ingressclass.kubernetes.io/is-default-class': 'true' };
const STORAGE_MARK = { 'storageclass.kubernetes.io/is-default-class': 'true' };
const INGRESS_SPEC = { defaultBackend: { service: { name: 's', port: { number: 80 } } } };
const claimSpec = (storage: string): Json => ({ accessModes: ['ReadWriteOnce'], resources: { requests: { storage } } });

let server: TestServer;
let without: TestServer;
let count = 0;

beforeAll(async () => {
  const disabledPlugins = ['DefaultIngressClass', 'DefaultStorageClass', 'PersistentVolumeClaimResize', 'RuntimeClass'];
  [server, without] = await Promise.all([startTestServer(), startTestServer({ admission: { disabledPlugins } })]);
  const account = { metadata: { name: 'default' } };
  for (const { client } of [server, without]) {
    await client.post('/api/v1/namespaces/default/serviceaccounts', account);
    await client.post(INGRESS_CLASSES, {
      metadata: { name: 'usual', annotations: INGRESS_MARK },
      spec: { controller: 'a.example/x' },
    });
    await client.post(STORAGE_CLASSES, {
      metadata: { name: 'usual', annotations: STORAGE_MARK },
      provisioner: 'a.example/x',
      allowVolumeExpansion: true,
    });
    await client.post(STORAGE_CLASSES, { metadata: { name: 'fixed' }, provisioner: 'a.example/x' });
    await client.post(RUNTIME_CLASSES, {
      metadata: { name: 'kata' },
      handler: 'kata',
      overhead: { podFixed: { cpu: '250m' } },
      scheduling: { nodeSelector: { k: 'v' }, tolerations: [{ key: 't', operator: 'Exists' }] },
    });
    await client.post(RUNTIME_CLASSES, { metadata: { name: 'plain' }, handler: 'runc' });
  }
});

afterAll(() => Promise.all([server.close(), without.close()]));

const post = (path: string, members: Json, metadata: Json = {}, to = server): Promise<TestAnswer> =>
  to.client.post(path, { metadata: { name: `n${count++}`, ...metadata }, ...members });

describe('DefaultIngressClass', () => {
  it('gives the default class to ingresses that name none', async () => {
    const named = { ...INGRESS_SPEC, ingressClassName: 'other' };
    const annotations = { 'kubernetes.io/ingress.class': 'nginx' };
    const answers = [
      await post(INGRESSES, { spec: INGRESS_SPEC }),
      await post(INGRESSES, { spec: named }),
      await post(INGRESSES, { spec: INGRESS_SPEC }, { annotations }),
      await post(INGRESSES, { spec: INGRESS_SPEC }, {}, without),
    ];
    expect(answers.map(({ body }) => body.spec.ingressClassName as string)).toEqual([
      'usual',
      'other',
      undefined,
      undefined,
    ]);
  });

  it('takes the newest of several, or the first by name', async () => {
    const { body } = await server.client.get(`${INGRESS_CLASSES}/usual`);
    const later = { metadata: { name: 'later', annotations: INGRESS_MARK }, spec: body.spec as Json };
    await server.client.post(INGRESS_CLASSES, later);
    const { body: ingress } = await post(INGRESSES, { spec: INGRESS_SPEC });
    await server.client.delete(`${INGRESS_CLASSES}/later`);
    expect(ingress.spec.ingressClassName).toBe('later');
  });
});

describe('DefaultStorageClass', () => {
  it('gives the default class to claims that name none', async () => {
    const spec = claimSpec('1Gi');
    const annotations = { 'volume.beta.kubernetes.io/storage-class': 'old' };
    const answers = [
      await post(CLAIMS, { spec }),
      await post(CLAIMS, { spec: { ...spec, storageClassName: '' } }),
      await post(CLAIMS, { spec }, { annotations }),
      await post(CLAIMS, { spec }, {}, without),
    ];
    expect(answers.map(({ body }) => body.spec.storageClassName as string)).toEqual([
      'usual',
      '',
      undefined,
      undefined,
    ]);
  });
});

describe('PersistentVolumeClaimResize', () => {
  const grow = async (storageClassName: string, phase: string): Promise<TestAnswer> => {
    const { body } = await post(CLAIMS, { spec: { ...claimSpec('1Gi'), storageClassName, volumeName: 'v' } });
    const claim = `${CLAIMS}/${body.metadata.name}`;
    await server.client.patch(`${claim}/status`, 'merge-patch', { status: { phase } });
    return server.client.patch(claim, 'merge-patch', { spec: { resources: { requests: { storage: '2Gi' } } } });
  };

  it('lets claims grow whose class allows it', async () => {
    expect((await grow('usual', 'Bound')).status).toBe(200);
  });

  it.each([
    [
      'fixed',
      'Bound',
      /only dynamically provisioned pvc can be resized and the storageclass that provisions the pvc must support resize$/,
    ],
    ['missing', 'Bound', /must support resize$/],
  ])('refuses it under %s when %s', async (storageClassName, phase, message) => {
    const { status, body } = await grow(storageClassName, phase);
    expect([status, body.message]).toEqual([403, expect.stringMatching(message)]);
  });
});

describe('RuntimeClass', () => {
  const podOf = (members: Json, to = server): Promise<TestAnswer> =>
    post(PODS, { spec: { containers: [{ name: 'c', image: 'i' }], ...members } }, {}, to);

  it('gives pods what their class costs and where they run', async () => {
    const { body } = await podOf({ runtimeClassName: 'kata', nodeSelector: { own: 'x' } });
    expect(body.spec).toMatchObject({ overhead: { cpu: '250m' }, nodeSelector: { k: 'v', own: 'x' } });
    expect(body.spec.tolerations).toContainEqual({ key: 't', operator: 'Exists' });
    expect((await podOf({ runtimeClassName: 'plain' })).body.spec.overhead).toBeUndefined();
    expect((await podOf({ runtimeClassName: 'kata', overhead: { cpu: '0.25' } })).status).toBe(201);
    expect((await podOf({ runtimeClassName: 'missing' }, without)).status).toBe(201);
  });

  it.each<[Json, string]>([
    [{ runtimeClassName: 'missing' }, 'pod rejected: RuntimeClass "missing" not found'],
    [
      { runtimeClassName: 'kata', overhead: { cpu: '1' } },
      "pod rejected: Pod's Overhead doesn't match RuntimeClass's defined Overhead",
    ],
    [
      { runtimeClassName: 'plain', overhead: { cpu: '1' } },
      'pod rejected: Pod Overhead set without corresponding RuntimeClass defined Overhead',
    ],
    [{ overhead: { cpu: '1' } }, 'pod rejected: Pod Overhead set without corresponding RuntimeClass defined Overhead'],
    [
      { runtimeClassName: 'kata', nodeSelector: { k: 'other' } },
      'conflict: runtimeClass.scheduling.nodeSelector[k] = v; pod.spec.nodeSelector[k] = other',
    ],
  ])('refuses %j: %s', async (members, why) => {
    const { status, body } = await podOf(members);
    expect([status, body.message]).toEqual([403, expect.stringMatching(/^pods "n\d+" is forbidden: /)]);
    expect(body.message).toContain(why);
  });
});
