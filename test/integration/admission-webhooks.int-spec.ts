import { makeKubeletCertificates } from '../support/fake-kubelet.js';
import { FakeWebhook, type WebhookRequest } from '../support/fake-webhook.js';
import { type TestServer, startTestServer } from '../support/start-test-server.js';
import type { Json, TestAnswer } from '../support/test-client.js';
import { untilPublished } from '../support/until-published.js';

const GROUP = '/apis/admissionregistration.k8s.io/v1';
const CONFIG_MAPS = '/api/v1/namespaces/default/configmaps';
const RULE = { operations: ['CREATE'], apiGroups: [''], apiVersions: ['v1'], resources: ['configmaps'] };

let server: TestServer;
let webhook: FakeWebhook;
let caBundle: string;

beforeAll(async () => {
  const { authority, serving } = await makeKubeletCertificates();
  caBundle = Buffer.from(authority).toString('base64');
  webhook = await FakeWebhook.start({ cert: serving.certificate, key: serving.key });
  server = await startTestServer();
  await server.ready;
  await untilPublished(server);
});

beforeEach(() => {
  webhook.asked.length = 0;
});

afterEach(async () => {
  for (const sort of ['mutating', 'validating'])
    await server.client.request('DELETE', `${GROUP}/${sort}webhookconfigurations`);
});

afterAll(async () => {
  await server.close();
  await webhook.close();
});

/** Stores a configuration whose webhooks are called at paths of their names. */
async function configure(sort: 'mutating' | 'validating', hooks: Record<string, Json>): Promise<void> {
  const webhooks = Object.entries(hooks).map(([name, more]) => ({
    name: `${name}.example.com`,
    clientConfig: { url: `${webhook.url}/${name}`, caBundle },
    rules: [RULE],
    // The server's own controllers write to other namespaces.
    namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'default' } },
    sideEffects: 'None',
    admissionReviewVersions: ['v1'],
    ...more,
  }));
  const made = await server.client.post(`${GROUP}/${sort}webhookconfigurations`, {
    metadata: { name: sort },
    webhooks,
  });
  expect(made.status).toBe(201);
}

/** Responds to each review with members of a response. */
function respond(make: (request: Json, path: string) => Json): void {
  webhook.answerJson(({ body, url }: WebhookRequest) => {
    const { apiVersion, kind, request } = JSON.parse(body) as Json;
    return { apiVersion, kind, response: { uid: request.uid, allowed: true, ...make(request, url) } };
  });
}

function patch(...operations: Json[]): Json {
  return { patchType: 'JSONPatch', patch: Buffer.from(JSON.stringify(operations)).toString('base64') };
}

let made = 0;
const create = (data: Json = {}): Promise<TestAnswer> =>
  server.client.post(CONFIG_MAPS, { metadata: { name: `made-${++made}` }, data });

const names = (): string[] => webhook.asked.map(({ url }) => /^\/(\w+)/.exec(url)![1]);

describe('mutating webhooks', () => {
  it('are asked about the write that follows their configuration, and change its object', async () => {
    await configure('mutating', { a: {} });
    respond(() => ({ ...patch({ op: 'add', path: '/data/b', value: '2' }), warnings: ['changed'] }));
    const { status, body, headers } = await create({ a: '1' });
    expect([status, body.data]).toEqual([201, { a: '1', b: '2' }]);
    expect(headers.warning).toBe('299 - "changed"');
    const { request } = JSON.parse(webhook.asked[0].body) as Json;
    expect(request).toMatchObject({ operation: 'CREATE', namespace: 'default', object: { data: { a: '1' } } });
    expect(webhook.asked[0].url).toBe('/a?timeout=10s');
  });

  it('are asked in order, and again where a later one has changed the object', async () => {
    await configure('mutating', { a: { reinvocationPolicy: 'IfNeeded' }, b: {}, c: {} });
    respond((_request, path) => (path.startsWith('/b') ? patch({ op: 'add', path: '/data/b', value: '2' }) : {}));
    expect((await create({ a: '1' })).status).toBe(201);
    expect(names()).toEqual(['a', 'b', 'c', 'a']);
  });

  it('may use integers beyond 2^53', async () => {
    await configure('mutating', { a: {} });
    const wide = '{"op":"add","path":"/metadata/generation","value":9007199254740993}';
    const operations = `[${wide},{"op":"remove","path":"/metadata/generation"}]`;
    respond(() => ({ patchType: 'JSONPatch', patch: Buffer.from(operations).toString('base64') }));
    expect((await create({ a: '1' })).body.data).toEqual({ a: '1' });
  });

  it('may not move an object to another namespace', async () => {
    await configure('mutating', { a: {} });
    respond(() => patch({ op: 'replace', path: '/metadata/namespace', value: 'kube-system' }));
    const { status, body } = await create();
    expect([status, body.message]).toEqual([400, expect.stringContaining('does not match the namespace')]);
  });

  it.each(['Fail', 'Ignore'])(
    'end a write with a patch that does not fit, under %s, without its data',
    async (failurePolicy) => {
      await configure('mutating', { a: { failurePolicy } });
      respond(() => patch({ op: 'test', path: '/data/key', value: 'no' }));
      const { status, text } = await create({ key: 'kept to itself' });
      expect(status).toBe(500);
      expect(text).toContain('testing value /data/key failed: test failed');
      expect(text).not.toContain('kept to itself');
    },
  );
});

describe('validating webhooks', () => {
  it('refuse with what they say', async () => {
    await configure('validating', { a: {}, b: {} });
    respond((_request, path) => ({ allowed: path.startsWith('/a'), status: { code: 403, message: 'not here' } }));
    const { status, body } = await create();
    expect([status, body.message]).toEqual([403, 'admission webhook "b.example.com" denied the request: not here']);
  });

  it.each([
    ['Fail', 500],
    ['Ignore', 201],
  ])('that give no answer: %s answers %i', async (failurePolicy, code) => {
    await configure('validating', { a: { failurePolicy } });
    webhook.answer = (_request, response) => void response.socket?.destroy();
    expect((await create()).status).toBe(code);
  });

  it.each(['Ignore', 'Fail'])('under Fail hold though another one is under Ignore (%s first)', async (first) => {
    const second = first === 'Fail' ? 'Ignore' : 'Fail';
    await configure('validating', { a: { failurePolicy: first }, b: { failurePolicy: second } });
    webhook.answer = (_request, response) => void response.socket?.destroy();
    expect((await create()).status).toBe(500);
  });

  it('are not asked where their conditions are not met, and a condition that fails refuses', async () => {
    const of = (expression: string): Json => ({ matchConditions: [{ name: 'c', expression }] });
    await configure('validating', { a: of('object.data.kind == "x"'), b: of('request.operation == "CREATE"') });
    respond(() => ({}));
    expect((await create({ kind: 'y' })).status).toBe(201);
    expect(names()).toEqual(['b']);
    const { status, body } = await create({});
    expect([status, body.reason]).toEqual([403, 'Forbidden']);
    expect(body.message).toContain(`expression 'object.data.kind == "x"' resulted in error: no such key`);
  });

  it('are not asked about configurations, so that one that refuses all can be removed', async () => {
    const rules = [{ operations: ['*'], apiGroups: ['*'], apiVersions: ['*'], resources: ['*/*'] }];
    await configure('validating', { a: { rules } });
    respond(() => ({ allowed: false }));
    expect((await create()).status).toBe(400);
    expect((await server.client.request('DELETE', `${GROUP}/validatingwebhookconfigurations/validating`)).status).toBe(
      200,
    );
    expect((await create()).status).toBe(201);
  });
});
