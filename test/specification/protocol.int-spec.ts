import { type TestServer, startTestServer } from '../support/start-test-server.js';
import type { Json, TestAnswer, TestClient } from '../support/test-client.js';
import { DEPLOYMENTS, MAPS, RBAC, configMap, deployment, namespace } from './objects.js';

const STORAGE = '/apis/storage.k8s.io';
const NETWORKING = '/apis/networking.k8s.io';
const DISCOVERY = '/apis/discovery.k8s.io';
const PROTOBUF = 'application/vnd.kubernetes.protobuf';
const TABLE = 'application/json;as=Table;g=meta.k8s.io;v=v1';

let server: TestServer;
let client: TestClient;

beforeAll(async () => {
  server = await startTestServer();
  client = server.client;
  await client.post(MAPS, configMap('a', { data: { k: 'v' } }));
});

afterAll(() => server.close());

const get = (path: string, accept: string, more: Record<string, string> = {}): Promise<TestAnswer> =>
  client.request('GET', path, { headers: { accept, ...more } });
const send = (method: string, path: string, type: string, body: string | Buffer): Promise<TestAnswer> =>
  client.request(method, path, { body, headers: { 'content-type': type } });

/** The bytes of a GET, which may be no text. */
async function bytesOf(path: string, headers: Record<string, string>): Promise<Buffer> {
  const response = await client.open('GET', path, { headers });
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

describe('paths', () => {
  it.each([
    ['/api/v1/namespaces', 'PATH-03, PATH-09'],
    ['/api/v1/namespaces/default', 'PATH-03, PATH-09'],
    [MAPS, 'PATH-04'],
    [`${MAPS}/a`, 'PATH-04'],
    ['/api/v1/configmaps', 'PATH-07'],
    [`${RBAC}/clusterroles`, 'PATH-05'],
    [`${RBAC}/clusterroles/view`, 'PATH-05'],
    [DEPLOYMENTS, 'PATH-06'],
    ['/apis/apps/v1/deployments', 'PATH-07'],
    ['/api/v1/namespaces/default/status', 'PATH-08, PATH-12'],
  ])('lead to what is there: %s [%s, PATH-01]', async (path) => {
    expect((await client.get(path)).status).toBe(200);
  });

  it('take and answer JSON by default [PATH-02]', async () => {
    const read = await client.request('GET', `${MAPS}/a`);
    expect([read.headers['content-type'], read.body.kind]).toEqual(['application/json', 'ConfigMap']);
    const written = await send('POST', `${MAPS}?dryRun=All`, 'application/json', JSON.stringify(configMap('json')));
    expect([written.status, written.headers['content-type']]).toEqual([201, 'application/json']);
  });

  it.each([
    '/api/v1/nothings',
    '/apis/none/v1/things',
    '/nowhere',
    '/api/v2/configmaps',
    '/api/v1/namespaces/default/configmaps/status',
  ])('lead nowhere else: %s [PATH-11, PATH-13, ERR-25]', async (path) => {
    expect((await client.get(path)).status).toBe(404);
  });

  it('with odd slashes are others [PATH-14]', async () => {
    expect((await client.get(`${MAPS}/`)).status).toBe(200);
    expect((await client.get('//api/v1/namespaces')).status).not.toBe(200);
  });

  it.each([
    ['POST', `${MAPS}/a`],
    ['PUT', MAPS],
    ['PATCH', MAPS],
  ])('take no %s at %s [PATH-15, ERR-26]', async (method, path) => {
    const answer = await client.request(method, path, { body: {} });
    expect([answer.status, answer.body.reason]).toEqual([405, 'MethodNotAllowed']);
  });

  it('take HEAD where the reference does [OP-16]', async () => {
    expect((await client.request('HEAD', '/healthz')).status).toBe(200);
    expect((await client.request('HEAD', `${MAPS}/a`)).status).toBe(405);
  });
});

describe('media types', () => {
  it('are JSON unless something else is asked for [MEDIA-01, MEDIA-02, NEG-01]', async () => {
    for (const accept of ['application/json', '*/*', 'application/*, application/json']) {
      expect((await get(MAPS, accept)).headers['content-type']).toBe('application/json');
    }
    for (const group of ['/api/v1', '/apis/apps/v1', '/apis/batch/v1']) {
      for (const { name, verbs } of (await client.get(group)).body.resources as Json[]) {
        if (!verbs.includes('list') || name.includes('/')) continue;
        expect((await client.get(`${group}/${name}`)).headers['content-type']).toBe('application/json');
      }
    }
  });

  it('are YAML both ways [MEDIA-03]', async () => {
    const answer = await get(`${MAPS}/a`, 'application/yaml');
    expect([answer.headers['content-type'], answer.text.includes('kind: ConfigMap\n')]).toEqual([
      'application/yaml',
      true,
    ]);
    const yaml = 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: yaml\ndata:\n  a: b\n';
    expect((await send('POST', MAPS, 'application/yaml', yaml)).body.data).toEqual({ a: 'b' });
  });

  it('fall back along the list, and are 406 at its end [NEG-02, NEG-03, ERR-06]', async () => {
    expect((await get(MAPS, 'text/csv, application/yaml')).headers['content-type']).toBe('application/yaml');
    const refused = await get(MAPS, 'text/csv');
    expect([refused.status, refused.body.reason]).toEqual([406, 'NotAcceptable']);
  });

  it('are negotiated for writes and errors too [NEG-04, ERR-32]', async () => {
    const written = await client.request('POST', `${MAPS}?dryRun=All`, {
      body: configMap('n'),
      headers: { accept: 'application/yaml' },
    });
    expect(written.text).toContain('kind: ConfigMap\n');
    expect((await get(`${MAPS}/absent`, 'application/yaml')).text).toContain('reason: NotFound\n');
  });

  it('that nobody knows are refused in bodies [MEDIA-18, ERR-28, OP-13]', async () => {
    expect((await send('POST', MAPS, 'text/plain', JSON.stringify(configMap('x')))).status).toBe(415);
    expect((await send('POST', MAPS, PROTOBUF, JSON.stringify(configMap('x')))).status).toBe(400);
  });

  it('have no CBOR while its gate is off [MEDIA-07, MEDIA-12]', async () => {
    expect((await get(MAPS, 'application/cbor')).status).toBe(406);
    expect((await send('POST', MAPS, 'application/cbor', 'x')).status).toBe(415);
    expect((await send('PATCH', `${MAPS}/a`, 'application/apply-patch+cbor', 'x')).status).toBe(415);
  });
});

describe('compression', () => {
  it('is for large answers to those who ask [CAP-04, NEG-05, NEG-06]', async () => {
    const large = JSON.stringify(configMap('large', { data: { k: 'x'.repeat(200_000) } }));
    const headers = { 'content-type': 'application/json', 'accept-encoding': 'gzip' };
    const made = await client.request('POST', MAPS, { body: large, headers });
    expect([made.status, made.headers['content-encoding']]).toEqual([201, 'gzip']);
    const path = `${MAPS}/large`;
    expect((await get(path, 'application/json', { 'accept-encoding': 'gzip' })).headers['content-encoding']).toBe(
      'gzip',
    );
    expect((await get(path, 'application/json')).headers['content-encoding']).toBeUndefined();
    const small = await get(`${MAPS}/a`, 'application/json', { 'accept-encoding': 'gzip' });
    expect(small.headers['content-encoding']).toBeUndefined();
    await client.delete(path);
  });

  it('is for OpenAPI documents whatever their size', async () => {
    const zipped = await get('/openapi/v3/apis/rbac.authorization.k8s.io/v1', 'application/json', {
      'accept-encoding': 'gzip',
    });
    expect([zipped.headers['content-encoding'], zipped.headers.vary]).toEqual(['gzip', 'Accept, Accept-Encoding']);
    expect((await get('/openapi/v2', 'application/json')).headers['content-encoding']).toBeUndefined();
  });
});

describe('protobuf', () => {
  /** Splits a message into its fields that are bytes, by number. */
  function fieldsOf(bytes: Buffer): Map<number, Buffer> {
    const fields = new Map<number, Buffer>();
    let at = 0;
    const varint = (): number => {
      for (let value = 0, shift = 0; ; shift += 7) {
        value |= (bytes[at] & 127) << shift;
        if (bytes[at++] < 128) return value;
      }
    };
    while (at < bytes.length) {
      const tag = varint();
      const length = varint();
      if ((tag & 7) === 0) continue;
      fields.set(tag >> 3, bytes.subarray(at, at + length));
      at += length;
    }
    return fields;
  }

  const magic = Buffer.from([0x6b, 0x38, 0x73, 0x00]);

  /** The parts of the envelope of an object. */
  async function envelope(): Promise<Map<number, Buffer>> {
    const bytes = await bytesOf(`${MAPS}/a`, { accept: PROTOBUF });
    return fieldsOf(bytes.subarray(magic.length));
  }

  it('begins with four bytes [PB-01, MEDIA-04]', async () => {
    expect((await bytesOf(`${MAPS}/a`, { accept: PROTOBUF })).subarray(0, 4)).toEqual(magic);
  });

  it('is an envelope that names version and kind [PB-03, PB-07, PB-08]', async () => {
    const type = fieldsOf((await envelope()).get(1)!);
    expect([type.get(1)?.toString(), type.get(2)?.toString()]).toEqual(['v1', 'ConfigMap']);
  });

  it('is an envelope around the whole object [PB-02, PB-04]', async () => {
    const object = fieldsOf((await envelope()).get(2)!);
    expect(fieldsOf(object.get(1)!).get(1)?.toString()).toBe('a');
    expect(object.get(2)?.toString()).toContain('v');
  });

  it('needs no encoding and no type of the content [PB-06]', async () => {
    const parts = await envelope();
    expect([parts.get(3)?.length ?? 0, parts.get(4)?.length ?? 0]).toEqual([0, 0]);
    const bytes = await bytesOf(`${MAPS}/a`, { accept: PROTOBUF });
    expect((await send('PUT', `${MAPS}/a?dryRun=All`, PROTOBUF, bytes)).status).toBe(200);
  });

  it('is taken for objects, and only with its magic bytes [PB-12, PB-09, OP-13]', async () => {
    const bytes = await bytesOf(`${MAPS}/a`, { accept: PROTOBUF });
    const { body } = await client.request('PUT', `${MAPS}/a?dryRun=All`, {
      body: bytes,
      headers: { 'content-type': PROTOBUF },
    });
    expect(body.metadata.name).toBe('a');
    const wrong = Buffer.from(bytes);
    wrong[0] = 0;
    expect((await send('PUT', `${MAPS}/a`, PROTOBUF, wrong)).status).toBe(400);
  });

  it('knows no encoding of what is inside [PB-05]', async () => {
    const bytes = await bytesOf(`${MAPS}/a`, { accept: PROTOBUF });
    const encoded = Buffer.concat([bytes.subarray(0, -4), Buffer.from('\x1a\x04gzip\x22\x00', 'latin1')]);
    const { status, body } = await client.request('PUT', `${MAPS}/a?dryRun=All`, {
      body: encoded,
      headers: { 'content-type': PROTOBUF },
    });
    expect([status, body.message]).toEqual([400, expect.stringContaining('content encoding')]);
  });

  it('is the form of errors too [PB-11]', async () => {
    const bytes = await bytesOf(`${MAPS}/absent`, { accept: PROTOBUF });
    expect(
      fieldsOf(fieldsOf(bytes.subarray(4)).get(1)!)
        .get(2)
        ?.toString(),
    ).toBe('Status');
  });

  it('frames events by their length [PB-10]', async () => {
    const accept = `${PROTOBUF};stream=watch`;
    const bytes = await bytesOf(`${MAPS}?watch=1&resourceVersion=0&timeoutSeconds=1`, { accept });
    let frames = 0;
    for (let at = 0; at < bytes.length; frames++) at += 4 + bytes.readUInt32BE(at);
    expect(frames).toBeGreaterThan(0);
  });
});

describe('tables', () => {
  const tableOf = async (path: string): Promise<Json> => (await get(path, TABLE)).body;

  it('are of kind Table, in the version of Accept [TABLE-01, MEDIA-10, CAP-05]', async () => {
    const table = await tableOf(MAPS);
    expect([table.kind, table.apiVersion]).toEqual(['Table', 'meta.k8s.io/v1']);
  });

  it('have columns with name and type, and a cell for each in every row [TABLE-02, TABLE-03]', async () => {
    const { columnDefinitions, rows } = await tableOf(MAPS);
    expect(columnDefinitions.length).toBeGreaterThan(0);
    expect(columnDefinitions.every(({ name, type }: Json) => name && type)).toBe(true);
    expect(rows.length).toBeGreaterThan(0);
    expect((rows as Json[]).filter(({ cells }) => cells.length !== columnDefinitions.length)).toEqual([]);
  });

  it('carry the metadata of the list [TABLE-08]', async () => {
    const { metadata } = await tableOf(`${MAPS}?limit=1`);
    expect(metadata).toMatchObject({ resourceVersion: expect.stringMatching(/^\d+$/) as string });
    expect(metadata.continue).not.toBe('');
    expect(metadata.remainingItemCount).toBeGreaterThan(0);
  });

  it('show name and age of kinds without columns [TABLE-04, TABLE-05]', async () => {
    const { columnDefinitions, rows } = await tableOf(`${RBAC}/clusterroles`);
    expect(columnDefinitions.map(({ name, type, format }: Json) => [name, type, format])).toEqual([
      ['Name', 'string', 'name'],
      ['Created At', 'date', ''],
    ]);
    const { metadata } = (await client.get(`${RBAC}/clusterroles/${rows[0].cells[0]}`)).body;
    expect(rows[0].cells).toEqual([metadata.name, metadata.creationTimestamp]);
  });

  it.each([
    ['None', null],
    ['Metadata', { kind: 'PartialObjectMetadata' }],
    ['Object', { kind: 'ConfigMap', data: { k: 'v' } }],
  ])('carry as much of objects as is asked for: %s [TABLE-06]', async (include, expected) => {
    const { rows } = await tableOf(`${MAPS}/a?includeObject=${include}`);
    if (expected === null) expect(rows[0].object).toBeNull();
    else expect(rows[0].object).toMatchObject(expected);
  });

  it('are made of single objects and events [TABLE-07]', async () => {
    expect((await tableOf(`${MAPS}/a`)).rows).toHaveLength(1);
    const answer = await get(`${MAPS}?watch=1&resourceVersion=0&timeoutSeconds=1`, TABLE);
    expect(JSON.parse(answer.text.split('\n')[0])).toMatchObject({ type: 'ADDED', object: { kind: 'Table' } });
  });

  it('are not the only other view: metadata is one [TABLE-09]', async () => {
    const view = (as: string): string => `application/json;as=${as};g=meta.k8s.io;v=v1`;
    const one = (await get(`${MAPS}/a`, view('PartialObjectMetadata'))).body;
    expect([one.kind, one.metadata.name, 'data' in one]).toEqual(['PartialObjectMetadata', 'a', false]);
    expect((await get(MAPS, view('PartialObjectMetadataList'))).body.kind).toBe('PartialObjectMetadataList');
  });
});

describe('errors', () => {
  it('are Status objects [ERR-23, GAP-02]', async () => {
    expect((await client.get(`${MAPS}/absent`)).body).toEqual({
      kind: 'Status',
      apiVersion: 'v1',
      metadata: {},
      status: 'Failure',
      message: 'configmaps "absent" not found',
      reason: 'NotFound',
      details: { name: 'absent', kind: 'configmaps' },
      code: 404,
    });
  });

  it('report every fault of an object [ERR-29]', async () => {
    const { spec, ...rest } = deployment('Bad');
    const { body } = await client.post(DEPLOYMENTS, { ...rest, spec: { ...spec, replicas: -1 } });
    expect([body.code, body.reason]).toEqual([422, 'Invalid']);
    expect((body.details.causes as Json[]).map(({ field }) => field as string)).toEqual(
      expect.arrayContaining(['metadata.name', 'spec.replicas']),
    );
  });

  it('report bodies that are too large [ERR-27, LIM-17]', async () => {
    const body = JSON.stringify(configMap('huge', { data: { k: 'x'.repeat(3_200_000) } }));
    expect((await client.request('POST', MAPS, { body })).status).toBe(413);
  });
});

describe('health', () => {
  it.each([
    ['/livez', 'HEALTH-01'],
    ['/readyz', 'HEALTH-02'],
    ['/healthz', 'HEALTH-03'],
  ])('%s is ok [%s, CAP-10, ERR-22]', async (path) => {
    const answer = await client.get(path);
    expect([answer.status, answer.text]).toEqual([200, 'ok']);
  });

  it.each(['/livez', '/readyz', '/healthz'])('%s is for everybody [HEALTH-10]', async (path) => {
    expect((await server.connect('').get(path)).status).toBe(200);
  });

  it.each([
    ['/livez/ping', 'HEALTH-05'],
    ['/readyz/ping', 'HEALTH-06'],
    ['/readyz/log', 'HEALTH-06'],
    ['/readyz/etcd-readiness', 'HEALTH-06'],
    ['/readyz/informer-sync', 'HEALTH-06'],
    ['/readyz/shutdown', 'HEALTH-06'],
    ['/readyz/autoregister-completion', 'HEALTH-06'],
    ['/livez/autoregister-completion', 'HEALTH-05'],
    ['/healthz/autoregister-completion', 'HEALTH-06'],
    ['/readyz/poststarthook/bootstrap-controller', 'HEALTH-06'],
    ['/livez/poststarthook/kube-apiserver-autoregistration', 'HEALTH-05'],
    ['/readyz/poststarthook/start-legacy-token-tracking-controller', 'HEALTH-06'],
    ['/readyz/poststarthook/start-service-ip-repair-controllers', 'HEALTH-06'],
    ['/livez/poststarthook/generic-apiserver-start-informers', 'HEALTH-06'],
    ['/healthz/poststarthook/storage-object-count-tracker-hook', 'HEALTH-06'],
    ['/readyz/poststarthook/start-apiserver-admission-initializer', 'HEALTH-06'],
    ['/readyz/poststarthook/start-cluster-authentication-info-controller', 'HEALTH-06'],
    ['/readyz/poststarthook/start-kube-apiserver-identity-lease-controller', 'HEALTH-06'],
  ])('%s is one check [%s]', async (path) => {
    expect((await client.get(path)).text).toBe('ok');
    expect((await client.get(`${path}-pong`)).status).toBe(404);
  });

  it('lists the paths of its checks at the root, each of which is served', async () => {
    const { paths } = (await client.get('/')).body as { paths: string[] };
    expect(paths).toEqual([...new Set(paths)].sort());
    expect(paths).toEqual(expect.arrayContaining(['/apis/', '/openapi/v3/', '/readyz/shutdown', '/livez/etcd']));
    const verbose = await Promise.all(['healthz', 'livez', 'readyz'].map((name) => client.get(`/${name}?verbose`)));
    const checks = verbose.flatMap(({ text }, i) =>
      [...text.matchAll(/^\[\+\](\S+) ok$/gm)].map(([, name]) => `/${['healthz', 'livez', 'readyz'][i]}/${name}`),
    );
    expect(paths.filter((path) => /^\/(healthz|livez|readyz)\//.test(path))).toEqual(checks.sort());
    // The reference lists the root of the documents, which is not a document.
    const served = paths.filter((path) => path !== '/openapi/v3/');
    for (const path of served) expect([path, (await client.get(path)).status]).toEqual([path, 200]);
  });

  it('lists its checks where asked, and passes with them [HEALTH-07, PARAM-21]', async () => {
    const { text } = await client.get('/livez?verbose');
    expect(text.trim().split('\n').at(-1)).toBe('livez check passed');
    expect((await client.get('/readyz?verbose')).text).toMatch(/^\[\+\]ping ok\n[^]*\n\[\+\]shutdown ok\n/);
  });

  it('excludes the requested checks, which it lists as such [HEALTH-08, HEALTH-09, PARAM-22]', async () => {
    const { text } = await client.get('/livez?verbose&exclude=ping');
    expect(text).toContain('[+]ping excluded: ok\n');
    expect(text.trim().split('\n').at(-1)).toBe('livez check passed');
  });
});

describe('fields that select', () => {
  it('are those of the kind [PARAM-24]', async () => {
    const pods = '/api/v1/pods?fieldSelector=';
    expect((await client.get(`${pods}spec.nodeName%3Dn,status.phase%3DRunning`)).body.items).toEqual([]);
    expect((await client.get('/api/v1/secrets?fieldSelector=type%3DOpaque')).status).toBe(200);
    expect((await client.get(`${pods}spec.colour%3Dred`)).status).toBe(400);
  });
});

describe('namespaces', () => {
  it('are resources of the cluster [PATH-09]', async () => {
    await client.post('/api/v1/namespaces', namespace('made'));
    expect((await client.get('/api/v1/namespaces/made')).body.kind).toBe('Namespace');
  });
});

describe('versions that are gone', () => {
  it.each([
    ['1.25-CronJob', '/apis/batch/v1beta1/namespaces/default/cronjobs', '/apis/batch/v1/cronjobs'],
    [
      '1.22-Lease',
      '/apis/coordination.k8s.io/v1beta1/namespaces/default/leases',
      '/apis/coordination.k8s.io/v1/leases',
    ],
    ['1.22-RBAC', '/apis/rbac.authorization.k8s.io/v1beta1/clusterroles', `${RBAC}/clusterroles`],
    ['1.16-DaemonSet', '/apis/extensions/v1beta1/daemonsets', '/apis/apps/v1/daemonsets'],
    ['1.16-Deployment-ReplicaSet', '/apis/apps/v1beta1/deployments', '/apis/apps/v1/deployments'],
    ['1.16-StatefulSet', '/apis/apps/v1beta2/statefulsets', '/apis/apps/v1/statefulsets'],
    ['1.27-CSIStorageCapacity', `${STORAGE}/v1beta1/csistoragecapacities`, `${STORAGE}/v1/csistoragecapacities`],
    ['1.25-EndpointSlice', `${DISCOVERY}/v1beta1/endpointslices`, `${DISCOVERY}/v1/endpointslices`],
    ['1.25-PodDisruptionBudget', '/apis/policy/v1beta1/poddisruptionbudgets', '/apis/policy/v1/poddisruptionbudgets'],
    ['1.25-RuntimeClass', '/apis/node.k8s.io/v1beta1/runtimeclasses', '/apis/node.k8s.io/v1/runtimeclasses'],
    ['1.22-Ingress', `${NETWORKING}/v1beta1/ingresses`, `${NETWORKING}/v1/ingresses`],
    ['1.22-IngressClass', `${NETWORKING}/v1beta1/ingressclasses`, `${NETWORKING}/v1/ingressclasses`],
    ['1.22-Storage', `${STORAGE}/v1beta1/storageclasses`, `${STORAGE}/v1/storageclasses`],
    ['1.16-NetworkPolicy', '/apis/extensions/v1beta1/networkpolicies', `${NETWORKING}/v1/networkpolicies`],
  ])('are not found, those in their place are [REMOVED-%s, REMOVED-REQ]', async (_row, old, current) => {
    expect((await client.get(old)).status).toBe(404);
    expect((await client.get(current)).status).toBe(200);
  });

  it.each([
    ['1.22-TokenReview', '/apis/authentication.k8s.io/v1beta1/tokenreviews'],
    ['1.22-AccessReviews', '/apis/authorization.k8s.io/v1beta1/subjectaccessreviews'],
    ['1.16-PodSecurityPolicy', '/apis/extensions/v1beta1/podsecuritypolicies'],
    ['1.25-PodSecurityPolicy', '/apis/policy/v1beta1/podsecuritypolicies'],
  ])('take no reviews and policies either [REMOVED-%s]', async (_row, path) => {
    expect((await client.post(path, {})).status).toBe(404);
    const groups = (await client.get('/apis')).body.groups as Json[];
    const served = groups.flatMap(({ versions }) =>
      (versions as Json[]).map(({ groupVersion }) => groupVersion as string),
    );
    expect(served).not.toContain(path.split('/').slice(2, 4).join('/'));
  });
});
