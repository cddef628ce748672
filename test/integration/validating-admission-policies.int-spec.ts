import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Inject, Injectable } from '@nestjs/common';
import { AdmissionPlugin, ApiGroupPlugin } from '../../src/plugin-api/index.js';
import { RequestObservers } from '../../src/request/index.js';
import { eventually } from '../support/eventually.js';
import { type TestServer, startTestServer } from '../support/start-test-server.js';
import type { Json, TestAnswer, TestRequest } from '../support/test-client.js';
import { untilPublished } from '../support/until-published.js';

const GROUP = '/apis/admissionregistration.k8s.io/v1';
const POLICIES = `${GROUP}/validatingadmissionpolicies`;
const BINDINGS = `${GROUP}/validatingadmissionpolicybindings`;
const MAPS = '/api/v1/namespaces/default/configmaps';
const DEFINITIONS = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
const RULE = { operations: ['*'], apiGroups: [''], apiVersions: ['v1'], resources: ['configmaps'] };
const MERGE = { 'content-type': 'application/merge-patch+json' };

/** Audit annotations by the audit ID of their request. */
const annotations = new Map<string, Json>();

@Injectable()
class AnnotationRecorder extends AdmissionPlugin {
  readonly name = 'AnnotationRecorder';

  constructor(@Inject(RequestObservers) observers: RequestObservers) {
    super();
    observers.add({
      wantsAnnotations: true,
      answered: ({ id, annotations: noted }) => {
        const values = [...(noted?.all ?? [])].map(([key, { value }]) => [key, value] as const);
        annotations.set(id, Object.fromEntries(values));
      },
    });
  }

  handles(): boolean {
    return false;
  }
}

@ApiGroupPlugin({ group: 'annotations.example.com', versions: ['v1'], kinds: [], admission: [AnnotationRecorder] })
class AnnotationRecorderPlugin {}

let directory: string;
let server: TestServer;
let count = 0;

async function start(): Promise<void> {
  server = await startTestServer({
    plugins: [AnnotationRecorderPlugin],
    storage: { dataDir: directory },
    authorization: { decisionTrace: true },
    tokens: ['alice-token,alice,2'],
  });
}

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'binnacle-policies-'));
  await start();
  await server.ready;
  await untilPublished(server);
});

afterEach(async () => {
  await server.client.request('DELETE', BINDINGS);
  await server.client.request('DELETE', POLICIES);
});

afterAll(async () => {
  await server.close();
  await rm(directory, { recursive: true });
});

/** Stores a policy about ConfigMaps of the default namespace, and a binding with the actions. */
async function enforce(name: string, spec: Json, binding: Json = {}): Promise<void> {
  const namespaceSelector = { matchLabels: { 'kubernetes.io/metadata.name': 'default' } };
  const matchConstraints = { resourceRules: [RULE], namespaceSelector };
  const policy = { metadata: { name }, spec: { matchConstraints, ...spec } };
  expect(await server.client.post(POLICIES, policy)).toMatchObject({ status: 201 });
  const bound = { policyName: name, validationActions: ['Deny'], ...binding };
  expect(await server.client.post(BINDINGS, { metadata: { name }, spec: bound })).toMatchObject({ status: 201 });
}

const create = (data: Json = {}, sent: TestRequest = {}): Promise<TestAnswer> => {
  const name = `made-${++count}`;
  return server.client.request('POST', MAPS, {
    ...sent,
    body: { metadata: { name }, data },
    headers: { 'audit-id': name },
  });
};

/** The audit annotations of the last creation. */
const annotated = (): Promise<Json> =>
  eventually(() => Promise.resolve(annotations.get(`made-${count}`) ?? Promise.reject(new Error('no answer yet'))));

async function sampleOf(line: string): Promise<string | undefined> {
  const { text } = await server.client.get('/metrics');
  return text.split('\n').find((each) => each.startsWith(`${line} `));
}

describe('a denial', () => {
  it('is in force for the write that follows, and ends with the binding', async () => {
    await enforce('limit', { validations: [{ expression: 'object.data.a != "1"', message: 'not 1' }] });
    const { status, body } = await create({ a: '1' });
    const message = `ValidatingAdmissionPolicy 'limit' with binding 'limit' denied request: not 1`;
    expect([status, body.reason, body.message]).toEqual([
      422,
      'Invalid',
      `configmaps "made-${count}" is forbidden: ${message}`,
    ]);
    expect(body.details).toEqual({ name: `made-${count}`, kind: 'configmaps', causes: [{ message }] });
    expect((await create({ a: '2' })).status).toBe(201);
    await server.client.request('DELETE', `${BINDINGS}/limit`);
    expect((await create({ a: '1' })).status).toBe(201);
  });

  it.each([
    ['texts', '"aaaaaaaaaaaaaaaa"'],
    ['lists', '[1, 2, 3, 4]'],
  ])('names the variable where %s grow beyond every limit', async (_, first) => {
    const doubled = (i: number): string => `variables.v${i - 1} + variables.v${i - 1}`;
    const variables = Array.from({ length: 30 }, (_each, i) => ({
      name: `v${i}`,
      expression: i === 0 ? first : doubled(i),
    }));
    await enforce('doubling', { variables, validations: [{ expression: 'variables.v29.size() > 0' }] });
    const { status, body } = await create();
    expect([status, body.reason]).toEqual([422, 'Invalid']);
    expect(body.message).toContain('composited variable "v29" fails to evaluate: composited variable "v28"');
    expect(body.message).toContain('operation cancelled: actual cost limit exceeded');
  });

  it.each([
    ['Forbidden', 403],
    ['RequestEntityTooLarge', 413],
    ['Invalid', 422],
  ])('for the reason %s has code %i', async (reason, code) => {
    await enforce('limit', { validations: [{ expression: 'false', reason }] });
    const { status, body } = await create();
    expect([status, body.reason]).toEqual([code, reason]);
    expect(body.message).toContain('failed expression: false');
  });

  it.each<[string, Json, string]>([
    ['its expression', { messageExpression: '"a is " + object.data.a' }, 'a is 1'],
    ['itself where its expression fails', { messageExpression: 'string(object.data.b)' }, 'plain'],
    ['itself where its expression is empty', { messageExpression: '"  "' }, 'plain'],
    ['itself where its expression has two lines', { messageExpression: '"a\\nb"' }, 'plain'],
    [
      'itself where its expression is too long',
      { messageExpression: '"abcdefgh".replace("", string(object.data.long))' },
      'plain',
    ],
  ])('has the message of %s', async (_what, more, message) => {
    await enforce('limit', { validations: [{ expression: 'false', message: 'plain', ...more }] });
    const { body } = await create({ a: '1', long: 'x'.repeat(1000) });
    expect(body.message).toMatch(new RegExp(`denied request: ${message}$`));
  });

  it('names a collection that is deleted one by one', async () => {
    await create();
    await enforce('keep', { validations: [{ expression: 'request.operation != "DELETE"', message: 'stays' }] });
    const { status, body } = await server.client.request('DELETE', MAPS);
    expect([status, body.message]).toEqual([422, expect.stringContaining('configmaps "Unknown" is forbidden')]);
  });
});

describe('the actions of a binding', () => {
  it('warn and audit without a denial', async () => {
    const validationActions = ['Warn', 'Audit'];
    await enforce(
      'soft',
      { validations: [{ expression: 'true' }, { expression: 'false', message: 'm' }] },
      { validationActions },
    );
    const { status, headers } = await create();
    const text = `Validation failed for ValidatingAdmissionPolicy 'soft' with binding 'soft': m`;
    expect([status, headers.warning]).toEqual([201, `299 - "${text}"`]);
    const failure = { message: 'm', policy: 'soft', binding: 'soft', expressionIndex: 1, validationActions };
    const noted = await annotated();
    expect(JSON.parse(noted['validation.policy.admission.k8s.io/validation_failure'] as string)).toEqual([failure]);
  });

  it('are counted and timed', async () => {
    await enforce('counted', { validations: [{ expression: 'false' }] }, { validationActions: ['Audit', 'Deny'] });
    await create();
    const labels = (action: string): string =>
      `{policy="counted",policy_binding="counted",error_type="invalid_error",enforcement_action="${action}"}`;
    const name = 'apiserver_validating_admission_policy_check';
    expect(await sampleOf(`${name}_total${labels('deny')}`)).toMatch(/ 1$/);
    expect(await sampleOf(`${name}_total${labels('audit')}`)).toMatch(/ 1$/);
    expect(await sampleOf(`${name}_duration_seconds_count${labels('deny')}`)).toMatch(/ 1$/);
  });
});

describe('audit annotations', () => {
  it('join the values of several bindings, and leave out what is null', async () => {
    const auditAnnotations = [
      { key: 'a', valueExpression: 'params == null ? "none" : string(params.metadata.name)' },
      { key: 'b', valueExpression: 'null' },
    ];
    await server.client.post(MAPS, { metadata: { name: 'param' } });
    await enforce('noted', { paramKind: { apiVersion: 'v1', kind: 'ConfigMap' }, auditAnnotations });
    const paramRef = { name: 'param', parameterNotFoundAction: 'Deny' };
    const spec = { policyName: 'noted', validationActions: ['Deny'] };
    await server.client.post(BINDINGS, { metadata: { name: 'noted-2' }, spec: { ...spec, paramRef } });
    await server.client.post(BINDINGS, { metadata: { name: 'noted-3' }, spec: { ...spec, paramRef } });
    expect((await create()).status).toBe(201);
    expect(await annotated()).toEqual({ 'noted/a': 'none, param' });
  });

  it.each([
    ['Fail', 422],
    ['Ignore', 201],
  ])('that fail under %s answer %i, whatever the actions are', async (failurePolicy, code) => {
    const auditAnnotations = [{ key: 'a', valueExpression: 'string(object.data.missing)' }];
    await enforce('noted', { failurePolicy, auditAnnotations }, { validationActions: ['Audit'] });
    expect((await create()).status).toBe(code);
  });
});

describe('an expression', () => {
  it.each<[string, Json, TestRequest?]>([
    ['the request', { expression: 'request.userInfo.username == "admin" && request.name.startsWith("made-")' }],
    [
      'the namespace',
      { expression: 'namespaceObject.metadata.name == "default" && namespaceObject.status.phase == "Active"' },
    ],
    ['the authorizer', { expression: 'authorizer.group("").resource("secrets").check("get").allowed()' }],
    ['no old object', { expression: 'oldObject == null' }],
  ])('sees %s', async (_what, validation) => {
    await enforce('sees', { validations: [validation] });
    expect((await create()).status).toBe(201);
  });

  it('shares variables, which are evaluated when they are used', async () => {
    const variables = [
      { name: 'a', expression: 'object.data.a' },
      { name: 'b', expression: 'variables.a + "!"' },
    ];
    const validations = [{ expression: '!has(object.data) || variables.b == "1!"', messageExpression: 'variables.b' }];
    await enforce('variables', { variables, validations });
    expect([(await create()).status, (await create({ a: '1' })).status]).toEqual([201, 201]);
    expect((await create({ a: '2' })).body.message).toMatch(/denied request: 2!$/);
  });

  it.each([
    ['Fail', 422],
    ['Ignore', 201],
  ])('that fails under %s answers %i', async (failurePolicy, code) => {
    await enforce('fails', { failurePolicy, validations: [{ expression: 'object.data.missing == "1"' }] });
    const { status, text } = await create();
    expect(status).toBe(code);
    expect(text.includes(`expression 'object.data.missing == \\"1\\"' resulted in error: no such key`)).toBe(
      code === 422,
    );
  });

  it('may not cost too much together with others', async () => {
    const list = `[${'0,'.repeat(99)}0]`;
    const expression = `${list}.all(a, ${list}.all(b, a == b))`;
    await enforce('costly', {
      validations: Array.from({ length: 400 }, () => ({ expression: `${expression} || true` })),
    });
    const { body } = await create();
    expect(body.message).toContain('running out of cost budget, no further validation rules will be run');
  });

  it('sees the object in the version that the rule names', async () => {
    const resourceRules = [{ ...RULE, apiGroups: ['autoscaling'], resources: ['horizontalpodautoscalers'] }];
    const validations = [
      { expression: 'object.spec.targetCPUUtilizationPercentage < 50 || request.kind.version != "v1"' },
    ];
    await enforce('scaled', { matchConstraints: { resourceRules }, validations });
    const resource = { name: 'cpu', target: { type: 'Utilization', averageUtilization: 60 } };
    const scaleTargetRef = { apiVersion: 'apps/v1', kind: 'Deployment', name: 'd' };
    const spec = { scaleTargetRef, maxReplicas: 2, metrics: [{ type: 'Resource', resource }] };
    const path = '/apis/autoscaling/v2/namespaces/default/horizontalpodautoscalers?dryRun=All';
    expect((await server.client.post(path, { metadata: { name: 'h' }, spec })).status).toBe(422);
    resource.target.averageUtilization = 40;
    expect((await server.client.post(path, { metadata: { name: 'h' }, spec })).status).toBe(201);
  });
});

describe('match conditions', () => {
  it('skip a policy where they are not met', async () => {
    const matchConditions = [{ name: 'c', expression: 'has(object.data)' }];
    await enforce('conditional', { matchConditions, validations: [{ expression: 'false' }] });
    expect([(await create()).status, (await create({ a: '1' })).status]).toEqual([201, 422]);
  });
});

describe('parameters', () => {
  const validations = [{ expression: 'params.spec.allowed == object.data.a' }];

  async function define(): Promise<void> {
    const spec = { type: 'object', properties: { allowed: { type: 'string' } } };
    const schema = { openAPIV3Schema: { type: 'object', properties: { spec } } };
    const names = { plural: 'limits', kind: 'Limit' };
    const versions = [{ name: 'v1', served: true, storage: true, schema }];
    const definition = { group: 'limits.example.com', scope: 'Namespaced', names, versions };
    await server.client.post(DEFINITIONS, { metadata: { name: 'limits.limits.example.com' }, spec: definition });
    const path = '/apis/limits.example.com/v1/namespaces/default/limits';
    await eventually(async () => expect((await server.client.get(path)).status).toBe(200));
    const limit = {
      apiVersion: 'limits.example.com/v1',
      kind: 'Limit',
      metadata: { name: 'l' },
      spec: { allowed: '1' },
    };
    expect((await server.client.post(path, limit)).status).toBe(201);
  }

  it('of a custom kind come and go with their definition, and count at once', async () => {
    const paramKind = { apiVersion: 'limits.example.com/v1', kind: 'Limit' };
    await enforce('limited', { paramKind, validations }, { paramRef: { name: 'l', parameterNotFoundAction: 'Deny' } });
    const unknown = `failed to configure policy: failed to find resource referenced by paramKind: 'limits.example.com/v1, Kind=Limit'`;
    expect((await create({ a: '1' })).body.message).toContain(unknown);
    await define();
    expect([(await create({ a: '1' })).status, (await create({ a: '2' })).status]).toEqual([201, 422]);
    const path = '/apis/limits.example.com/v1/namespaces/default/limits/l';
    await server.client.request('PATCH', path, { body: { spec: { allowed: '2' } }, headers: MERGE });
    expect([(await create({ a: '1' })).status, (await create({ a: '2' })).status]).toEqual([422, 201]);
    await server.client.request('DELETE', path);
    expect((await create({ a: '2' })).body.message).toContain('failed to configure binding: no params found');
    await server.client.request('DELETE', `${DEFINITIONS}/limits.limits.example.com`);
    await eventually(async () => expect((await create({ a: '2' })).body.message).toContain(unknown));
  });
});

describe('a policy', () => {
  it('is never about policies, bindings and reviews of access, but about configurations of webhooks', async () => {
    const resourceRules = [{ operations: ['*'], apiGroups: ['*'], apiVersions: ['*'], resources: ['*/*'] }];
    const objectSelector = { matchExpressions: [{ key: 'kept', operator: 'DoesNotExist' }] };
    await enforce('all', {
      matchConstraints: { resourceRules, objectSelector },
      validations: [{ expression: 'false' }],
    });
    const review = {
      apiVersion: 'authorization.k8s.io/v1',
      kind: 'SelfSubjectAccessReview',
      spec: { nonResourceAttributes: { path: '/', verb: 'get' } },
    };
    expect((await server.client.post('/apis/authorization.k8s.io/v1/selfsubjectaccessreviews', review)).status).toBe(
      201,
    );
    const hooks = `${GROUP}/validatingwebhookconfigurations?dryRun=All`;
    expect((await server.client.post(hooks, { metadata: { name: 'w' }, webhooks: [] })).status).toBe(422);
    expect((await create()).status).toBe(422);
    expect((await server.client.request('DELETE', `${BINDINGS}/all`)).status).toBe(200);
    expect((await create()).status).toBe(201);
  });

  it('is named with its outcome in the decision trace of administrators', async () => {
    await enforce('traced', { validations: [{ expression: 'object.data.a == "1"' }] });
    const traceOf = async (data: Json): Promise<Json[]> =>
      JSON.parse((await create(data)).headers['binnacle-admission'] as string) as Json[];
    const rules = (trace: Json[]): unknown => trace.find(({ plugin }) => plugin === 'ValidatingAdmissionPolicy')?.rules;
    const rule = 'policy traced with binding traced';
    expect(rules(await traceOf({ a: '1' }))).toEqual([{ rule, outcome: 'allowed', ms: expect.any(Number) }]);
    const denied = { rule, outcome: 'denied', message: 'failed expression: object.data.a == "1"' };
    expect(rules(await traceOf({ a: '2' }))).toEqual([{ ...denied, ms: expect.any(Number) }]);
  });

  it('has the warnings of type checking in its status, for each generation', async () => {
    const right = { validations: [{ expression: 'object.data["foo"] == "1"' }] };
    const wrong = { validations: [{ expression: 'object.foo == 1' }] };
    const text = "/v1, Kind=ConfigMap: ERROR: <input>:1:7: undefined field 'foo'\n | object.foo == 1\n | ......^\n";
    const expressionWarnings = [{ fieldRef: 'spec.validations[0].expression', warning: text }];
    const statusOf = (name: string, observedGeneration: number): Promise<Json> =>
      eventually(async () => {
        const { body } = await server.client.get(`${POLICIES}/${name}`);
        expect(body.status).toMatchObject({ observedGeneration });
        return body.status as Json;
      });
    await enforce('right', right, { validationActions: ['Audit'] });
    expect(await statusOf('right', 1)).toEqual({ observedGeneration: 1, typeChecking: {} });
    await enforce('wrong', wrong, { validationActions: ['Audit'] });
    expect(await statusOf('wrong', 1)).toEqual({ observedGeneration: 1, typeChecking: { expressionWarnings } });
    await server.client.request('PATCH', `${POLICIES}/wrong`, { body: { spec: right }, headers: MERGE });
    expect(await statusOf('wrong', 2)).toEqual({ observedGeneration: 2 });
  });

  it('is known before the first write after a start', async () => {
    await enforce('limit', { validations: [{ expression: 'false' }] });
    await server.close();
    await start();
    expect((await create()).status).toBe(422);
    await server.ready;
    await untilPublished(server);
  });
});
