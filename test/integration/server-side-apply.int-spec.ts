import { GaugePlugin } from '../fixtures/plugins/gauge.plugin.js';
import { type TestServer, startTestServer } from '../support/start-test-server.js';
import type { Json, TestAnswer } from '../support/test-client.js';

const MAPS = '/api/v1/namespaces/default/configmaps';
const DEPLOYMENTS = '/apis/apps/v1/namespaces/default/deployments';
const PODS = '/api/v1/namespaces/default/pods';
const GAUGES = '/apis/metering.example.com/v1/namespaces/default/gauges';
const SCALERS = (version: string): string => `/apis/autoscaling/${version}/namespaces/default/horizontalpodautoscalers`;

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({ plugins: [GaugePlugin], tokens: ['patcher-token,patcher,2'] });
  const rules = [{ apiGroups: [''], resources: ['configmaps'], verbs: ['patch', 'get'] }];
  const rbac = { apiVersion: 'rbac.authorization.k8s.io/v1', metadata: { name: 'patcher' } };
  const roles = '/apis/rbac.authorization.k8s.io/v1/namespaces/default';
  await server.client.post(`${roles}/roles`, { ...rbac, kind: 'Role', rules });
  await server.client.post(`${roles}/rolebindings`, {
    ...rbac,
    kind: 'RoleBinding',
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: 'patcher' },
    subjects: [{ kind: 'User', name: 'patcher' }],
  });
});

afterAll(() => server.close());

/** Applies a configuration as a manager, with more of a query if need be. */
function apply(path: string, manager: string, body: object | string, query = ''): Promise<TestAnswer> {
  const headers = { 'content-type': 'application/apply-patch+yaml' };
  return server.request('PATCH', `${path}?fieldManager=${manager}${query}`, { body, headers });
}

function mapOf(name: string, data?: Json, metadata: Json = {}): Json {
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, ...metadata }, ...(data && { data }) };
}

function deploymentOf(name: string, spec: Json = {}): Json {
  const labels = { app: name };
  const template = { metadata: { labels }, spec: { containers: [{ name: 'main', image: 'main:1' }] } };
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name },
    spec: { selector: { matchLabels: labels }, template, ...spec },
  };
}

/** Owners by manager, operation and subresource. */
function ownersOf({ metadata }: Json): Json {
  const entries = (metadata.managedFields ?? []) as Json[];
  return Object.fromEntries(
    entries.map(({ manager, operation, subresource, fieldsV1 }) => [
      `${manager}/${operation}${subresource ? `/${subresource}` : ''}`,
      fieldsV1,
    ]),
  );
}

describe('a configuration', () => {
  it('makes an object that is absent, and changes one that is there [PATCH-01, PATCH-02]', async () => {
    const made = await apply(`${MAPS}/made`, 'm', mapOf('made', { k: 'v' }));
    expect([made.status, made.body.data]).toEqual([201, { k: 'v' }]);
    const changed = await apply(`${MAPS}/made`, 'm', mapOf('made', { k: 'w' }));
    expect([changed.status, changed.body.data]).toEqual([200, { k: 'w' }]);
  });

  it('is YAML or JSON [MEDIA-11]', async () => {
    const yaml = 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: written}\ndata: {k: v}\n';
    expect((await apply(`${MAPS}/written`, 'm', yaml)).body.data).toEqual({ k: 'v' });
    expect((await apply(`${MAPS}/written`, 'm', mapOf('written', { k: 'w' }))).body.data).toEqual({ k: 'w' });
  });

  it('changes nothing when it comes again, not even a time [MF-04]', async () => {
    const made = await apply(`${MAPS}/again`, 'm', mapOf('again', { k: 'v' }));
    const again = await apply(`${MAPS}/again`, 'm', mapOf('again', { k: 'v' }));
    expect([again.status, again.body]).toEqual([200, made.body]);
  });

  it('is identified by its manager, which has a name [SSA-01, PATCH-04, PARAM-17]', async () => {
    const { status, body } = await apply(`${MAPS}/x`, '', mapOf('x'));
    expect(status).toBe(422);
    expect(body.details.causes).toEqual([
      { reason: 'FieldValueRequired', message: 'Required value: is required for apply patch', field: 'fieldManager' },
    ]);
  });

  it.each([
    [
      '- a',
      'error decoding YAML: error unmarshaling JSON: while decoding JSON: json: cannot unmarshal array into Go value of type map[string]interface {}',
    ],
    [
      '{"apiVersion":',
      'error decoding YAML: error converting YAML to JSON: yaml: line 1: did not find expected node content',
    ],
    ['', 'invalid object type: /, Kind='],
    ['{"apiVersion":"v1","kind":"Secret"}', 'invalid object type: /v1, Kind=Secret'],
    [
      '{"apiVersion":"v1","kind":"ConfigMap"}',
      'the name of the object (x based on URL) was undeterminable: name must be provided',
    ],
    [
      '{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"y"}}',
      'the name of the object (y) does not match the name on the URL (x)',
    ],
    [
      '{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"x","namespace":"y"}}',
      'the namespace of the provided object does not match the namespace sent on the request',
    ],
    [
      '{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"x","managedFields":[]}}',
      'metadata.managedFields must be nil',
    ],
    [
      '{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"x"},"dta":{}}',
      'failed to create typed patch object (/x; /v1, Kind=ConfigMap): .dta: field not declared in schema',
    ],
  ])('of %j is refused [MF-12, SSA-18]', async (text, message) => {
    const { status, body } = await apply(`${MAPS}/x`, 'm', text);
    expect([status, body.reason, body.message]).toEqual([400, 'BadRequest', message]);
    expect((await server.client.get(`${MAPS}/x`)).status).toBe(404);
  });

  it('of another media type is refused', async () => {
    const headers = { 'content-type': 'application/apply-patch+cbor' };
    const answer = await server.request('PATCH', `${MAPS}/x?fieldManager=m`, { body: mapOf('x'), headers });
    expect([answer.status, answer.body.message]).toEqual([415, '415: Unsupported Media Type']);
  });

  it('that says something twice is warned of, or refused where that is asked for [FV-02]', async () => {
    const text = 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: twice}\ndata:\n  k: a\n  k: b\n';
    const warned = await apply(`${MAPS}/twice`, 'm', text);
    expect(warned.headers.warning).toBe('299 - "line 6: key \\"k\\" already set in map"');
    expect(warned.body.data).toEqual({ k: 'b' });
    const ignored = await apply(`${MAPS}/twice`, 'm', text, '&fieldValidation=Ignore');
    expect([ignored.status, ignored.headers.warning]).toEqual([200, undefined]);
    const refused = await apply(`${MAPS}/twice`, 'm', text, '&fieldValidation=Strict');
    expect([refused.status, refused.body.message]).toEqual([
      400,
      'error strict decoding YAML: error converting YAML to JSON: yaml: unmarshal errors:\n  line 6: key "k" already set in map',
    ]);
  });

  it('that is only tried leaves nothing behind', async () => {
    const { status, body } = await apply(`${MAPS}/dry`, 'm', mapOf('dry', { k: 'v' }), '&dryRun=All');
    expect([status, body.data]).toEqual([201, { k: 'v' }]);
    expect((await server.client.get(`${MAPS}/dry`)).status).toBe(404);
  });

  it('may make an object that is on its way out, as in the reference: the next write removes it', async () => {
    const metadata = { deletionTimestamp: '2020-01-01T00:00:00Z' };
    const made = await apply(`${MAPS}/marked`, 'm', mapOf('marked', { k: 'v' }, metadata));
    expect([made.status, made.body.metadata.deletionTimestamp]).toEqual([201, '2020-01-01T00:00:00Z']);
    const next = await apply(`${MAPS}/marked`, 'm', mapOf('marked', { k: 'w' }));
    expect([next.status, next.body.data]).toEqual([200, { k: 'w' }]);
    expect((await server.client.get(`${MAPS}/marked`)).status).toBe(404);
  });

  it('must make a valid object [SSA-17]', async () => {
    const { status, body } = await apply(`${DEPLOYMENTS}/d`, 'm', { ...deploymentOf('d'), spec: { replicas: 1 } });
    expect([status, body.details.causes[0].field]).toEqual([422, 'spec.selector']);
  });

  it('holds an object to a version and a uid that it names', async () => {
    const { body } = await apply(`${MAPS}/held`, 'm', mapOf('held', { k: '1' }));
    const { resourceVersion, uid } = body.metadata;
    const next = await apply(`${MAPS}/held`, 'm', mapOf('held', { k: '2' }, { resourceVersion, uid }));
    expect([next.status, next.body.data]).toEqual([200, { k: '2' }]);
    const late = await apply(`${MAPS}/held`, 'm', mapOf('held', { k: '3' }, { resourceVersion }));
    expect([late.status, late.body.reason]).toEqual([409, 'Conflict']);
    const gone = await apply(`${MAPS}/gone`, 'm', mapOf('gone', {}, { uid }));
    expect([gone.status, gone.body.message]).toEqual([
      409,
      `Operation cannot be fulfilled on configmaps "gone": uid mismatch: the provided object specified uid ${uid}, and no existing object was found`,
    ]);
  });

  it('makes an object whatever version it names', async () => {
    const { status, body } = await apply(`${MAPS}/versioned`, 'm', mapOf('versioned', {}, { resourceVersion: '5' }));
    expect([status, body.message]).toEqual([201, undefined]);
  });

  it('makes an object only for who may create it [VERB-05, PATCH-10]', async () => {
    const headers = { 'content-type': 'application/apply-patch+yaml' };
    const send = (name: string): Promise<TestAnswer> =>
      server.request('PATCH', `${MAPS}/${name}?fieldManager=m`, { body: mapOf(name), headers, token: 'patcher-token' });
    const refused = await send('mine');
    expect([refused.status, refused.body.message]).toEqual([
      403,
      'configmaps "mine" is forbidden: User "patcher" cannot create resource "configmaps" in API group "" in the namespace "default"',
    ]);
    await apply(`${MAPS}/mine`, 'm', mapOf('mine'));
    expect((await send('mine')).status).toBe(200);
  });
});

describe('what several managers apply', () => {
  const path = `${MAPS}/shared`;

  it('is shared where they agree, and disputed where they do not [SSA-02, SSA-05]', async () => {
    await apply(path, 'a', mapOf('shared', { k: '1', a: '1' }));
    const shared = await apply(path, 'b', mapOf('shared', { k: '1', b: '1' }));
    expect(ownersOf(shared.body)).toMatchObject({
      'a/Apply': { 'f:data': { 'f:k': {} } },
      'b/Apply': { 'f:data': { 'f:k': {} } },
    });
    const { status, body } = await apply(path, 'b', mapOf('shared', { k: '2' }));
    expect([status, body.message]).toEqual([409, 'Apply failed with 1 conflict: conflict with "a": .data.k']);
  });

  it('is taken by force from those who had it [SSA-03, SSA-04]', async () => {
    const taken = await apply(path, 'b', mapOf('shared', { k: '2' }), '&force=true');
    expect(taken.body.data).toEqual({ a: '1', k: '2' });
    expect(ownersOf(taken.body)).toEqual({
      'a/Apply': { 'f:data': { 'f:a': {} } },
      'b/Apply': { 'f:data': { 'f:k': {} } },
    });
  });

  it('is gone when its only manager gives it up, and stays while another has it [SSA-07, SSA-08]', async () => {
    await apply(path, 'b', mapOf('shared', { k: '2', a: '1' }));
    const left = await apply(path, 'b', mapOf('shared'));
    expect(left.body.data).toEqual({ a: '1' });
    expect(ownersOf(left.body)).toEqual({ 'a/Apply': { 'f:data': { 'f:a': {} } } });
  });

  it('is taken by updates, which count as one more owner [SSA-10, SSA-11]', async () => {
    const path = `${MAPS}/updated`;
    const { body } = await apply(path, 'a', mapOf('updated', { k: '1' }));
    await server.request('PUT', `${path}?fieldManager=u`, { body: { ...body, data: { k: '2' } } });
    const answer = await apply(path, 'a', mapOf('updated', { k: '1' }));
    expect(answer.body.details.causes[0].message).toBe('conflict with "u" using v1');
  });

  it('is known in every version [MF-03]', async () => {
    const target = { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' };
    const scaler = (version: string, spec: Json): Json => ({
      apiVersion: `autoscaling/${version}`,
      kind: 'HorizontalPodAutoscaler',
      metadata: { name: 'h' },
      spec: { scaleTargetRef: target, ...spec },
    });
    await apply(`${SCALERS('v1')}/h`, 'a', scaler('v1', { maxReplicas: 3, targetCPUUtilizationPercentage: 50 }));
    const other = scaler('v2', { maxReplicas: 4 });
    const { status, body } = await apply(`${SCALERS('v2')}/h`, 'b', other);
    expect([status, body.details.causes]).toEqual([
      409,
      [{ reason: 'FieldManagerConflict', message: 'conflict with "a"', field: '.spec.maxReplicas' }],
    ]);
    const fewer = await apply(`${SCALERS('v2')}/h`, 'a', scaler('v2', { maxReplicas: 5 }));
    expect([fewer.status, fewer.body.spec.maxReplicas]).toEqual([200, 5]);
    expect(fewer.body.metadata.managedFields[0]).toMatchObject({ manager: 'a', apiVersion: 'autoscaling/v2' });
  });
});

describe('parts of an object', () => {
  beforeAll(async () => {
    await apply(`${DEPLOYMENTS}/web`, 'a', deploymentOf('web', { replicas: 2 }));
    const spec = { containers: [{ name: 'main', image: 'main:1' }] };
    await server.client.post(PODS, { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'web' }, spec });
  });

  it('have owners of their own: status [SSA-26, MF-07]', async () => {
    const status = { observedGeneration: 1, replicas: 2 };
    const body = {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { name: 'web' },
      spec: { replicas: 9 },
      status,
    };
    const answer = await apply(`${DEPLOYMENTS}/web/status`, 'ctrl', body);
    expect([answer.status, answer.body.spec.replicas, answer.body.status]).toEqual([200, 2, status]);
    const owned = { 'f:status': { 'f:observedGeneration': {}, 'f:replicas': {} } };
    expect(ownersOf(answer.body)['ctrl/Apply/status']).toEqual(owned);
  });

  it('have owners of their own: scale [SSA-26, MF-13]', async () => {
    const scale = { apiVersion: 'autoscaling/v1', kind: 'Scale', metadata: { name: 'web' }, spec: { replicas: 3 } };
    const path = `${DEPLOYMENTS}/web/scale`;
    const refused = await apply(path, 's', scale);
    expect(refused.body.message).toBe('Apply failed with 1 conflict: conflict with "a": .spec.replicas');
    expect((await apply(path, 's', scale, '&force=true')).body.spec).toEqual({ replicas: 3 });
    const { body } = await server.client.get(`${DEPLOYMENTS}/web`);
    expect(body.spec.replicas).toBe(3);
    expect(ownersOf(body)['s/Apply/scale']).toEqual({ 'f:spec': { 'f:replicas': {} } });
    expect(ownersOf(body)['a/Apply']['f:spec']).not.toHaveProperty('f:replicas');
    const back = await apply(`${DEPLOYMENTS}/web`, 'a', deploymentOf('web', { replicas: 2 }));
    expect(back.body.message).toContain('conflict with "s" with subresource "scale": .spec.replicas');
    const other = await apply(path, 's', { ...scale, metadata: { name: 'other' } });
    expect([other.status, other.body.message]).toEqual([
      400,
      'the name of the object (other) does not match the name on the URL (web)',
    ]);
  });

  it('can be applied through: ephemeral containers', async () => {
    const ephemeralContainers = [{ name: 'debug', image: 'debug:1' }];
    const body = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'web' }, spec: { ephemeralContainers } };
    const answer = await apply(`${PODS}/web/ephemeralcontainers`, 'dbg', body);
    expect([answer.status, answer.body.message]).toEqual([200, undefined]);
    expect(answer.body.spec.ephemeralContainers).toMatchObject(ephemeralContainers);
    const { body: pod } = await server.client.get(`${PODS}/web`);
    expect(pod.spec.ephemeralContainers).toMatchObject(ephemeralContainers);
    // As in the reference no one is recorded for them.
    expect(ownersOf(pod)).not.toHaveProperty('dbg/Apply/ephemeralcontainers');
  });

  it('are there with the object only', async () => {
    const body = { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'none' }, status: {} };
    const { status, body: answer } = await apply(`${DEPLOYMENTS}/none/status`, 'm', body);
    expect([status, answer.message]).toEqual([404, 'deployments.apps "none" not found']);
    const scale = { apiVersion: 'autoscaling/v1', kind: 'Scale', metadata: { name: 'none' }, spec: { replicas: 1 } };
    expect((await apply(`${DEPLOYMENTS}/none/scale`, 'm', scale)).status).toBe(404);
    expect((await apply(`${MAPS}/made/status`, 'm', mapOf('made'))).status).toBe(404);
    expect((await apply(MAPS, 'm', mapOf('made'))).status).toBe(405);
  });
});

describe('a kind whose shape came at run time', () => {
  const gaugeOf = (spec: Json): Json => ({
    apiVersion: 'metering.example.com/v1',
    kind: 'Gauge',
    metadata: { name: 'g' },
    spec,
  });

  it('is applied by its schema: sets, keyed lists and members it does not know [SSA-20, SSA-21, SSA-23]', async () => {
    const made = await apply(
      `${GAUGES}/g`,
      'a',
      gaugeOf({ unit: 'bar', tags: ['x'], marks: [{ at: 1 }], settings: { a: { b: 1 } } }),
    );
    expect([made.status, made.body.spec.scale]).toEqual([201, 10]);
    expect(ownersOf(made.body)['a/Apply']).toEqual({
      'f:spec': {
        'f:marks': { 'k:{"at":1}': { '.': {}, 'f:at': {} } },
        'f:settings': { 'f:a': { '.': {}, 'f:b': {} } },
        'f:tags': { 'v:"x"': {} },
        'f:unit': {},
      },
    });
    const spec = { tags: ['y'], marks: [{ at: 2 }], settings: { a: { c: 2 } } };
    const both = await apply(`${GAUGES}/g`, 'b', gaugeOf(spec));
    expect(both.body.spec).toMatchObject({
      tags: ['x', 'y'],
      marks: [{ at: 1 }, { at: 2 }],
      settings: { a: { b: 1, c: 2 } },
    });
    const conflict = await apply(`${GAUGES}/g`, 'b', gaugeOf({ unit: 'volt', settings: { a: { b: 2 } } }));
    const causes = conflict.body.details.causes as Json[];
    expect(causes.map(({ field }) => field as string)).toEqual(['.spec.unit', '.spec.settings.a.b']);
    const left = await apply(`${GAUGES}/g`, 'b', gaugeOf({}));
    expect(left.body.spec).toMatchObject({ tags: ['x'], marks: [{ at: 1 }], settings: { a: { b: 1 } } });
  });

  it('is refused what its schema does not know [SSA-18]', async () => {
    const { status, body } = await apply(`${GAUGES}/g`, 'a', gaugeOf({ unit: 1, no: 1 }));
    expect([status, body.reason]).toEqual([400, 'BadRequest']);
    expect(body.message).toContain('.spec.unit: expected string, got &value.valueUnstructured{Value:1}');
  });
});

describe('a patch of another type', () => {
  it('may name another version of its kind, in which its outcome is read', async () => {
    const spec = { maxReplicas: 3, scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' } };
    const metadata = { name: 'other-version' };
    const body = { apiVersion: 'autoscaling/v2', kind: 'HorizontalPodAutoscaler', metadata, spec };
    await server.client.post(SCALERS('v2'), body);
    const path = `${SCALERS('v1')}/other-version`;
    const answer = await server.client.patch(path, 'merge-patch', {
      apiVersion: 'autoscaling/v2',
      spec: { maxReplicas: 4 },
    });
    expect([answer.status, answer.body.apiVersion, answer.body.spec.maxReplicas]).toEqual([200, 'autoscaling/v1', 4]);
    expect(answer.headers.warning).toBe('299 - "unknown field \\"spec.targetCPUUtilizationPercentage\\""');
    const foreign = await server.client.patch(path, 'merge-patch', { apiVersion: 'autoscaling/v9' });
    expect([foreign.status, foreign.body.details.causes[0].field]).toEqual([422, 'patch']);
  });
});
