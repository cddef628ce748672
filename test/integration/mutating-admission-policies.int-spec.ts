import { makeKubeletCertificates } from '../support/fake-kubelet.js';
import { FakeWebhook, type WebhookRequest } from '../support/fake-webhook.js';
import { type TestServer, startTestServer } from '../support/start-test-server.js';
import type { Json, TestAnswer } from '../support/test-client.js';
import { untilPublished } from '../support/until-published.js';

const GROUP = '/apis/admissionregistration.k8s.io';
const POLICIES = `${GROUP}/v1alpha1/mutatingadmissionpolicies`;
const BINDINGS = `${GROUP}/v1alpha1/mutatingadmissionpolicybindings`;
const CONFIG_MAPS = '/api/v1/namespaces/default/configmaps';
const RUNTIME = { 'admissionregistration.k8s.io/v1alpha1': 'true' };
const RULE = { operations: ['CREATE', 'UPDATE'], apiGroups: [''], apiVersions: ['*'], resources: ['configmaps'] };
const IN_DEFAULT = { matchLabels: { 'kubernetes.io/metadata.name': 'default' } };

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({
    api: { featureGates: { MutatingAdmissionPolicy: true }, runtimeConfig: RUNTIME },
    authorization: { decisionTrace: true },
  });
  await server.ready;
  await untilPublished(server);
});

afterEach(async () => {
  for (const path of [BINDINGS, POLICIES, CONFIG_MAPS, `${GROUP}/v1/mutatingwebhookconfigurations`])
    await server.client.request('DELETE', path);
});

afterAll(() => server.close());

const apply = (expression: string): Json => ({
  patchType: 'ApplyConfiguration',
  applyConfiguration: { expression },
});
const patch = (expression: string): Json => ({ patchType: 'JSONPatch', jsonPatch: { expression } });

/** Stores a policy with its mutations, and puts it in force by a binding of its name. */
async function enforce(
  name: string,
  mutations: Json[],
  { binding = {}, rule = RULE, ...more }: Json = {},
): Promise<void> {
  const matchConstraints = { resourceRules: [rule], namespaceSelector: IN_DEFAULT };
  const spec = { reinvocationPolicy: 'Never', matchConstraints, mutations, ...more };
  const policy = await server.client.post(POLICIES, { metadata: { name }, spec });
  const bound = await server.client.post(BINDINGS, {
    metadata: { name },
    spec: { policyName: name, ...(binding as object) },
  });
  expect([policy.status, bound.status, policy.headers.warning, bound.headers.warning]).toEqual([
    201,
    201,
    undefined,
    undefined,
  ]);
}

let made = 0;
const create = (data: Json = {}, query = ''): Promise<TestAnswer> =>
  server.client.post(`${CONFIG_MAPS}${query}`, { metadata: { name: `made-${++made}` }, data });

async function dataAfter(data: Json): Promise<unknown> {
  const { status, body } = await create(data);
  expect(status).toBe(201);
  return body.data;
}

describe('a mutating policy', () => {
  it('changes the objects of the write that follows its binding', async () => {
    const annotate = 'path: "/metadata/annotations/" + jsonpatch.escapeKey("example.com/team")';
    await enforce(
      'labels',
      [
        apply('Object{metadata: Object.metadata{labels: {"team": variables.team}, annotations: {"a": "b"}}}'),
        patch(`[JSONPatch{op: "add", ${annotate}, value: object.metadata.labels.team}]`),
      ],
      { variables: [{ name: 'team', expression: 'namespaceObject.metadata.name + "-" + request.userInfo.username' }] },
    );
    const { status, body } = await create({ a: '1' });
    expect([status, body.data]).toEqual([201, { a: '1' }]);
    expect(body.metadata).toMatchObject({
      labels: { team: 'default-admin' },
      annotations: { a: 'b', 'example.com/team': 'default-admin' },
    });
    const stored = await server.client.get(`${CONFIG_MAPS}/${body.metadata.name as string}`);
    expect(stored.body.metadata.labels).toEqual({ team: 'default-admin' });
  });

  it('changes updates, patches and dry runs, and sees the stored object', async () => {
    await enforce('old', [apply('Object{data: {"old": oldObject == null ? "none" : string(oldObject.data.a)}}')]);
    const { body } = await create({ a: '1' });
    const path = `${CONFIG_MAPS}/${body.metadata.name as string}`;
    expect(body.data).toEqual({ a: '1', old: 'none' });
    const replaced = await server.client.put(path, { ...body, data: { a: '2' } });
    expect(replaced.body.data).toEqual({ a: '2', old: '1' });
    const tried = await server.client.request('PATCH', `${path}?dryRun=All`, {
      body: { data: { a: '3' } },
      headers: { 'content-type': 'application/merge-patch+json' },
    });
    expect(tried.body.data).toEqual({ a: '3', old: '2' });
    expect((await create({ a: '1' }, '?dryRun=All')).body.data).toEqual({ a: '1', old: 'none' });
  });

  it('has no effect without a binding, and none any more once that is gone', async () => {
    await enforce('gone', [apply('Object{data: {"b": "2"}}')]);
    expect(await dataAfter({ a: '1' })).toEqual({ a: '1', b: '2' });
    await server.client.request('DELETE', `${BINDINGS}/gone`);
    expect(await dataAfter({ a: '1' })).toEqual({ a: '1' });
  });

  it('gives what it sets defaults, and is validated with the rest', async () => {
    await enforce(
      'pods',
      [apply('Object{spec: Object.spec{containers: [Object.spec.containers{name: "side", image: "i"}]}}')],
      {
        rule: { ...RULE, resources: ['pods'] },
      },
    );
    const pod = (name: string): Json => ({ metadata: { name }, spec: { containers: [{ name: 'own', image: 'o' }] } });
    const { status, body } = await server.client.post('/api/v1/namespaces/default/pods?dryRun=All', pod('p'));
    const containers = body.spec.containers as Json[];
    expect([status, containers.map(({ name }) => name as string)]).toEqual([201, ['own', 'side']]);
    expect(containers[1]).toMatchObject({ imagePullPolicy: 'Always', terminationMessagePolicy: 'File' });
    await enforce(
      'wrong',
      [patch('[JSONPatch{op: "add", path: "/spec/containers/0/ports", value: [{"containerPort": 0}]}]')],
      {
        rule: { ...RULE, resources: ['pods'] },
      },
    );
    const refused = await server.client.post('/api/v1/namespaces/default/pods?dryRun=All', pod('q'));
    expect([refused.status, refused.body.message]).toEqual([422, expect.stringContaining('ports[0].containerPort')]);
  });
});

describe('the order of mutating policies', () => {
  it('is that of their names', async () => {
    const add = (letter: string): Json[] => [
      patch(`[JSONPatch{op: "add", path: "/data/a", value: object.data.a + "${letter}"}]`),
    ];
    for (const name of ['c', 'a', 'b']) await enforce(name, add(name));
    expect(await dataAfter({ a: '' })).toEqual({ a: 'abc' });
  });

  it('puts those that ask for it once more behind all others', async () => {
    const note = (letter: string): Json[] => [
      patch(`[JSONPatch{op: "add", path: "/data/a", value: object.data.a + "${letter}"}]`),
    ];
    await enforce('a', note('a'), { reinvocationPolicy: 'IfNeeded' });
    await enforce('b', note('b'));
    await enforce('c', note('c'), {
      reinvocationPolicy: 'IfNeeded',
      matchConditions: [{ name: 'once', expression: '!object.data.a.contains("c")' }],
    });
    expect(await dataAfter({ a: '' })).toEqual({ a: 'abca' });
  });

  it('asks a policy alone twice, even if the second time changes nothing', async () => {
    await enforce('a', [patch('[JSONPatch{op: "add", path: "/data/a", value: object.data.a + "a"}]')], {
      reinvocationPolicy: 'IfNeeded',
    });
    expect(await dataAfter({ a: '' })).toEqual({ a: 'aa' });
  });

  it('uses each parameter by itself, in order of their names', async () => {
    for (const name of ['q', 'p'])
      await server.client.post('/api/v1/namespaces/kube-public/configmaps', {
        metadata: { name, labels: { params: 'yes' } },
        data: { letter: name },
      });
    await enforce(
      'params',
      [patch('[JSONPatch{op: "add", path: "/data/a", value: object.data.a + params.data.letter}]')],
      {
        paramKind: { apiVersion: 'v1', kind: 'ConfigMap' },
        binding: {
          paramRef: {
            selector: { matchLabels: { params: 'yes' } },
            namespace: 'kube-public',
            parameterNotFoundAction: 'Deny',
          },
        },
      },
    );
    expect(await dataAfter({ a: '' })).toEqual({ a: 'pq' });
  });

  it('is before webhooks, and after them once more where a policy asks for that', async () => {
    const { authority, serving } = await makeKubeletCertificates();
    const webhook = await FakeWebhook.start({ cert: serving.certificate, key: serving.key });
    try {
      webhook.answerJson(({ body }: WebhookRequest) => {
        const { apiVersion, kind, request } = JSON.parse(body) as Json;
        const value = `${(request as Json).object.data.a as string}w`;
        const operations = [{ op: 'add', path: '/data/a', value }];
        const text = Buffer.from(JSON.stringify(operations)).toString('base64');
        return {
          apiVersion,
          kind,
          response: { uid: (request as Json).uid, allowed: true, patchType: 'JSONPatch', patch: text },
        };
      });
      const hook = {
        name: 'w.example.com',
        clientConfig: { url: webhook.url, caBundle: Buffer.from(authority).toString('base64') },
        rules: [RULE],
        namespaceSelector: IN_DEFAULT,
        sideEffects: 'None',
        admissionReviewVersions: ['v1'],
      };
      const configured = await server.client.post(`${GROUP}/v1/mutatingwebhookconfigurations`, {
        metadata: { name: 'w' },
        webhooks: [hook],
      });
      expect(configured.status).toBe(201);
      await enforce('a', [patch('[JSONPatch{op: "add", path: "/data/a", value: object.data.a + "p"}]')], {
        reinvocationPolicy: 'IfNeeded',
      });
      expect(await dataAfter({ a: '' })).toEqual({ a: 'pwp' });
    } finally {
      await webhook.close();
    }
  });
});

describe('a mutating policy that cannot be applied', () => {
  const WRONG = patch('[JSONPatch{op: "remove", path: "/data/none"}]');

  it('refuses the request, with the failures of all policies as causes', async () => {
    await enforce('a', [WRONG, apply('Object{zzz: 1}')]);
    await enforce('b', [apply('Object{data: {"a": object.none}}')]);
    const { status, body } = await create({ a: '1' });
    const by = (name: string): string => `policy '${name}' with binding '${name}' denied request: `;
    const messages = [
      `${by('a')}JSON Patch: error in remove for path: '/data/none': Unable to remove nonexistent key: none: missing value`,
      `${by('a')}error applying patch: failed to convert patch object to typed object: .zzz: field not declared in schema`,
      `${by('b')}expression 'Object{data: {"a": object.none}}' resulted in error: no such key: none`,
    ];
    expect([status, body.reason, body.message]).toEqual([403, 'Invalid', messages[0]]);
    expect(body.details).toMatchObject({ kind: 'configmaps', causes: messages.map((message) => ({ message })) });
  });

  it('is left out where its failures are ignored; what it did before stays', async () => {
    await enforce('a', [apply('Object{data: {"x": "1"}}'), WRONG, apply('Object{data: {"y": "2"}}')], {
      failurePolicy: 'Ignore',
    });
    expect(await dataAfter({ a: '1' })).toEqual({ a: '1', x: '1', y: '2' });
  });

  it('refuses a request without the parameters that its binding demands', async () => {
    await enforce('a', [apply('Object{}')], {
      paramKind: { apiVersion: 'v1', kind: 'ConfigMap' },
      binding: { paramRef: { name: 'none', parameterNotFoundAction: 'Deny' } },
    });
    const { status, body } = await create();
    const reason =
      'failed to configure binding: no params found for policy binding with `Deny` parameterNotFoundAction';
    expect([status, body.reason, body.message]).toEqual([
      403,
      'Forbidden',
      `policy 'a' with binding 'a' denied request: ${reason}`,
    ]);
  });

  it.each(['Fail', 'Ignore'])('ends a request whose object it makes unreadable, under %s', async (failurePolicy) => {
    await enforce('a', [patch('[JSONPatch{op: "add", path: "/zzz", value: 1}]')], { failurePolicy });
    const { status, body } = await create();
    expect([status, body.message]).toEqual([
      500,
      'Internal error occurred: strict decoding error: unknown field "zzz"',
    ]);
  });

  it('may not move an object to another namespace', async () => {
    await enforce('a', [apply('Object{metadata: Object.metadata{namespace: "kube-system"}}')]);
    const { status, body } = await create();
    expect([status, body.message]).toEqual([400, expect.stringContaining('does not match the namespace')]);
  });
});

describe('metrics of mutating policies', () => {
  it('count mutations by policy, binding and kind of error', async () => {
    await enforce('counted', [apply('Object{}'), patch('[JSONPatch{op: "remove", path: "/zzz"}]')], {
      failurePolicy: 'Ignore',
    });
    expect((await create()).status).toBe(201);
    const { text } = await server.client.get('/metrics');
    const count = (type: string): string =>
      `apiserver_mutating_admission_policy_check_total{policy="counted",policy_binding="counted",error_type="${type}"} 1`;
    expect(text).toContain(count('no_error'));
    expect(text).toContain(count('invalid_error'));
  });
});

describe('the decision trace of mutating policies', () => {
  it('names each policy with its outcome, and the changes without their data', async () => {
    await enforce('a', [apply('Object{data: {"b": "confidential"}}')]);
    await enforce('b', [apply('Object{}')], { matchConditions: [{ name: 'never', expression: 'false' }] });
    await enforce('c', [patch('[JSONPatch{op: "remove", path: "/zzz"}]')]);
    const { status, headers } = await create();
    const trace = headers['binnacle-admission'] as string;
    expect(status).toBe(403);
    expect(trace).not.toContain('confidential');
    const [{ rules }] = (JSON.parse(trace) as Json[]).filter(({ plugin }) => plugin === 'MutatingAdmissionPolicy');
    const of = (name: string): string => `policy ${name} with binding ${name}`;
    const message = expect.stringContaining('nonexistent key: zzz') as unknown;
    expect(rules).toEqual([
      { rule: of('a'), outcome: 'changed', changes: ['add /data'], ms: expect.any(Number) as unknown },
      { rule: of('b'), outcome: 'skipped', ms: expect.any(Number) as unknown },
      { rule: of('c'), outcome: 'denied', message, ms: expect.any(Number) as unknown },
    ]);
  });
});

describe('a server without the feature gate', () => {
  it('stores mutating policies with a warning, and applies none', async () => {
    const plain = await startTestServer({ api: { runtimeConfig: RUNTIME } });
    try {
      const { client } = plain;
      const spec = {
        reinvocationPolicy: 'Never',
        matchConstraints: { resourceRules: [RULE] },
        mutations: [apply('Object{data: {"b": "2"}}')],
      };
      const warning = '299 - "this object has no effect: the feature gate MutatingAdmissionPolicy is off"';
      for (const [path, object] of [
        [POLICIES, { metadata: { name: 'p' }, spec }],
        [BINDINGS, { metadata: { name: 'p' }, spec: { policyName: 'p' } }],
      ] as const) {
        const { status, headers } = await client.post(path, object);
        expect([status, headers.warning]).toEqual([201, warning]);
      }
      const { body } = await client.post(CONFIG_MAPS, { metadata: { name: 'c' }, data: { a: '1' } });
      expect(body.data).toEqual({ a: '1' });
    } finally {
      await plain.close();
    }
  });
});
