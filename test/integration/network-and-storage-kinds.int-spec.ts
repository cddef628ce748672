import { buffer } from 'node:stream/consumers';
import { type TestServer, startTestServer } from '../support/start-test-server.js';
import type { Json } from '../support/test-client.js';

const PROTOBUF = 'application/vnd.kubernetes.protobuf';
const TABLE = 'application/json;as=Table;v=v1;g=meta.k8s.io';
const NETWORKING = '/apis/networking.k8s.io';
const STORAGE = '/apis/storage.k8s.io';
const BACKEND = { service: { name: 's', port: { number: 80 } } };

/** One kind, tried from its creation to its end. */
interface TriedKind {
  readonly path: string;
  readonly name?: string;
  readonly object: Json;
  /** The cells of its row, but for its age. */
  readonly cells: unknown[];
  readonly change: Json;
  readonly generations: (number | undefined)[];
  readonly bad: Json;
  /** The fields that are wrong in `bad`. */
  readonly fields: string[];
}

const KINDS: readonly TriedKind[] = [
  {
    path: '/apis/policy/v1/namespaces/default/poddisruptionbudgets',
    object: { spec: { minAvailable: '50%', selector: {} } },
    cells: ['tried', '50%', 'N/A', 0],
    change: { spec: { minAvailable: 2 } },
    generations: [1, 2],
    bad: { spec: { minAvailable: -1, maxUnavailable: 1 } },
    fields: ['spec', 'spec.minAvailable'],
  },
  {
    path: `${NETWORKING}/v1/namespaces/default/ingresses`,
    object: { spec: { rules: [{ host: 'a.example' }, { host: 'b.example' }], tls: [{}], defaultBackend: BACKEND } },
    cells: ['tried', '<none>', 'a.example,b.example', '', '80, 443'],
    change: { spec: { rules: null } },
    generations: [1, 2],
    bad: { spec: { rules: [{ host: '192.0.2.1', http: {} }] } },
    fields: ['spec.rules[0].host', 'spec.rules[0].http.paths'],
  },
  {
    path: `${NETWORKING}/v1/ingressclasses`,
    object: { spec: { controller: 'a.example/x', parameters: { kind: 'K', name: 'n', apiGroup: 'g.example' } } },
    cells: ['tried', 'a.example/x', 'K.g.example/n'],
    change: { spec: { parameters: null } },
    generations: [1, 2],
    bad: { spec: { parameters: { kind: 'K', name: 'n', scope: 'World' } } },
    fields: ['spec.controller', 'spec.parameters.scope'],
  },
  {
    path: `${NETWORKING}/v1/namespaces/default/networkpolicies`,
    object: { spec: { podSelector: { matchLabels: { a: 'b' } }, egress: [{ ports: [{ port: 'dns' }] }] } },
    cells: ['tried', 'a=b'],
    change: { spec: { egress: [{}] } },
    generations: [1, 2],
    bad: { spec: { podSelector: {}, ingress: [{ from: [{}], ports: [{ port: 0 }] }] } },
    fields: ['spec.ingress[0].ports[0].port', 'spec.ingress[0].from[0]'],
  },
  {
    path: `${NETWORKING}/v1beta1/ipaddresses`,
    name: '192.0.2.1',
    object: { spec: { parentRef: { resource: 'services', namespace: 'default', name: 'kubernetes' } } },
    cells: ['192.0.2.1', 'services/default/kubernetes'],
    change: { metadata: { labels: { a: 'b' } } },
    generations: [undefined, undefined],
    bad: { metadata: { name: 'x' } },
    fields: ['metadata.name', 'spec.parentRef'],
  },
  {
    path: `${NETWORKING}/v1beta1/servicecidrs`,
    object: { spec: { cidrs: ['10.1.0.0/16', 'fd00::/112'] } },
    cells: ['tried', '10.1.0.0/16,fd00::/112'],
    change: { metadata: { labels: { a: 'b' } } },
    generations: [undefined, undefined],
    bad: { spec: { cidrs: ['10.1.0.1/16'] } },
    fields: ['spec.cidrs[0]'],
  },
  {
    path: '/apis/discovery.k8s.io/v1/namespaces/default/endpointslices',
    object: { addressType: 'IPv4', endpoints: [{ addresses: ['10.0.0.1'] }], ports: [{ port: 1 }, { name: 'a' }] },
    cells: ['tried', 'IPv4', '1,a', '10.0.0.1'],
    change: { endpoints: [{ addresses: ['10.0.0.2'] }] },
    generations: [1, 2],
    bad: { addressType: 'IPv4', endpoints: [{}], ports: [{}, {}] },
    fields: ['endpoints[0].addresses', 'ports[1].name'],
  },
  {
    path: '/apis/node.k8s.io/v1/runtimeclasses',
    object: { handler: 'kata', overhead: { podFixed: { cpu: '250m' } }, scheduling: { nodeSelector: { k: 'v' } } },
    cells: ['tried', 'kata'],
    change: { overhead: null },
    generations: [undefined, undefined],
    bad: { scheduling: { nodeSelector: { 'a b': 'c' } } },
    fields: ['handler', 'scheduling.nodeSelector'],
  },
  {
    path: `${STORAGE}/v1/storageclasses`,
    object: { provisioner: 'a.example/x', parameters: { a: 'b' } },
    cells: ['tried', 'a.example/x', 'Delete', 'Immediate', false],
    change: { allowVolumeExpansion: true },
    generations: [undefined, undefined],
    bad: { reclaimPolicy: 'Recycle' },
    fields: ['provisioner', 'reclaimPolicy'],
  },
  {
    path: `${STORAGE}/v1/csidrivers`,
    name: 'd.example',
    object: { spec: { tokenRequests: [{ audience: 'a' }] } },
    cells: ['d.example', true, false, false, 'a', false, 'Persistent'],
    change: { spec: { requiresRepublish: true } },
    generations: [undefined, 1],
    bad: { spec: { fsGroupPolicy: 'x', volumeLifecycleModes: ['y'] } },
    fields: ['spec.fsGroupPolicy', 'spec.volumeLifecycleModes'],
  },
  {
    path: `${STORAGE}/v1/csinodes`,
    object: { spec: { drivers: [{ name: 'd.example', nodeID: 'n', topologyKeys: ['zone'] }] } },
    cells: ['tried', 1],
    change: { spec: { drivers: [] } },
    generations: [undefined, undefined],
    bad: { spec: { drivers: [{ name: 'd' }] } },
    fields: ['spec.drivers[0].nodeID'],
  },
  {
    path: `${STORAGE}/v1/namespaces/default/csistoragecapacities`,
    object: { storageClassName: 'fast', capacity: '1Gi', nodeTopology: {} },
    cells: ['tried'],
    change: { capacity: '2Gi' },
    generations: [undefined, undefined],
    bad: { capacity: '-1' },
    fields: ['storageClassName', 'capacity'],
  },
  {
    path: `${STORAGE}/v1/volumeattachments`,
    object: { spec: { attacher: 'd.example', nodeName: 'n', source: { persistentVolumeName: 'v' } } },
    cells: ['tried', 'd.example', 'v', 'n', false],
    change: { metadata: { labels: { a: 'b' } } },
    generations: [undefined, undefined],
    bad: { spec: { attacher: 'd.example', nodeName: 'N', source: {} } },
    fields: ['spec.source', 'spec.nodeName'],
  },
  {
    path: `${STORAGE}/v1beta1/volumeattributesclasses`,
    object: { driverName: 'd.example', parameters: { a: 'b' } },
    cells: ['tried', 'd.example'],
    change: { metadata: { labels: { a: 'b' } } },
    generations: [undefined, undefined],
    bad: {},
    fields: ['driverName', 'parameters'],
  },
];

let server: TestServer;

beforeAll(async () => {
  const runtimeConfig = {
    'networking.k8s.io/v1beta1': '',
    'storage.k8s.io/v1beta1': '',
    'storage.k8s.io/v1alpha1': '',
  };
  server = await startTestServer({ api: { runtimeConfig }, serving: { advertiseAddress: '192.0.2.7' } });
});

afterAll(() => server.close());

const named = (object: Json, name = 'tried'): Json => ({ metadata: { name }, ...object });
const createdOf = async ({ path, name, object }: TriedKind): Promise<string> => {
  const { status } = await server.client.post(path, named(object, name));
  expect(status).toBe(201);
  return `${path}/${name ?? 'tried'}`;
};

describe.each(KINDS.map((kind) => [kind.path, kind] as const))('%s', (path, kind) => {
  afterEach(() => server.client.delete(path));

  it('makes, shows and lists objects', async () => {
    const one = await createdOf(kind);
    const { body } = await server.client.get(one);
    expect((await server.client.get(path)).body.items).toContainEqual(
      expect.objectContaining({ metadata: expect.objectContaining({ uid: body.metadata.uid as string }) }),
    );
    const table = (await server.request('GET', one, { headers: { accept: TABLE } })).body;
    expect((table.rows as Json[])[0].cells.slice(0, kind.cells.length)).toEqual(kind.cells);
    expect(table.columnDefinitions).toHaveLength((table.rows as Json[])[0].cells.length);
  });

  it('changes them, increments the generation, and notifies watchers', async () => {
    const { metadata } = (await server.client.get(path)).body;
    // The server writes the slice of its own service again when a test before has deleted it.
    const own = `fieldSelector=metadata.name=${kind.name ?? 'tried'}`;
    const watch = await server.client.watch(`${path}?${own}&resourceVersion=${metadata.resourceVersion}`);
    const one = await createdOf(kind);
    const before = (await server.client.get(one)).body;
    const { status, body } = await server.client.patch(one, 'merge-patch', kind.change);
    expect([status, before.metadata.generation, body.metadata.generation]).toEqual([200, ...kind.generations]);
    await server.client.delete(one);
    const events = [await watch.next(), await watch.next(), await watch.next()];
    watch.stop();
    expect(events.map((event) => event?.type)).toEqual(['ADDED', 'MODIFIED', 'DELETED']);
    expect((await server.client.get(one)).status).toBe(404);
  });

  it('refuses one that is wrong, with every cause', async () => {
    const { status, body } = await server.client.post(path, named(kind.bad, kind.name));
    const fields = (body.details.causes as Json[]).map(({ field }) => field as string);
    expect([status, [...new Set(fields)]]).toEqual([422, kind.fields]);
  });

  it('reads and writes protobuf', async () => {
    const one = await createdOf(kind);
    const before = (await server.client.get(one)).body;
    const bytes = await buffer(await server.client.open('GET', one, { headers: { accept: PROTOBUF } }));
    const headers = { 'content-type': PROTOBUF, accept: 'application/json' };
    const { status, body } = await server.request('PUT', one, { body: bytes, headers });
    expect([status, body]).toEqual([200, before]);
  });
});

describe('networking.k8s.io', () => {
  it('serves beta kinds only where they are asked for [GROUP-03]', async () => {
    const plain = await startTestServer();
    const statuses = await Promise.all(
      [`${NETWORKING}/v1beta1`, `${STORAGE}/v1beta1`, `${STORAGE}/v1alpha1`].map(async (path) => [
        (await plain.client.get(path)).status,
        (await server.client.get(path)).status,
      ]),
    );
    await plain.close();
    expect(statuses).toEqual([
      [404, 200],
      [404, 200],
      [404, 200],
    ]);
  });
});

describe('storage.k8s.io/v1alpha1', () => {
  it('shows the objects of v1beta1', async () => {
    const classes = 'volumeattributesclasses';
    const sent = { metadata: { name: 'both' }, driverName: 'd.example', parameters: { a: 'b' } };
    expect((await server.client.post(`${STORAGE}/v1alpha1/${classes}`, sent)).status).toBe(201);
    const { body } = await server.client.get(`${STORAGE}/v1beta1/${classes}/both`);
    expect(body).toMatchObject({ ...sent, apiVersion: 'storage.k8s.io/v1beta1' });
  });
});

describe('the status of an attachment', () => {
  it('is written apart from the rest, labels too', async () => {
    const path = `${STORAGE}/v1/volumeattachments`;
    const spec = { attacher: 'd.example', nodeName: 'n', source: { persistentVolumeName: 'v' } };
    const status = { attached: true };
    const { body } = await server.client.post(path, { metadata: { name: 'a' }, spec, status });
    expect(body.status).toEqual({ attached: false });
    const change = { metadata: { labels: { a: 'b' } }, spec: { nodeName: 'm' }, status };
    const patched = await server.client.patch(`${path}/a/status`, 'merge-patch', change);
    expect(patched.body).toMatchObject({ spec, status });
    expect(patched.body.metadata.labels).toBeUndefined();
  });
});

describe('the endpoints of the server itself', () => {
  const path = '/apis/discovery.k8s.io/v1/namespaces/default/endpointslices/kubernetes';

  it('are published in a slice too', async () => {
    const { body } = await server.client.get(path);
    expect(body).toMatchObject({
      metadata: { labels: { 'kubernetes.io/service-name': 'kubernetes' } },
      addressType: 'IPv4',
      endpoints: [{ addresses: ['192.0.2.7'], conditions: { ready: true } }],
      ports: [{ name: 'https', protocol: 'TCP', port: expect.any(Number) }],
    });
  });
});
