import { type TestServer, startTestServer } from '../support/start-test-server.js';
import type { Json } from '../support/test-client.js';

const NAMESPACE = '/api/v1/namespaces/default';
const SERVICES = `${NAMESPACE}/services`;
const PODS = `${NAMESPACE}/pods`;

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});

afterAll(() => server.close());

const service = (name: string, spec: Json, metadata: Json = {}): Json => ({
  metadata: { name, ...metadata },
  spec: { ports: [{ port: 80 }], ...spec },
});
const post = async (path: string, object: Json): Promise<Json> => (await server.client.post(path, object)).body;
const causesOf = ({ details }: Json): [string, string][] =>
  (details?.causes ?? []).map(({ field, message }: Json) => [field, message]);

describe('a ConfigMap', () => {
  it('that is too big is reported without a field', async () => {
    const body = await post(`${NAMESPACE}/configmaps`, {
      metadata: { name: 'big' },
      data: { a: 'x'.repeat(1_048_577) },
    });
    expect(body.message).toBe('ConfigMap "big" is invalid: []: Too long: may not be more than 1048576 bytes');
    expect(causesOf(body)).toEqual([['[]', 'Too long: may not be more than 1048576 bytes']]);
  });
});

describe('a Service', () => {
  it.each<[string, Json, string]>([
    [
      'two families with one allowed',
      { ipFamilyPolicy: 'SingleStack', ipFamilies: ['IPv4', 'IPv6'] },
      `spec.ipFamilyPolicy: Invalid value: "SingleStack": must be 'RequireDualStack' or 'PreferDualStack' when multiple IP families are specified`,
    ],
    [
      'two addresses with one allowed',
      { ipFamilyPolicy: 'SingleStack', clusterIP: '10.0.0.9', clusterIPs: ['10.0.0.9', 'fd00::9'] },
      `spec.ipFamilyPolicy: Invalid value: "SingleStack": must be 'RequireDualStack' or 'PreferDualStack' when multiple cluster IPs are specified`,
    ],
    [
      'an address of the wrong family besides other faults',
      { clusterIP: 'fd00::9', clusterIPs: ['fd00::9'], ipFamilies: ['IPv4'], ipFamilyPolicy: 'Some' },
      'spec.clusterIPs[0]: Invalid value: "fd00::9": expected an IPv4 value as indicated by `ipFamilies[0]`',
    ],
    [
      'a traffic policy that means nothing for its type',
      { type: 'ExternalName', externalName: 'a.b', internalTrafficPolicy: 'Some' },
      'spec.internalTrafficPolicy: Unsupported value: "Some": supported values: "Cluster", "Local"',
    ],
  ])('with %s is invalid', async (_what, spec, message) => {
    const body = await post(SERVICES, service('s', spec));
    expect([body.code, body.message]).toEqual([422, expect.stringContaining(message)]);
  });

  it('fails where its port for health checks cannot be allocated', async () => {
    const spec = { type: 'LoadBalancer', externalTrafficPolicy: 'Local', healthCheckNodePort: 1 };
    const { code, message } = await post(SERVICES, service('h', spec));
    expect([code, message]).toEqual([
      400,
      'Internal error occurred: failed to allocate requested HealthCheck NodePort 1: provided port is not in the valid range. The range of valid ports is 30000-32767',
    ]);
  });

  describe('of another name with a policy for traffic inside', () => {
    const path = `${SERVICES}/ext`;
    const external = service('ext', { type: 'ExternalName', externalName: 'a.b', internalTrafficPolicy: 'Local' });
    const INSIDE = { spec: { type: 'ClusterIP', externalName: null, ports: [{ port: 80 }] } };
    const patch = async (change: Json, query = ''): Promise<Json> =>
      (await server.client.patch(`${path}${query}`, 'merge-patch', change)).body;

    beforeEach(() => server.client.post(SERVICES, external));
    afterEach(() => server.client.delete(path));

    it('does not show it, in whatever way it is read', async () => {
      const shown = (await server.client.get(path)).body;
      const dry = await post(`${SERVICES}?dryRun=All`, { ...external, metadata: { name: 'dry' } });
      const dryPatch = await patch({ metadata: { labels: { a: 'b' } } }, '?dryRun=All');
      const list = (await server.client.get(SERVICES)).body.items as Json[];
      const watch = await server.client.watch(`${SERVICES}?fieldSelector=metadata.name%3Dext`);
      const event = (await watch.next())?.object as Json;
      watch.stop();
      const gone = (await server.client.delete(path)).body;
      const states = [shown, dry, dryPatch, event, gone, ...list.filter(({ metadata }) => metadata.name === 'ext')];
      expect(states.map(({ spec }) => [spec.type as string, 'internalTrafficPolicy' in spec])).toEqual(
        Array(6).fill(['ExternalName', false]),
      );
      expect(dry.metadata).not.toHaveProperty('resourceVersion');
    });

    it('keeps it, and who set it, for the day its type changes', async () => {
      const { metadata } = (await server.client.get(path)).body;
      expect(metadata.managedFields[0].fieldsV1['f:spec']).toHaveProperty('f:internalTrafficPolicy');
      expect((await patch({})).metadata.resourceVersion).toBe(metadata.resourceVersion);
      await patch({ metadata: { labels: { a: 'b' } } });
      expect((await patch(INSIDE)).spec).toMatchObject({ type: 'ClusterIP', internalTrafficPolicy: 'Local' });
    });

    it('loses it by an update without it', async () => {
      await server.client.put(path, (await server.client.get(path)).body);
      expect((await patch(INSIDE)).spec).toMatchObject({ type: 'ClusterIP', internalTrafficPolicy: 'Cluster' });
    });
  });

  it('is warned of on writes of its spec, and not of its status', async () => {
    const spec = { externalName: 'a.b', clusterIP: 'None', sessionAffinity: 'ClientIP' };
    const created = await server.client.post(SERVICES, service('w', spec));
    const warning = '299 - "spec.externalName is ignored when spec.type is not \\"ExternalName\\""';
    expect(created.headers.warning).toBe(warning);
    expect((await server.client.put(`${SERVICES}/w`, created.body)).headers.warning).toBe(warning);
    expect((await server.client.put(`${SERVICES}/w/status`, created.body)).headers.warning).toBeUndefined();
  });

  it.each<[string, number[], number[]]>([
    ['behind the highest that is asked for', [30_005, 0], [30_005, 30_006]],
    ['beyond all where none is', [0, 0], [32_769, 32_770]],
  ])('returns on a dry run of ports %s', async (_what, asked, given) => {
    const ports = asked.map((nodePort, i) => ({ name: `p${i}`, port: i + 1, ...(nodePort ? { nodePort } : {}) }));
    const { spec } = await post(`${SERVICES}?dryRun=All`, service('d', { type: 'NodePort', ports }));
    expect(spec.ports.map(({ nodePort }: Json) => nodePort)).toEqual(given);
  });
});

describe('a Pod', () => {
  const pod = (name: string, spec: Json): Json => ({
    metadata: { name },
    spec: { containers: [{ name: 'c', image: 'i' }], ...spec },
  });

  it.each<[Json, string]>([
    [{ serviceAccountName: 'a/b' }, 'error looking up service account default/a/b: serviceaccount "a/b" not found'],
    [{ priorityClassName: 'a/b' }, 'no PriorityClass with name a/b was found'],
  ])('with %j is forbidden', async (spec, message) => {
    const body = await post(PODS, pod('p', spec));
    expect([body.code, body.message]).toEqual([403, `pods "p" is forbidden: ${message}`]);
  });

  it('cannot be evicted as another one than it is', async () => {
    await post(`${NAMESPACE}/serviceaccounts`, { metadata: { name: 'default' } });
    await post(PODS, pod('e', {}));
    const deleteOptions = { preconditions: { uid: 'other' } };
    const body = await post(`${PODS}/e/eviction`, {
      apiVersion: 'policy/v1',
      kind: 'Eviction',
      metadata: { name: 'e' },
      deleteOptions,
    });
    expect([body.code, body.details.kind]).toEqual([409, 'Pod']);
    expect(body.message).toMatch(/^Operation cannot be fulfilled on Pod "e": the UID in the precondition/);
  });

  it('without an acceptable log format gets the text first', async () => {
    const headers = { accept: 'image/png' };
    const { status, body } = await server.client.request('GET', `${PODS}/p/log`, { headers });
    expect(status).toBe(406);
    expect(JSON.stringify(body)).toContain('Available representations: text/plain, application/json');
  });

  it('keeps what kubelets report, whatever gates are off', async () => {
    await post(PODS, pod('k', {}));
    const containerStatuses = [
      { name: 'c', image: 'i', imageID: '', ready: false, restartCount: 0, user: { linux: { uid: 1, gid: 1 } } },
    ];
    const { body } = await server.client.patch(`${PODS}/k/status`, 'merge-patch', { status: { containerStatuses } });
    expect(body.status).toMatchObject({ containerStatuses });
    const status = { resourceClaimStatuses: [{ name: 'r', resourceClaimName: 'x' }] };
    const refused = await server.client.patch(`${PODS}/k/status`, 'merge-patch', { status });
    expect(refused.body.message).toContain('status.resourceClaimStatuses');
  });
});

describe('a claim', () => {
  it('reports no class of attributes without the gate', async () => {
    const spec = { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } };
    const path = `${NAMESPACE}/persistentvolumeclaims`;
    await post(path, { metadata: { name: 'c' }, spec });
    const status = { currentVolumeAttributesClassName: 'a', modifyVolumeStatus: { status: 'Pending' }, phase: 'Lost' };
    const { body } = await server.client.patch(`${path}/c/status`, 'merge-patch', { status });
    expect(body.status).toEqual({ phase: 'Lost' });
  });
});

describe('an update', () => {
  it.each<[string, Json, Json, string]>([
    [
      `${NAMESPACE}/persistentvolumeclaims`,
      { spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } } },
      { spec: { volumeMode: 'Some' } },
      'spec.volumeMode',
    ],
    [
      '/api/v1/persistentvolumes',
      { spec: { accessModes: ['ReadWriteOnce'], capacity: { storage: '1Gi' }, hostPath: { path: '/a' } } },
      { spec: { persistentVolumeReclaimPolicy: 'Some' } },
      'spec.persistentVolumeReclaimPolicy',
    ],
    [
      '/apis/networking.k8s.io/v1/namespaces/default/networkpolicies',
      { spec: { podSelector: {} } },
      { spec: { policyTypes: ['Some'] } },
      'spec.policyTypes[0]',
    ],
    [
      '/apis/storage.k8s.io/v1/csinodes',
      { spec: { drivers: [] } },
      { spec: { drivers: [{ name: 'd', nodeID: '' }] } },
      'spec.drivers[0].nodeID',
    ],
    [
      '/apis/storage.k8s.io/v1/volumeattachments',
      { spec: { attacher: 'a', nodeName: 'n', source: { persistentVolumeName: 'p' } } },
      { spec: { nodeName: '-' } },
      'spec.nodeName',
    ],
  ])('of %s reports every cause in both passes', async (path, object, change, field) => {
    const created = await server.client.post(path, { metadata: { name: 'twice' }, ...object });
    expect(created.status).toBe(201);
    const { body } = await server.client.patch(`${path}/twice`, 'merge-patch', change);
    expect(causesOf(body).filter(([name]) => name === field)).toHaveLength(2);
  });

  it.each<[string, Json, number]>([
    ['/apis/rbac.authorization.k8s.io/v1/namespaces/default/roles', {}, 2],
    ['/apis/rbac.authorization.k8s.io/v1/clusterroles', {}, 2],
    ['/apis/storage.k8s.io/v1/csinodes', { spec: { drivers: [] } }, 2],
    ['/apis/scheduling.k8s.io/v1/priorityclasses', { value: 1 }, 0],
    [`${NAMESPACE}/configmaps`, {}, 1],
    [
      '/apis/autoscaling/v2/namespaces/default/horizontalpodautoscalers',
      { spec: { maxReplicas: 1, scaleTargetRef: { kind: 'A', name: 'b' } } },
      0,
    ],
  ])(
    'of %s names a prefix that cannot be generated from in each pass over the whole object',
    async (path, object, times) => {
      await post(path, { metadata: { name: 'counted' }, ...object });
      const metadata = { generateName: 'a/b', finalizers: ['a b'] };
      const { body } = await server.client.patch(`${path}/counted`, 'merge-patch', { metadata });
      const own = causesOf(body).filter(([field]) => field === 'metadata.generateName');
      // The generic rules name it too.
      expect(own).toHaveLength(1 + times);
    },
  );

  it.each<[string, Json, boolean]>([
    [`${NAMESPACE}/configmaps`, {}, true],
    [`${NAMESPACE}/resourcequotas`, {}, false],
    ['/apis/networking.k8s.io/v1/ingressclasses', { spec: { controller: 'a.b/c' } }, false],
    ['/apis/node.k8s.io/v1/runtimeclasses', { handler: 'h' }, true],
    ['/apis/storage.k8s.io/v1/csidrivers', {}, false],
    ['/apis/storage.k8s.io/v1/storageclasses', { provisioner: 'p' }, false],
    [`${NAMESPACE}/endpoints`, {}, false],
    ['/apis/admissionregistration.k8s.io/v1/mutatingwebhookconfigurations', {}, true],
    ['/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations', {}, true],
  ])(
    'of %s checks the prefix of generated names where the kind checks names again',
    async (path, object, isChecked) => {
      await post(path, { metadata: { name: 'named' }, ...object });
      const { status } = await server.client.patch(`${path}/named`, 'merge-patch', {
        metadata: { generateName: 'Bad_' },
      });
      expect(status).toBe(isChecked ? 422 : 200);
    },
  );
});

describe('an annotation with an invalid key', () => {
  // The generic rules name it for the object and for the change; those of the kind for both, or one of them.
  it.each<[string, Json, number]>([
    [`${NAMESPACE}/configmaps`, {}, 4],
    ['/apis/node.k8s.io/v1/runtimeclasses', { handler: 'h' }, 4],
    ['/apis/storage.k8s.io/v1/csidrivers', {}, 3],
    ['/apis/coordination.k8s.io/v1/namespaces/default/leases', {}, 3],
    [`${NAMESPACE}/limitranges`, { spec: { limits: [] } }, 3],
    ['/apis/admissionregistration.k8s.io/v1/mutatingwebhookconfigurations', {}, 3],
    [
      '/apis/flowcontrol.apiserver.k8s.io/v1/flowschemas',
      { spec: { priorityLevelConfiguration: { name: 'a' }, matchingPrecedence: 5 } },
      3,
    ],
  ])('of %s is named in each pass', async (path, object, times) => {
    await post(path, { metadata: { name: 'annotated' }, ...object });
    const metadata = { annotations: { 'a b': '' } };
    const { body } = await server.client.patch(`${path}/annotated`, 'merge-patch', { metadata });
    expect(causesOf(body).filter(([field]) => field === 'metadata.annotations')).toHaveLength(times);
  });
});

describe('a finalizer without a domain', () => {
  it.each<[string, Json, number]>([
    ['/apis/coordination.k8s.io/v1/namespaces/default/leases', {}, 201],
    ['/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations', {}, 201],
    ['/apis/policy/v1/namespaces/default/poddisruptionbudgets', { spec: { maxUnavailable: 1 } }, 201],
    [`${NAMESPACE}/events`, { involvedObject: { namespace: 'default' } }, 201],
    [`${NAMESPACE}/configmaps`, {}, 422],
  ])('given to %s answers %#', async (path, object, status) => {
    const created = await server.client.post(path, { metadata: { name: 'plain', finalizers: ['plain'] }, ...object });
    expect(created.status).toBe(status);
  });
});

describe('a StorageClass', () => {
  const CLASSES = '/apis/storage.k8s.io/v1/storageclasses';

  it('has a duplicate for each pair that its empty terms make', async () => {
    const body = await post(CLASSES, { metadata: { name: 't' }, provisioner: 'p', allowedTopologies: [{}, {}] });
    const path = (i: number): string => `allowedTopologies[${i}].matchLabelExpressions`;
    expect(causesOf(body).map(([field]) => field)).toEqual([path(0), path(0), path(1), path(1)]);
  });

  it('is changed by parameters without members', async () => {
    const { body } = await server.client.post(CLASSES, { metadata: { name: 'n' }, provisioner: 'p' });
    const changed = await server.client.put(`${CLASSES}/n`, { ...body, parameters: {} });
    expect([changed.status, changed.body.message]).toEqual([
      422,
      'StorageClass.storage.k8s.io "n" is invalid: parameters: Forbidden: updates to parameters are forbidden.',
    ]);
  });
});

describe('a PersistentVolume', () => {
  it.each(['quobyte', 'flocker'])('with %s is not warned of', async (source) => {
    const members: Json = { quobyte: { registry: 'a:1', volume: 'v' }, flocker: { datasetName: 'd' } };
    const spec = { accessModes: ['ReadWriteOnce'], capacity: { storage: '1Gi' }, [source]: members[source] };
    const { status, headers } = await server.client.post('/api/v1/persistentvolumes', {
      metadata: { name: source },
      spec,
    });
    expect([status, headers.warning]).toEqual([201, undefined]);
  });
});

describe('annotations in which v1 keeps fields of autoscalers', () => {
  it('are owned by nobody who sends them to v2', async () => {
    const path = '/apis/autoscaling/v2/namespaces/default/horizontalpodautoscalers';
    const scaleTargetRef = { kind: 'Deployment', name: 'd' };
    const annotations = { 'autoscaling.alpha.kubernetes.io/conditions': '[]', a: 'b' };
    const { metadata } = await post(path, {
      metadata: { name: 'r', annotations },
      spec: { scaleTargetRef, maxReplicas: 1 },
    });
    expect(metadata.annotations).toEqual({ a: 'b' });
    expect(JSON.stringify(metadata.managedFields)).not.toContain('conditions');
  });
});

describe('a PodTemplate', () => {
  it('is warned of when its template changes', async () => {
    const path = `${NAMESPACE}/podtemplates`;
    const spec = { containers: [{ name: 'c', image: 'i' }], nodeSelector: { 'beta.kubernetes.io/os': 'linux' } };
    const created = await server.client.post(path, { metadata: { name: 't' }, template: { spec } });
    expect(created.headers.warning).toContain('beta.kubernetes.io/os');
    const labelled = await server.client.patch(`${path}/t`, 'merge-patch', { metadata: { labels: { a: 'b' } } });
    expect(labelled.headers.warning).toBeUndefined();
    const renamed = await server.client.patch(`${path}/t`, 'merge-patch', {
      template: { metadata: { labels: { a: 'b' } } },
    });
    expect(renamed.headers.warning).toContain('beta.kubernetes.io/os');
  });
});
