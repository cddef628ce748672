import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestServer, startTestServer } from '../support/start-test-server.js';
import type { Json, TestAnswer } from '../support/test-client.js';

const MAPS = '/api/v1/namespaces/rules/configmaps';
const SERVICES = '/api/v1/namespaces/rules/services';
const PODS = '/api/v1/namespaces/rules/pods';
const SERVICE_SPEC = { ports: [{ port: 80 }] };

let directory: string;
let server: TestServer;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'binnacle-rules-'));
  server = await startTestServer({ storage: { dataDir: directory } });
  await server.client.post('/api/v1/namespaces', { metadata: { name: 'rules' } });
});

afterAll(async () => {
  await server.close();
  await rm(directory, { recursive: true, force: true });
});

function apply(path: string, configuration: Json): Promise<TestAnswer> {
  return server.client.request('PATCH', `${path}?fieldManager=test`, {
    body: configuration,
    headers: { 'content-type': 'application/apply-patch+yaml' },
  });
}

async function createMap(name: string): Promise<Json> {
  return (await server.client.post(MAPS, { metadata: { name } })).body.metadata;
}

const messageOf = ({ status, body }: TestAnswer): [number, string] => [status, body.message];

describe('a refusal', () => {
  it.each([
    ['of authorization', '/api/v1/pods', { token: '' }],
    ['of impersonation', '/api/v1/pods', { token: '', headers: { 'impersonate-user': 'alice' } }],
  ])('%s keeps browsers from guessing its type', async (_, path, sent) => {
    const { status, headers } = await server.client.request('GET', path, sent);
    expect([status, headers['x-content-type-options']]).toEqual([403, 'nosniff']);
  });

  it('by admission does not', async () => {
    const { status, headers } = await server.client.post('/api/v1/namespaces/nowhere/configmaps', {
      metadata: { name: 'a' },
    });
    expect([status, headers['x-content-type-options']]).toEqual([404, undefined]);
  });

  it.each(['application/json;as=Other', 'application/yaml;as=Table;v=v1;g=meta.k8s.io'])(
    'is indented where nothing fits that the client accepts: %s',
    async (accept) => {
      const { text, body, headers } = await server.client.request('GET', `${MAPS}/none`, { headers: { accept } });
      expect(text).toBe(JSON.stringify(body, undefined, 2));
      expect(headers['content-type']).toBe('application/json');
    },
  );

  it('is not where something fits', async () => {
    const headers = { accept: 'application/json' };
    const { text, body } = await server.client.request('GET', `${MAPS}/none`, { headers });
    expect(text).toBe(`${JSON.stringify(body)}\n`);
  });

  it('comes with 504 where the time is up before the request begins', async () => {
    const answer = await server.client.get(`${MAPS}?timeout=1ns`);
    expect(messageOf(answer)).toEqual([504, 'Timeout: request did not complete within the allotted timeout']);
  });
});

describe('an object under another name or uid', () => {
  it('is refused for its namespace before its name', async () => {
    await createMap('named');
    const object = { metadata: { name: 'other', namespace: 'elsewhere' } };
    expect(messageOf(await server.client.put(`${MAPS}/named`, object))).toEqual([
      400,
      'the namespace of the provided object does not match the namespace sent on the request',
    ]);
  });

  it('contains the key of the store, on a dry run without the prefix', async () => {
    await createMap('keyed');
    const object = { metadata: { name: 'keyed', uid: 'x' } };
    const messages = await Promise.all(
      ['', '?dryRun=All'].map(
        async (query) => (await server.client.put(`${MAPS}/keyed${query}`, object)).body.message as string,
      ),
    );
    expect(messages.map((message) => / Key: ([^,]*),/.exec(message)?.[1])).toEqual([
      '/registry/configmaps/rules/keyed',
      '/configmaps/rules/keyed',
    ]);
  });
});

describe('a list', () => {
  it.each(['=', '==', '!=', '=,metadata.name=named'])(
    'takes the field selector %j without name and value',
    async (s) => {
      const { status } = await server.client.get(`${MAPS}?fieldSelector=${encodeURIComponent(s)}`);
      expect(status).toBe(200);
    },
  );

  it('of one name is current, whatever limit and version it names', async () => {
    const { resourceVersion } = await createMap('current');
    await server.client.put(`${MAPS}/current`, { metadata: { name: 'current' }, data: { a: 'b' } });
    const query = `fieldSelector=metadata.name%3Dcurrent&limit=1&resourceVersion=${resourceVersion}`;
    const { body } = await server.client.get(`${MAPS}?${query}`);
    expect(body.items[0].data).toEqual({ a: 'b' });
    const { body: exact } = await server.client.get(`${MAPS}?${query}&resourceVersionMatch=Exact`);
    expect(exact.items[0].data).toBeUndefined();
  });
});

describe('a namespace that was emptied before its deletion', () => {
  it('is marked by the first delete and gone with the second', async () => {
    await server.client.post('/api/v1/namespaces', { metadata: { name: 'emptied' } });
    const path = '/api/v1/namespaces/emptied';
    await server.client.put(`${path}/finalize`, { metadata: { name: 'emptied' }, spec: {} });
    const first = await server.client.request('DELETE', path);
    expect([first.status, first.body.status.phase]).toEqual([200, 'Terminating']);
    const stored = (await server.client.get(path)).body;
    const second = await server.client.request('DELETE', path);
    // The object as it was last, with the revision of its end.
    const { resourceVersion } = second.body.metadata;
    const last = { ...stored, metadata: { ...stored.metadata, resourceVersion } };
    expect([second.status, second.body]).toEqual([200, last]);
    expect((await server.client.request('DELETE', path)).status).toBe(404);
  });

  it('goes with the last finalizer where the deletion came first', async () => {
    await server.client.post('/api/v1/namespaces', { metadata: { name: 'marked' } });
    const path = '/api/v1/namespaces/marked';
    await server.client.request('DELETE', path);
    const again = await server.client.request('DELETE', path);
    expect([again.status, again.body.status.phase]).toEqual([200, 'Terminating']);
    await server.client.put(`${path}/finalize`, { metadata: { name: 'marked' }, spec: {} });
    expect((await server.client.get(path)).status).toBe(404);
  });
});

describe('the deletion of a collection', () => {
  it('holds each object to the version in the query, unless a body brings its own options', async () => {
    const labels = { of: 'condition' };
    const select = 'labelSelector=of%3Dcondition';
    for (const name of ['first', 'second']) await server.client.post(MAPS, { metadata: { name, labels } });
    const { body } = await server.client.get(`${MAPS}/second`);
    await server.client.post(MAPS, { metadata: { name: 'third', labels } });
    const path = `${MAPS}?${select}&resourceVersion=${body.metadata.resourceVersion}`;
    expect((await server.client.request('DELETE', path)).body).toMatchObject({
      code: 409,
      message: expect.stringContaining('ConfigMap "first": the ResourceVersion in the precondition'),
    });
    const answer = await server.client.request('DELETE', path, { body: { kind: 'DeleteOptions', apiVersion: 'v1' } });
    expect([answer.status, answer.body.items.map((item: Json) => item.metadata.name)]).toEqual([
      200,
      ['first', 'second'],
    ]);
    const { body: left } = await server.client.get(`${MAPS}?${select}`);
    expect(left.items.map((item: Json) => item.metadata.name)).toEqual(['third']);
  });

  it('deletes what there was at the version in the query', async () => {
    const labels = { of: 'deletion' };
    const select = 'labelSelector=of%3Ddeletion';
    const first = await server.client.post(MAPS, { metadata: { name: 'before', labels } });
    await server.client.post(MAPS, { metadata: { name: 'after', labels } });
    const { resourceVersion } = first.body.metadata;
    const answer = await server.client.request('DELETE', `${MAPS}?${select}&resourceVersion=${resourceVersion}`);
    expect([answer.status, answer.body.items.map((item: Json) => item.metadata.name)]).toEqual([200, ['before']]);
    const { body: left } = await server.client.get(`${MAPS}?${select}`);
    expect(left.items.map((item: Json) => item.metadata.name)).toEqual(['after']);
  });
});

describe('the status of an object that is not there', () => {
  it('makes the object by PUT and by apply where an update may', async () => {
    const put = await server.client.put(`${SERVICES}/by-put/status`, {
      metadata: { name: 'by-put' },
      spec: SERVICE_SPEC,
    });
    expect([put.status, put.body.spec.type]).toEqual([201, 'ClusterIP']);
    const invalid = await server.client.put(`${SERVICES}/by-none/status`, { metadata: { name: 'by-none' } });
    expect(messageOf(invalid)).toEqual([422, 'Service "by-none" is invalid: spec.ports: Required value']);
    const configuration = { apiVersion: 'v1', kind: 'Service', metadata: { name: 'by-apply' }, spec: SERVICE_SPEC };
    expect((await apply(`${SERVICES}/by-apply/status`, configuration)).status).toBe(201);
  });

  it('is not found otherwise, before a fault of the configuration', async () => {
    const configuration = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'none' }, spec: 5 };
    expect(messageOf(await apply(`${PODS}/none/status`, configuration))).toEqual([404, 'pods "none" not found']);
  });
});

describe('an apply that makes an object', () => {
  it.each([
    ['abc', 400],
    ['-1', 400],
    ['7', 201],
  ])('with the version %j answers %d', async (resourceVersion, expected) => {
    const name = `made${resourceVersion}`;
    const configuration = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, resourceVersion } };
    expect((await apply(`${MAPS}/${name}`, configuration)).status).toBe(expected);
  });
});

describe('kind and version of a patched document', () => {
  const MERGE = 'application/merge-patch+json';
  const JSON_PATCH = 'application/json-patch+json';
  const STRATEGIC = 'application/strategic-merge-patch+json';
  const NAMELESS = 'the name of the object (typed based on URL) was undeterminable: name must be provided';

  async function patch(type: string, body: object): Promise<TestAnswer> {
    await createMap('typed');
    return server.client.request('PATCH', `${MAPS}/typed?dryRun=All`, { body, headers: { 'content-type': type } });
  }

  it.each([
    [MERGE, { kind: 5 }, 'json: cannot unmarshal number into Go struct field .kind of type string'],
    [MERGE, { apiVersion: ['v1'] }, 'json: cannot unmarshal array into Go struct field .apiVersion of type string'],
    [STRATEGIC, { kind: 5 }, 'cannot convert int64 to string'],
    [STRATEGIC, { apiVersion: {} }, 'unrecognized type: string'],
    [MERGE, { apiVersion: 'a/b/c' }, 'unexpected GroupVersion string: a/b/c'],
    [MERGE, { kind: 'Secret' }, 'converting (v1.Secret) to (core.ConfigMap): unknown conversion'],
    [MERGE, { kind: 'Other' }, 'no kind "Other" is registered for version "v1"'],
  ])('of type %s with %j is 422', async (type, body, message) => {
    const answer = await patch(type, body);
    expect([answer.status, answer.body.message]).toEqual([422, expect.stringContaining(message)]);
  });

  it.each([
    [MERGE, { kind: '' }],
    [MERGE, { kind: null }],
    [STRATEGIC, { kind: 'Other', apiVersion: 'v7' }],
  ])('of type %s with %j is filled in', async (type, body) => {
    const { status, body: patched } = await patch(type, body);
    expect([status, patched.kind, patched.apiVersion]).toEqual([200, 'ConfigMap', 'v1']);
  });

  it.each([
    [MERGE, { apiVersion: null }],
    [MERGE, { apiVersion: '' }],
    [JSON_PATCH, [{ op: 'remove', path: '/apiVersion' }]],
  ])('of type %s with %j leaves nothing to be named', async (type, body) => {
    const answer = await patch(type, body);
    expect(messageOf(answer)).toEqual([400, NAMELESS]);
    expect(answer.headers.warning).toContain('unknown field \\"metadata\\"');
  });

  it('of a JSON patch reports duplicate members in the patch and in the result', async () => {
    await createMap('doubled');
    const { headers } = await server.client.request('PATCH', `${MAPS}/doubled?dryRun=All`, {
      body: '[{"op":"add","path":"/data","value":{"a":"1","a":"2"}}]',
      headers: { 'content-type': JSON_PATCH },
    });
    expect(headers.warning).toBe(
      '299 - "json patch duplicate field \\"[0].value.a\\"", 299 - "duplicate field \\"data.a\\""',
    );
  });
});

describe('a body of another version', () => {
  const SCALERS = '/apis/autoscaling/v2/namespaces/rules/horizontalpodautoscalers';
  const scaler = (spec: Json): Json => ({
    apiVersion: 'autoscaling/v1',
    kind: 'HorizontalPodAutoscaler',
    metadata: { name: 'a' },
    spec,
  });
  const MISMATCH =
    'the API version in the data (autoscaling/v1) does not match the expected API version (autoscaling/v2)';

  it('is refused for its version, with warnings by its own type', async () => {
    const answer = await server.client.post(SCALERS, scaler({ targetCPUUtilizationPercentage: 5, metrics: [] }));
    expect(messageOf(answer)).toEqual([400, MISMATCH]);
    expect(answer.headers.warning).toBe('299 - "unknown field \\"spec.metrics\\""');
  });

  it('is read by its own type where two groups share the kind', async () => {
    const path = '/apis/events.k8s.io/v1/namespaces/rules/events';
    const event = { apiVersion: 'v1', kind: 'Event', metadata: { name: 'e' }, source: { component: 'c' }, note: 'n' };
    const answer = await server.client.post(path, event);
    expect(answer.body.message).toBe(
      'the API version in the data (v1) does not match the expected API version (events.k8s.io/v1)',
    );
    expect(answer.headers.warning).toBe('299 - "unknown field \\"note\\""');
  });

  it('is refused for what its own type does not take first', async () => {
    const head = 'HorizontalPodAutoscaler in version "v1" cannot be handled as a HorizontalPodAutoscaler: ';
    const wrong = await server.client.post(SCALERS, scaler({ maxReplicas: 'x' }));
    expect(wrong.body.message).toMatch(`${head}json: cannot unmarshal string into Go struct field`);
    const strict = await server.client.post(`${SCALERS}?fieldValidation=Strict`, scaler({ metrics: [] }));
    expect(messageOf(strict)).toEqual([400, `${head}strict decoding error: unknown field "spec.metrics"`]);
  });
});

describe('a Secret', () => {
  it('takes data as lists of numbers', async () => {
    const { body } = await server.client.post('/api/v1/namespaces/rules/secrets', {
      metadata: { name: 'numbers' },
      data: { a: [104, 105] },
    });
    expect(body.data).toEqual({ a: 'aGk=' });
  });
});

describe('a strategic patch of the data of a controller revision', () => {
  it('is refused where it would merge any JSON', async () => {
    const revisions = '/apis/apps/v1/namespaces/rules/controllerrevisions';
    await server.client.post(revisions, { metadata: { name: 'r' }, revision: 1, data: { a: { b: 1 } } });
    const answer = await server.client.request('PATCH', `${revisions}/r`, {
      body: { data: { a: { b: 2 } } },
      headers: { 'content-type': 'application/strategic-merge-patch+json' },
    });
    const message = 'unable to find api field in struct RawExtension for the json field "a"';
    expect(messageOf(answer)).toEqual([400, message]);
  });
});

describe('a path through a namespace without a name', () => {
  const REQUIRED = 'Namespace parameter required.';
  const POD = { metadata: { name: 'p' }, spec: { containers: [{ name: 'a', image: 'a' }] } };

  it.each(['GET', 'PUT', 'DELETE'])('leads %s of an object to no key', async (method) => {
    const answer = await server.client.request(method, '/api/v1/namespaces//configmaps/a', {
      body: method === 'GET' ? undefined : { metadata: { name: 'a' } },
    });
    expect(messageOf(answer)).toEqual([400, REQUIRED]);
  });

  it('makes no objects', async () => {
    const lacking =
      'pods "p" is forbidden: error looking up service account /default: serviceaccount "default" not found';
    expect(messageOf(await server.client.post('/api/v1/namespaces//pods', POD))).toEqual([403, lacking]);
    const { status } = await server.client.post('/api/v1/namespaces//configmaps', { metadata: { name: 'a' } });
    expect(status).toBe(422);
  });

  it('deletes no objects of any namespace', async () => {
    await createMap('kept');
    expect(messageOf(await server.client.request('DELETE', '/api/v1/namespaces//configmaps'))).toEqual([400, REQUIRED]);
    expect((await server.client.get(`${MAPS}/kept`)).status).toBe(200);
    const none = await server.client.request('DELETE', '/api/v1/namespaces//configmaps?labelSelector=no%3Dsuch');
    expect([none.status, none.body.items]).toEqual([200, []]);
  });

  it('leads to no kind without namespaces, and further than a collection across namespaces', async () => {
    expect((await server.client.get('/api/v1/namespaces//nodes')).status).toBe(404);
    expect((await server.client.post('/api/v1/pods', POD)).status).toBe(405);
    expect((await server.client.get('/api/v1/namespaces//pods')).status).toBe(200);
  });
});

describe('finalizers and deletions', () => {
  async function held(name: string, finalizers: string[]): Promise<Json> {
    return (await server.client.post(MAPS, { metadata: { name, finalizers } })).body.metadata;
  }

  it('keep their order where a deletion asks for the same ones', async () => {
    await held('ordered', ['orphan', 'x/y']);
    const { body } = await server.client.request('DELETE', `${MAPS}/ordered`);
    expect(body.metadata.finalizers).toEqual(['orphan', 'x/y']);
    await held('changed', ['foregroundDeletion', 'x/y']);
    const changed = await server.client.request('DELETE', `${MAPS}/changed?propagationPolicy=Orphan`);
    expect(changed.body.metadata.finalizers).toEqual(['x/y', 'orphan']);
  });

  it('leave an object that goes by an update with the version that was stored', async () => {
    await held('going', ['x/y']);
    const { body: marked } = await server.client.request('DELETE', `${MAPS}/going`);
    const last = await server.client.put(`${MAPS}/going`, { metadata: { name: 'going', finalizers: [] } });
    expect([last.status, last.body.metadata.resourceVersion]).toEqual([200, marked.metadata.resourceVersion]);
    expect((await server.client.get(`${MAPS}/going`)).status).toBe(404);
  });

  it('are shown as stored where an object goes at once', async () => {
    const accounts = '/api/v1/namespaces/rules/serviceaccounts';
    await server.client.post(accounts, { metadata: { name: 'gone', finalizers: ['foregroundDeletion'] } });
    const { body } = await server.client.request('DELETE', `${accounts}/gone?propagationPolicy=Background`);
    expect([body.kind, body.metadata.finalizers]).toEqual(['ServiceAccount', ['foregroundDeletion']]);
  });
});

describe('a body in protobuf', () => {
  it('that ends behind its prefix is empty', async () => {
    const answer = await server.client.request('POST', MAPS, {
      body: Buffer.from('k8s\u0000'),
      headers: { 'content-type': 'application/vnd.kubernetes.protobuf' },
    });
    const message = 'the object provided is unrecognized (must be of type ConfigMap): empty body (6b387300)';
    expect(messageOf(answer)).toEqual([400, message]);
  });
});

describe('a bookmark', () => {
  it.each([
    ['/apis/apps/v1/replicasets', { replicas: 0 }],
    ['/apis/apps/v1/deployments', { replicas: 0 }],
    ['/apis/apps/v1/statefulsets', { replicas: 0 }],
    ['/api/v1/replicationcontrollers', { replicas: 0 }],
  ])('of %s is the empty object as it is converted', async (path, spec) => {
    const query = 'watch=1&sendInitialEvents=true&allowWatchBookmarks=true&resourceVersionMatch=NotOlderThan';
    const { text } = await server.client.get(`${path}?${query}&timeoutSeconds=1`);
    const last = JSON.parse(text.trim().split('\n').at(-1)!) as Json;
    expect([last.type, last.object.spec]).toEqual(['BOOKMARK', expect.objectContaining(spec)]);
  });
});

describe('a certificate signing request', () => {
  it.each<[object, string]>([
    [{ request: '' }, '[]byte{}'],
    [{ request: [] }, '[]byte{}'],
    [{ request: null }, '[]byte(nil)'],
    [{}, '[]byte(nil)'],
  ])('with %j is refused with these bytes as Go prints them: %s', async (sent, shown) => {
    const { body } = await server.client.post('/apis/certificates.k8s.io/v1/certificatesigningrequests', {
      metadata: { name: 'bytes' },
      spec: { signerName: 'a.b/c', usages: ['client auth'], ...sent },
    });
    expect(body.message).toContain(`spec.request: Invalid value: ${shown}: PEM block`);
  });
});
