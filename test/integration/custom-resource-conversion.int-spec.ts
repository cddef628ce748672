import { eventually } from '../support/eventually.js';
import { FakeWebhook, type WebhookRequest } from '../support/fake-webhook.js';
import { makeKubeletCertificates } from '../support/fake-kubelet.js';
import { type TestServer, startTestServer } from '../support/start-test-server.js';
import type { Json, TestAnswer } from '../support/test-client.js';

const DEFINITIONS = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
const OF = '/apis/conv.example.com';
const V1 = `${OF}/v1/namespaces/default/things`;
const V2 = `${OF}/v2/namespaces/default/things`;
const TABLE = 'application/json;as=Table;v=v1;g=meta.k8s.io';

let server: TestServer;
let webhook: FakeWebhook;
let caBundle: string;

beforeAll(async () => {
  const { authority, serving } = await makeKubeletCertificates();
  caBundle = Buffer.from(authority).toString('base64');
  webhook = await FakeWebhook.start({ cert: serving.certificate, key: serving.key });
  server = await startTestServer();
  await server.ready;
  for (const name of ['lists', 'collected']) await server.client.post('/api/v1/namespaces', { metadata: { name } });
  await define(definition());
});

beforeEach(() => {
  webhook.asked.length = 0;
  webhook.answerJson(rename);
});

afterAll(async () => {
  await server.close();
  await webhook.close();
});

function version(name: string, member: string, storage = false): Json {
  const spec = { type: 'object', properties: { [member]: { type: 'string' }, n: { type: 'integer' } } };
  const columns = [{ name: 'Value', type: 'string', jsonPath: `.spec.${member}` }];
  const schema = { openAPIV3Schema: { type: 'object', properties: { spec } } };
  return { name, served: true, storage, schema, additionalPrinterColumns: columns };
}

function definition({ plural = 'things', kind = 'Thing', versions = ['v1'], target = {} as Json } = {}): Json {
  const clientConfig = target.service ? target : { url: `${webhook.url}/convert`, caBundle, ...target };
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${plural}.conv.example.com` },
    spec: {
      group: 'conv.example.com',
      scope: 'Namespaced',
      names: { plural, kind },
      conversion: { strategy: 'Webhook', webhook: { conversionReviewVersions: versions, clientConfig } },
      versions: [version('v1', 'a', true), version('v2', 'b')],
    },
  };
}

async function define(given: Json): Promise<void> {
  expect((await server.client.post(DEFINITIONS, given)).status).toBe(201);
  await eventually(async () => {
    const { body } = await server.client.get(`${DEFINITIONS}/${given.metadata.name}`);
    expect(body.status.conditions).toContainEqual(expect.objectContaining({ type: 'Established', status: 'True' }));
  });
}

const thing = (name: string, spec: Json, version = 'v1', kind = 'Thing'): Json => ({
  apiVersion: `conv.example.com/${version}`,
  kind,
  metadata: { name },
  spec,
});

/** Renames spec.a to spec.b and back. */
function convertedTo(apiVersion: string, object: Json): Json {
  const { a, b, ...rest } = object.spec as Json;
  const value = a ?? b;
  const spec = value === undefined ? rest : { ...rest, [apiVersion.endsWith('v2') ? 'b' : 'a']: value };
  return { ...object, apiVersion, spec };
}

function reviewOf({ body }: WebhookRequest): Json {
  return JSON.parse(body) as Json;
}

function rename(asked: WebhookRequest): Json {
  const { apiVersion, kind, request } = reviewOf(asked);
  const convertedObjects = request.objects.map((object: Json) => convertedTo(request.desiredAPIVersion, object));
  return { apiVersion, kind, response: { uid: request.uid, result: { status: 'Success' }, convertedObjects } };
}

/** Responds as `rename` does, with the response or its first object changed. */
function spoil(change: (response: Json, object: Json) => unknown): void {
  webhook.answerJson((asked) => {
    const review = rename(asked);
    const changed = change(review.response, review.response.convertedObjects[0]);
    return changed === undefined ? review : { ...review, response: changed };
  });
}

const reviews = (): Json[] => webhook.asked.map(reviewOf);

describe('a conversion webhook', () => {
  it('is sent a review with the objects and the wanted version, over TLS', async () => {
    await server.client.post(V1, thing('sent', { a: 'x', n: 1 }));
    expect(reviews()).toEqual([]);
    const { body } = await server.client.get(`${V2}/sent`);
    expect([body.apiVersion, body.spec]).toEqual(['conv.example.com/v2', { b: 'x', n: 1 }]);
    const [asked] = webhook.asked;
    expect([asked.method, asked.url]).toEqual(['POST', '/convert?timeout=30s']);
    expect(asked.headers['content-type']).toBe('application/json');
    expect(reviewOf(asked)).toMatchObject({
      apiVersion: 'apiextensions.k8s.io/v1',
      kind: 'ConversionReview',
      request: { desiredAPIVersion: 'conv.example.com/v2', objects: [{ spec: { a: 'x', n: 1 } }] },
    });
  });

  it('is sent one review for a list, in order, and none in the stored version', async () => {
    for (const name of ['l1', 'l2', 'l3']) {
      await server.client.post(`${OF}/v1/namespaces/lists/things`, thing(name, { a: name }));
    }
    const path = '/namespaces/lists/things';
    await server.client.get(`${OF}/v1${path}`);
    expect(reviews()).toEqual([]);
    const { body } = await server.client.get(`${OF}/v2${path}`);
    const items = body.items as Json[];
    expect(items.map(({ kind, apiVersion, spec }) => [kind, apiVersion, spec.b])).toEqual([
      ['Thing', 'conv.example.com/v2', 'l1'],
      ['Thing', 'conv.example.com/v2', 'l2'],
      ['Thing', 'conv.example.com/v2', 'l3'],
    ]);
    expect(reviews().map(({ request }) => request.objects.length)).toEqual([3]);
  });

  it('converts tables, events of watches, and answers to writes', async () => {
    const watched = await server.client.watch(`${V2}?fieldSelector=metadata.name=w`);
    const created = await server.client.post(V2, thing('w', { b: 'q' }, 'v2'));
    expect([created.status, created.body.spec]).toEqual([201, { b: 'q' }]);
    expect((await server.client.get(`${V1}/w`)).body.spec).toEqual({ a: 'q' });
    const event = (await watched.next())!;
    expect([event.type, event.object.spec]).toEqual(['ADDED', { b: 'q' }]);
    watched.stop();
    const table = await server.request('GET', `${V2}/w`, { headers: { accept: TABLE } });
    expect((table.body.rows as Json[])[0].cells).toEqual(['w', 'q']);
  });

  it('converts patches and configurations, and keeps owners by their versions', async () => {
    await server.client.post(`${V1}?fieldManager=first`, thing('p', { a: 'x', n: 1 }));
    const headers = { 'content-type': 'application/merge-patch+json' };
    const patched = await server.request('PATCH', `${V2}/p?fieldManager=second`, {
      headers,
      body: { spec: { b: 'y' } },
    });
    expect(patched.body.spec).toEqual({ b: 'y', n: 1 });
    const owners = patched.body.metadata.managedFields as Json[];
    expect(owners.map(({ manager, apiVersion, fieldsV1 }) => [manager, apiVersion, fieldsV1['f:spec']])).toEqual([
      ['first', 'conv.example.com/v1', { '.': {}, 'f:n': {} }],
      ['second', 'conv.example.com/v2', { 'f:b': {} }],
    ]);
    const applied = await server.request('PATCH', `${V2}/p?fieldManager=third`, {
      headers: { 'content-type': 'application/apply-patch+yaml' },
      body: thing('p', { b: 'z' }, 'v2'),
    });
    expect([applied.status, applied.body.message]).toEqual([409, expect.stringContaining('.spec.b')]);
  });

  it('is asked before anything of a collection is deleted', async () => {
    const path = '/namespaces/collected/things';
    await server.client.post(`${OF}/v1${path}`, thing('c', { a: 'x' }));
    spoil(({ uid }) => ({ uid, result: { status: 'Failure', message: 'no' } }));
    expect((await server.client.delete(`${OF}/v2${path}`)).status).toBe(500);
    expect((await server.client.get(`${OF}/v1${path}/c`)).status).toBe(200);
    webhook.answerJson(rename);
    expect((await server.client.delete(`${OF}/v2${path}`)).status).toBe(200);
    expect((await server.client.get(`${OF}/v1${path}/c`)).status).toBe(404);
  });

  it('ends a watch with an error where an event cannot be converted', async () => {
    const watched = await server.client.watch(`${V2}?fieldSelector=metadata.name=e`);
    webhook.answerJson(() => ({}), 500);
    await server.client.post(V1, thing('e', { a: 'x' }));
    const event = (await watched.next())!;
    expect([event.type, event.object.code]).toEqual(['ERROR', 500]);
    watched.stop();
  });
});

const FAILED = 'failed: ';
const UNTRUSTED = 'tls: failed to verify certificate: x509: certificate signed by unknown authority';

describe('a wrong answer of a conversion webhook', () => {
  let made = 0;

  /** The answer for an object that was never converted before: what was converted once is kept. */
  async function convertNew(): Promise<TestAnswer> {
    const name = `bad${made++}`;
    await server.client.post(V1, thing(name, { a: 'x' }));
    return server.client.get(`${V2}/${name}`);
  }

  it.each<[string, (response: Json, object: Json) => unknown, string]>([
    ['another uid', (response) => void (response.uid = 'zz'), `${FAILED}expected response.uid="<uid>", got "zz"`],
    ['no response', () => null, `${FAILED}no response provided`],
    ['a failure', (r) => void (r.result = { status: 'Failure', message: 'I will not' }), `${FAILED}I will not`],
    ['no status', (r) => void (r.result = {}), `${FAILED}response.result.status was '', not 'Success'`],
    ['too few objects', (r) => void (r.convertedObjects = []), 'returned 0 objects, expected 1'],
    [
      'another version',
      (_r, object) => void (object.apiVersion = 'conv.example.com/v1'),
      'returned invalid object at index 0: invalid groupVersion (expected conv.example.com/v2, received conv.example.com/v1)',
    ],
    [
      'another kind',
      (_r, object) => void (object.kind = 'Other'),
      'returned invalid object at index 0: invalid kind (expected Thing, received Other)',
    ],
    [
      'no kind',
      (_r, object) => void delete object.kind,
      expect.stringContaining("Object 'Kind' is missing in") as never,
    ],
    [
      'another name',
      (_r, object) => void (object.metadata.name = 'x'),
      'returned invalid object: must have the same name: <name> != x',
    ],
    [
      'another namespace',
      (_r, object) => void (object.metadata.namespace = 'x'),
      'returned invalid object: must have the same namespace: default != x',
    ],
    [
      'another uid of the object',
      (_r, object) => void (object.metadata.uid = 'x'),
      'returned invalid object: must have the same UID: <uid> != x',
    ],
    [
      'labels of the wrong type',
      (_r, object) => void (object.metadata.labels = { a: 1 }),
      'returned invalid metadata: metadata.labels[a] must be a string, but is int64 in converted object',
    ],
    [
      'invalid labels',
      (_r, object) => void (object.metadata.labels = { 'a b': 'c' }),
      expect.stringContaining('returned invalid metadata: metadata.labels: Invalid value: "a b"') as never,
    ],
  ])('with %s is refused in the words of the reference', async (_what, change, message) => {
    spoil(change);
    const { status, body } = await convertNew();
    const begin = 'conversion webhook for conv.example.com/v1, Kind=Thing ';
    expect([status, body.message.startsWith(begin)]).toEqual([500, true]);
    expect(
      body.message
        .slice(begin.length)
        .replace(/[0-9a-f]{8}(-[0-9a-f]+){4}/g, '<uid>')
        .replace(/\bbad\d+/, '<name>'),
    ).toEqual(message);
  });

  it('changes labels and annotations, and nothing else of the metadata', async () => {
    spoil((_response, object) => {
      Object.assign(object.metadata, { labels: { l: '1' }, annotations: { n: '2' }, finalizers: ['x/y'] });
    });
    const { metadata } = (await convertNew()).body as { metadata: Json };
    expect([metadata.labels, metadata.annotations, metadata.finalizers]).toEqual([{ l: '1' }, { n: '2' }, undefined]);
  });

  it.each([
    [500, 'text/plain', 'broken', 'an error on the server ("broken") has prevented the request from succeeding'],
    [500, 'application/json', 'broken', 'an error on the server ("unknown") has prevented the request from succeeding'],
    [404, 'text/plain', 'x', 'the server could not find the requested resource'],
    [302, 'text/plain', '', 'the server responded with the status code 302 but did not return more information'],
    [200, 'application/json', '', '0-length response with status code: 200 and content type: application/json'],
    [200, 'application/json', '{', "couldn't get version/kind; json parse error: unexpected end of JSON input"],
  ])('with code %s, type %s and body %j is worded by them', async (code, type, body, message) => {
    webhook.answer = (_asked, response) => void response.writeHead(code, { 'content-type': type }).end(body);
    const answer = await convertNew();
    expect(answer.body.message).toBe(`conversion webhook for conv.example.com/v1, Kind=Thing ${FAILED}${message}`);
  });

  it.each([
    [
      'apiextensions.k8s.io/v1beta1',
      'ConversionReview',
      'converting (v1beta1.ConversionReview) to (v1.ConversionReview)',
    ],
    ['apiextensions.k8s.io/v1', 'Foo', 'no kind "Foo" is registered for version "apiextensions.k8s.io/v1" in scheme'],
    ['', '', 'expected webhook response of apiextensions.k8s.io/v1, Kind=ConversionReview, got /, Kind='],
  ])('of %j, kind %j is refused', async (apiVersion, kind, message) => {
    webhook.answerJson((asked) => ({ ...rename(asked), apiVersion, kind }));
    expect((await convertNew()).body.message).toContain(`${FAILED}${message}`);
  });
});

describe('a conversion webhook by its configuration', () => {
  it.each<[string, string[], string]>([
    ['old', ['v1beta1', 'v1'], 'apiextensions.k8s.io/v1beta1'],
    ['new', ['v2', 'v1'], 'apiextensions.k8s.io/v1'],
  ])('is sent the first review version it names that is known: %s', async (plural, versions, sent) => {
    await define(definition({ plural, kind: plural.toUpperCase(), versions }));
    await server.client.post(
      `${OF}/v1/namespaces/default/${plural}`,
      thing('t', { a: 'x' }, 'v1', plural.toUpperCase()),
    );
    expect((await server.client.get(`${OF}/v2/namespaces/default/${plural}/t`)).body.spec).toEqual({ b: 'x' });
    expect(reviews()[0].apiVersion).toBe(sent);
  });

  it.each<[string, Json, string]>([
    ['untrusted', { caBundle: undefined }, `Post "<hook>/convert?timeout=30s": ${UNTRUSTED}`],
    [
      'refused',
      { url: 'https://127.0.0.1:1/x' },
      'Post "https://127.0.0.1:1/x?timeout=30s": dial tcp 127.0.0.1:1: connect: connection refused',
    ],
    [
      'missing',
      { service: { name: 'none', namespace: 'default' } },
      'Post "https://none.default.svc:443/?timeout=30s": service "none" not found',
    ],
    [
      'elsewhere',
      { service: { name: 'kubernetes', namespace: 'default', port: 8443, path: '/x' } },
      'Post "https://kubernetes.default.svc:8443/x?timeout=30s": no service port 8443 found for service "kubernetes"',
    ],
  ])('that cannot be reached is worded by the reference: %s', async (plural, target, message) => {
    await define(definition({ plural, kind: plural.toUpperCase(), target }));
    await server.client.post(
      `${OF}/v1/namespaces/default/${plural}`,
      thing('t', { a: 'x' }, 'v1', plural.toUpperCase()),
    );
    const { status, body } = await server.client.get(`${OF}/v2/namespaces/default/${plural}/t`);
    expect([status, body.message.replace(webhook.url, '<hook>')]).toEqual([
      500,
      `conversion webhook for conv.example.com/v1, Kind=${plural.toUpperCase()} ${FAILED}${message}`,
    ]);
  });

  it('that has no usable certificates keeps its definition from being served until they are replaced', async () => {
    const plural = 'unusable';
    const at = `${DEFINITIONS}/${plural}.conv.example.com`;
    const given = definition({ plural, kind: 'Unusable', target: { caBundle: 'Cg==' } });
    expect((await server.client.post(DEFINITIONS, given)).status).toBe(201);
    await eventually(async () => {
      const { conditions } = (await server.client.get(at)).body.status;
      expect(conditions).toContainEqual(expect.objectContaining({ status: 'False', reason: 'InvalidCABundle' }));
    });
    expect((await server.client.get(`${OF}/v1/namespaces/default/${plural}`)).status).toBe(404);

    const replace = (bundle: string): Promise<TestAnswer> =>
      server.request('PATCH', at, {
        headers: { 'content-type': 'application/merge-patch+json' },
        body: { spec: { conversion: { webhook: { clientConfig: { caBundle: bundle } } } } },
      });
    expect((await replace(caBundle)).status).toBe(200);
    await eventually(async () => {
      expect((await server.client.get(`${OF}/v1/namespaces/default/${plural}`)).status).toBe(200);
    });
    const refused = await replace('Cg==');
    expect([refused.status, refused.body.message]).toEqual([422, expect.stringContaining('unable to parse bytes')]);
  });

  it('stores in the new storage version what is written after a change, and reads the rest', async () => {
    const plural = 'moved';
    const given = definition({ plural, kind: 'Moved' });
    await define(given);
    const path = (version: string, name = ''): string => `${OF}/${version}/namespaces/default/${plural}/${name}`;
    await server.client.post(path('v1').slice(0, -1), thing('t', { a: 'x' }, 'v1', 'Moved'));
    const at = `${DEFINITIONS}/${plural}.conv.example.com`;
    const { body } = await server.client.get(at);
    body.spec.versions[0].storage = false;
    body.spec.versions[1].storage = true;
    expect((await server.client.put(at, body)).body.status.storedVersions).toEqual(['v1', 'v2']);
    await eventually(async () => {
      // A write that changes nothing moves the object.
      const whole = (await server.client.get(path('v2', 't'))).body;
      expect((await server.client.put(path('v2', 't'), whole)).status).toBe(200);
      webhook.asked.length = 0;
      expect((await server.client.get(path('v2', 't'))).body.spec).toEqual({ b: 'x' });
      expect(reviews()).toEqual([]);
    });
    expect((await server.client.get(path('v1', 't'))).body.spec).toEqual({ a: 'x' });
    expect(reviews().length).toBe(1);
  });

  it('is counted', async () => {
    const { text } = await server.request('GET', '/metrics');
    expect(text).toMatch(
      /apiserver_crd_conversion_webhook_duration_seconds_count\{crd_name="things\.conv\.example\.com",from_version="v1",succeeded="true",to_version="v2"\} [1-9]/,
    );
    expect(text).toMatch(/apiserver_conversion_webhook_request_total\{failure_type="",result="success"\} [1-9]/);
    for (const failure of ['call', 'malformed_response', 'partial_response', 'invalid_converted_object']) {
      expect(text).toMatch(
        new RegExp(
          `apiserver_conversion_webhook_request_total\\{failure_type="conversion_webhook_${failure}_failure",result="failure"\\} [1-9]`,
        ),
      );
    }
  });
});
