import { AttributesRecorderPlugin, RECORDED_USER, asked } from '../support/attributes-recorder.plugin.js';
import { type TestServer, startTestServer } from '../support/start-test-server.js';
import { type Json, type TestAnswer, TestClient } from '../support/test-client.js';
import { DEPLOYMENTS, MAPS, RBAC, configMap, deployment, mapsIn, namespace } from './objects.js';

const GROUP = 'rbac.authorization.k8s.io';
const SELF = '/apis/authentication.k8s.io/v1/selfsubjectreviews';
const SECRETS = '/api/v1/namespaces/kube-system/secrets';
const MAP_RULE = { apiGroups: [''], resources: ['configmaps'] };

let server: TestServer;
let client: TestClient;
let users = 0;

beforeAll(async () => {
  const names = Array.from({ length: 110 }, (_, i) => `token-${i},user-${i},uid-${i},"team,group-${i}"`);
  server = await startTestServer({ tokens: names, authentication: { enableBootstrapTokenAuth: true } });
  client = server.client;
  await client.post('/api/v1/namespaces', namespace('other'));
  await client.post(MAPS, configMap('a'));
  await client.post(mapsIn('other'), configMap('a'));
});

afterAll(() => server.close());

/** A new user with its own rights. */
interface Actor {
  readonly name: string;
  readonly group: string;
  readonly client: TestClient;
}

/** Grants a new user what rules allow, in the default namespace or everywhere. */
async function actor(
  rules: readonly Json[] = [],
  { isEverywhere = false, subject }: { isEverywhere?: boolean; subject?: Json } = {},
): Promise<Actor> {
  const i = users++;
  const [name, group] = [`user-${i}`, `group-${i}`];
  if (rules.length > 0)
    await bind(`r${i}`, rules, { isEverywhere, subjects: [subject ?? { apiGroup: GROUP, kind: 'User', name }] });
  return { name, group, client: server.connect(`token-${i}`) };
}

async function bind(
  name: string,
  rules: readonly Json[],
  { isEverywhere, subjects }: { isEverywhere: boolean; subjects: Json[] },
): Promise<void> {
  const [path, prefix] = isEverywhere ? [RBAC, 'Cluster'] : [`${RBAC}/namespaces/default`, ''];
  const apiVersion = `${GROUP}/v1`;
  const of = (kind: string): string => `${path}/${prefix.toLowerCase()}${kind}`;
  await client.post(of('roles'), { apiVersion, kind: `${prefix}Role`, metadata: { name }, rules });
  const roleRef = { apiGroup: GROUP, kind: `${prefix}Role`, name };
  const bound = await client.post(of('rolebindings'), {
    apiVersion,
    kind: `${prefix}RoleBinding`,
    metadata: { name },
    roleRef,
    subjects,
  });
  expect(bound.status).toBe(201);
}

const statusOf = async (asked: Promise<TestAnswer>): Promise<number> => (await asked).status;
const whoIs = async (headers: Json, by = client): Promise<Json> => {
  const answer = await by.request('POST', SELF, {
    body: { apiVersion: 'authentication.k8s.io/v1', kind: 'SelfSubjectReview' },
    headers,
  });
  return answer.status === 201 ? (answer.body.status.userInfo as Json) : { status: answer.status };
};

describe('who asks', () => {
  const SPOOFED = {
    apiVersion: 'authentication.k8s.io/v1',
    kind: 'SelfSubjectReview',
    status: { userInfo: { username: 'x' } },
  };

  it('is returned by a self review [SSRV-01, OP-11]', async () => {
    const { client: asking } = await actor();
    const { status, body } = await asking.post(SELF, SPOOFED);
    const { apiVersion, kind } = SPOOFED;
    expect(status).toBe(201);
    expect(body).toMatchObject({ apiVersion, kind, status: { userInfo: {} } });
  });

  it('is returned whatever the review says [SSRV-02, SSRV-03]', async () => {
    const { client: asking, name } = await actor();
    expect((await asking.post(SELF, SPOOFED)).body.status.userInfo.username).toBe(name);
  });

  it('is returned with uid and groups, as the file of tokens has them [SSRV-04, SSRV-05, AUTHGAP-05]', async () => {
    const { client: asking, group } = await actor();
    const { uid, groups } = await whoIs({}, asking);
    expect([uid, groups]).toEqual([`uid-${users - 1}`, ['team', group, 'system:authenticated']]);
  });

  it('is in the group of the authenticated [AUTHGAP-08]', async () => {
    expect((await whoIs({}, (await actor()).client)).groups).toContain('system:authenticated');
  });

  it('is returned with extras [SSRV-06]', async () => {
    const extra = await whoIs({ 'impersonate-user': 'x', 'impersonate-extra-scopes': ['a', 'b'] });
    expect(extra.extra).toEqual({ scopes: ['a', 'b'] });
  });

  it('is returned to the authenticated alone [SSRV-07]', async () => {
    expect(await whoIs({}, (await actor()).client)).toHaveProperty('username');
    expect(await whoIs({}, server.connect(''))).toEqual({ status: 403 });
  });

  it('is anonymous without a credential [ANON-01, ANON-03, ANON-04]', async () => {
    const nobody = server.connect('');
    expect((await nobody.get('/healthz')).status).toBe(200);
    const { body } = await nobody.get(MAPS);
    expect(body.message).toContain('User "system:anonymous" cannot list resource "configmaps"');
  });

  it('is refused with a wrong one [ANON-02, ERR-04]', async () => {
    const answer = await server.connect('wrong').get('/healthz');
    expect([answer.status, answer.body.reason]).toEqual([401, 'Unauthorized']);
  });

  it.each(['Bearer token-59', 'bearer token-59', 'BEARER token-59'])(
    'is read from "%s" [AUTHN-01]',
    async (authorization) => {
      const answer = await client.request('GET', MAPS, { token: '', headers: { authorization } });
      expect(answer.body.message).toContain('User "user-59"');
    },
  );

  it('is denied before the request is examined [AUTHZ-02]', async () => {
    const { client: asking } = await actor();
    expect(await statusOf(asking.post(mapsIn('absent'), configMap('Bad_Name')))).toBe(403);
    expect(await statusOf(client.post(mapsIn('absent'), configMap('good')))).toBe(404);
  });

  it.each([
    ['', 'AUTHZ-03, AZMODE-09, ERR-05'],
    ['?dryRun=All', 'DRY-07'],
  ])('has to be allowed to ask, with "%s" [%s]', async (query) => {
    const { client: asking, name } = await actor();
    const { status, body } = await asking.post(MAPS + query, configMap('x'));
    expect([status, body.reason]).toEqual([403, 'Forbidden']);
    expect(body.message).toContain(`User "${name}" cannot create resource "configmaps"`);
  });

  it('is authenticated before access is decided [AUTHZ-01]', async () => {
    expect(await statusOf(server.connect('wrong').get(MAPS))).toBe(401);
    expect(await statusOf((await actor()).client.get(MAPS))).toBe(403);
  });
});

describe('bootstrap tokens', () => {
  let ids = 0;

  /** Stores a token and answers who bears it. */
  async function bearer(
    data: Json = {},
    {
      name,
      namespace: where = 'kube-system',
      type = 'bootstrap.kubernetes.io/token',
    }: { name?: string; namespace?: string; type?: string } = {},
  ): Promise<Json> {
    const id = `abc${String(ids++).padStart(3, '0')}`;
    const secret = '0123456789abcdef';
    const stringData = { 'token-id': id, 'token-secret': secret, 'usage-bootstrap-authentication': 'true', ...data };
    const metadata = { name: name ?? `bootstrap-token-${id}` };
    await client.post(SECRETS.replace('kube-system', where), {
      apiVersion: 'v1',
      kind: 'Secret',
      type,
      metadata,
      stringData,
    });
    const authorization = `Bearer ${stringData['token-id']}.${stringData['token-secret']}`;
    return { id, ...(await whoIs({ authorization }, server.connect(''))) };
  }

  it('are accepted by a server that has them enabled, and by no other [AUTHN-02]', async () => {
    const authorization = 'Bearer abcdef.0123456789abcdef';
    const stringData = {
      'token-id': 'abcdef',
      'token-secret': '0123456789abcdef',
      'usage-bootstrap-authentication': 'true',
    };
    const metadata = { name: 'bootstrap-token-abcdef' };
    const secret = { apiVersion: 'v1', kind: 'Secret', type: 'bootstrap.kubernetes.io/token', metadata, stringData };
    const other = await startTestServer();
    try {
      for (const each of [client, other.client]) expect(await statusOf(each.post(SECRETS, secret))).toBe(201);
      expect(await whoIs({ authorization }, server.connect(''))).toHaveProperty('username');
      expect(await whoIs({ authorization }, other.connect(''))).toEqual({ status: 401 });
    } finally {
      await other.close();
    }
  });

  it('are users and groups of their own [AUTHN-06, AUTHN-07]', async () => {
    const who = await bearer();
    expect([who.username, who.groups]).toEqual([
      `system:bootstrap:${who.id}`,
      ['system:bootstrappers', 'system:authenticated'],
    ]);
  });

  it('may have more groups, a description and an end [BTOK-06, BTOK-07, BTOK-10]', async () => {
    const more = {
      'auth-extra-groups': 'system:bootstrappers:a',
      description: 'x',
      expiration: '2999-01-01T00:00:00Z',
    };
    expect((await bearer(more)).groups).toContain('system:bootstrappers:a');
    expect((await bearer({ 'auth-extra-groups': 'admins' })).status).toBe(401);
  });

  it('are Secrets of either spelling of their type [BTOK-01]', async () => {
    for (const type of ['bootstrap.kubernetes.io/token', 'bootstrap.k8s.io/token']) {
      const who = await bearer({}, { type });
      expect(who.username).toBe(`system:bootstrap:${who.id}`);
    }
    expect((await bearer({}, { type: 'Opaque' })).status).toBe(401);
  });

  it.each<[string, Json, string]>([
    ['an end in the past', { expiration: '2001-01-01T00:00:00Z' }, 'AUTHN-08, BTOK-07'],
    ['no permission to authenticate', { 'usage-bootstrap-authentication': 'yes' }, 'BTOK-08'],
    ['a short id', { 'token-id': 'abc' }, 'BTOK-04, LIM-07'],
    ['a short secret', { 'token-secret': 'abc' }, 'BTOK-05, LIM-07'],
  ])('with %s are refused (%j) [%s]', async (_what, data) => {
    expect((await bearer(data)).status).toBe(401);
  });

  it('are found by the name and place of their Secret [BTOK-02, BTOK-03]', async () => {
    expect((await bearer({}, { name: 'token-of-mine' })).status).toBe(401);
    expect((await bearer({}, { namespace: 'default' })).status).toBe(401);
  });
});

describe('impersonation', () => {
  const everything = [
    { apiGroups: [''], resources: ['users', 'groups', 'serviceaccounts'], verbs: ['impersonate'] },
    { apiGroups: ['authentication.k8s.io'], resources: ['uids', 'userextras/scopes'], verbs: ['impersonate'] },
  ];

  it('acts as another [IMP-01, IMP-03, IMP-05]', async () => {
    const { client: acting } = await actor(everything, { isEverywhere: true });
    const headers = {
      'impersonate-user': 'another',
      'impersonate-group': ['a', 'b'],
      'impersonate-uid': '7',
      'impersonate-extra-scopes': 's',
    };
    expect(await whoIs(headers, acting)).toEqual({
      username: 'another',
      uid: '7',
      groups: ['a', 'b', 'system:authenticated'],
      extra: { scopes: ['s'] },
    });
  });

  it('gives the rights of the other and none of the own [IMP-15, AZVERB-10]', async () => {
    const own = { ...MAP_RULE, verbs: ['get'] };
    const { client: acting } = await actor([...everything, own], { isEverywhere: true });
    const reader = await actor([{ ...MAP_RULE, verbs: ['list'] }]);
    const asReader = (path: string): Promise<TestAnswer> =>
      acting.request('GET', path, { headers: { 'impersonate-user': reader.name } });
    expect([await statusOf(acting.get(MAPS)), await statusOf(asReader(MAPS))]).toEqual([403, 200]);
    expect([await statusOf(acting.get(`${MAPS}/a`)), await statusOf(asReader(`${MAPS}/a`))]).toEqual([200, 403]);
  });

  it.each<[string, string, Record<string, string>, string]>([
    ['users', '', { 'impersonate-user': 'x' }, 'IMP-02, IMP-08'],
    ['groups', '', { 'impersonate-user': 'x', 'impersonate-group': 'g' }, 'IMP-09'],
    ['serviceaccounts', '', { 'impersonate-user': 'system:serviceaccount:default:default' }, 'IMP-10'],
    [
      'userextras/scopes',
      'authentication.k8s.io',
      { 'impersonate-user': 'x', 'impersonate-extra-scopes': 's' },
      'IMP-11',
    ],
    ['uids', 'authentication.k8s.io', { 'impersonate-user': 'x', 'impersonate-uid': '7' }, 'IMP-12'],
  ])('needs permission for %s of "%s" (%j) [%s]', async (resource, group, headers) => {
    const withUsers = [{ apiGroups: [''], resources: ['users'], verbs: ['impersonate'] }];
    const needed = [{ apiGroups: [group], resources: [resource], verbs: ['impersonate'] }];
    const without = resource === 'users' ? await actor() : await actor(withUsers, { isEverywhere: true });
    expect((await whoIs(headers, without.client)).status).toBe(403);
    const allowed = await actor([...withUsers, ...needed], { isEverywhere: true });
    expect((await whoIs(headers, allowed.client)).username).toBe(headers['impersonate-user']);
  });

  it('can be limited by name, and is granted for the cluster alone [IMP-13, IMP-14]', async () => {
    const rule = { apiGroups: [''], resources: ['users'], verbs: ['impersonate'], resourceNames: ['x'] };
    const { client: limited } = await actor([rule], { isEverywhere: true });
    expect((await whoIs({ 'impersonate-user': 'x' }, limited)).username).toBe('x');
    expect((await whoIs({ 'impersonate-user': 'y' }, limited)).status).toBe(403);
    expect((await whoIs({ 'impersonate-user': 'x' }, (await actor([rule])).client)).status).toBe(403);
  });

  it('of a group or an extra needs a user [IMP-04, IMP-06]', async () => {
    expect((await whoIs({ 'impersonate-group': 'g' })).status).toBeGreaterThanOrEqual(400);
    expect((await whoIs({ 'impersonate-extra-a': 'g' })).status).toBeGreaterThanOrEqual(400);
  });
});

describe('what is decided by', () => {
  const path = `${MAPS}/a`;
  const patch = (by: TestClient): Promise<TestAnswer> =>
    by.patch(path, 'merge-patch', { metadata: { labels: { x: 'y' } } });

  const verbs: readonly (readonly [verb: string, id: string, ask: (by: TestClient) => Promise<TestAnswer>])[] = [
    ['create', 'AZVERB-01', (by) => by.post(`${MAPS}?dryRun=All`, configMap('b'))],
    ['get', 'AZVERB-02', (by) => by.get(path)],
    ['list', 'AZVERB-03', (by) => by.get(MAPS)],
    ['watch', 'AZVERB-04', (by) => by.get(`${MAPS}?watch=1&timeoutSeconds=1`)],
    ['update', 'AZVERB-05', (by) => by.put(`${path}?dryRun=All`, configMap('a'))],
    ['patch', 'AZVERB-06', patch],
    ['delete', 'AZVERB-07', (by) => by.delete(`${path}?dryRun=All`)],
    ['deletecollection', 'AZVERB-08', (by) => by.delete(`${MAPS}?dryRun=All`)],
  ];

  it.each(verbs)('the verb %s is that verb alone [%s, AUTHZ-09, RBAC-10]', async (verb, _id, ask) => {
    const allowed = await actor([{ ...MAP_RULE, verbs: [verb] }]);
    const others = await actor([{ ...MAP_RULE, verbs: verbs.map(([other]) => other).filter((o) => o !== verb) }]);
    expect(await statusOf(ask(allowed.client))).toBeLessThan(300);
    expect(await statusOf(ask(others.client))).toBe(403);
  });

  it.each(verbs)('the verb %s is named where it is forbidden [%s]', async (verb, _id, ask) => {
    const { body } = await ask((await actor()).client);
    expect(body.message).toContain(` cannot ${verb} resource "configmaps"`);
  });

  it('updates and patches are apart [VERB-06]', async () => {
    const [updating, patching] = [
      await actor([{ ...MAP_RULE, verbs: ['update'] }]),
      await actor([{ ...MAP_RULE, verbs: ['patch'] }]),
    ];
    const put = (by: TestClient): Promise<TestAnswer> => by.put(`${path}?dryRun=All`, configMap('a'));
    expect([await statusOf(put(updating.client)), await statusOf(patch(updating.client))]).toEqual([200, 403]);
    expect([await statusOf(put(patching.client)), await statusOf(patch(patching.client))]).toEqual([403, 200]);
  });

  it.each<[string, Json | Json[]]>([
    ['json-patch', []],
    ['merge-patch', {}],
    ['strategic-merge-patch', {}],
  ])('a %s is the verb patch [PATCH-09]', async (type, body) => {
    const { client: patching } = await actor([{ ...MAP_RULE, verbs: ['patch'] }]);
    expect(await statusOf(patching.patch(path, type, body))).toBe(200);
    const { client: others } = await actor([{ ...MAP_RULE, verbs: ['get', 'update', 'create'] }]);
    expect(await statusOf(others.patch(path, type, body))).toBe(403);
  });

  it('lists show whole objects to those who may list [AZVERB-14]', async () => {
    const { client: lister } = await actor([{ ...MAP_RULE, verbs: ['list'] }]);
    expect((await lister.get(MAPS)).body.items[0]).toHaveProperty('metadata.uid');
  });

  it('a resource is [AUTHZ-11]', async () => {
    const { client: asking } = await actor([{ ...MAP_RULE, verbs: ['list'] }]);
    expect(await statusOf(asking.get(MAPS))).toBe(200);
    expect(await statusOf(asking.get('/api/v1/namespaces/default/secrets'))).toBe(403);
  });

  it('a namespace is: a role in one gives nothing in another [AUTHZ-13]', async () => {
    const { client: asking } = await actor([{ ...MAP_RULE, verbs: ['get', 'list'] }]);
    expect(await statusOf(asking.get(MAPS))).toBe(200);
    for (const path of [mapsIn('other'), `${mapsIn('other')}/a`, '/api/v1/configmaps']) {
      expect(await statusOf(asking.get(path))).toBe(403);
    }
  });

  it('a subresource is apart from its resource [TERM-05, AUTHZ-12, RBAC-08]', async () => {
    await client.post(DEPLOYMENTS, deployment('sub'));
    const rule = (...resources: string[]): Json => ({ apiGroups: ['apps'], resources, verbs: ['get'] });
    const whole = await actor([rule('deployments')]);
    const scale = await actor([rule('deployments/scale')]);
    expect(await statusOf(whole.client.get(`${DEPLOYMENTS}/sub`))).toBe(200);
    expect(await statusOf(whole.client.get(`${DEPLOYMENTS}/sub/scale`))).toBe(403);
    expect(await statusOf(scale.client.get(`${DEPLOYMENTS}/sub/scale`))).toBe(200);
    expect(await statusOf(scale.client.get(`${DEPLOYMENTS}/sub`))).toBe(403);
  });

  it('the group of the API is [AUTHZ-14, RBAC-07]', async () => {
    const { client: asking } = await actor([
      { apiGroups: ['apps'], resources: ['configmaps', 'deployments'], verbs: ['list'] },
    ]);
    expect(await statusOf(asking.get(DEPLOYMENTS))).toBe(200);
    expect(await statusOf(asking.get(MAPS))).toBe(403);
  });

  it('a name is [AUTHZ-15, RBAC-09]', async () => {
    const { client: asking } = await actor([{ ...MAP_RULE, verbs: ['get'], resourceNames: ['a'] }]);
    expect(await statusOf(asking.get(path))).toBe(200);
    expect(await statusOf(asking.get(`${MAPS}/b`))).toBe(403);
  });

  it('a name is not for creates, which have none [RBAC-21]', async () => {
    const { client: asking } = await actor([{ ...MAP_RULE, verbs: ['create'], resourceNames: ['c'] }]);
    expect(await statusOf(asking.post(MAPS, configMap('c')))).toBe(403);
  });

  it('a name is for lists that select it [RBAC-23]', async () => {
    const { client: asking } = await actor([{ ...MAP_RULE, verbs: ['list'], resourceNames: ['a'] }]);
    expect(await statusOf(asking.get(MAPS))).toBe(403);
    expect(await statusOf(asking.get(`${MAPS}?fieldSelector=metadata.name%3Da`))).toBe(200);
  });

  it('deletions of collections know no names [RBAC-22]', async () => {
    const { client: asking } = await actor([{ ...MAP_RULE, verbs: ['deletecollection'], resourceNames: ['a'] }]);
    expect(await statusOf(asking.delete(`${MAPS}?dryRun=All`))).toBe(403);
  });

  it('creating by PUT takes the verb create too [VERB-05]', async () => {
    const { client: asking } = await actor([
      { apiGroups: ['coordination.k8s.io'], resources: ['leases'], verbs: ['update'] },
    ]);
    const lease = { apiVersion: 'coordination.k8s.io/v1', kind: 'Lease', metadata: { name: 'new' } };
    expect(await statusOf(asking.put('/apis/coordination.k8s.io/v1/namespaces/default/leases/new', lease))).toBe(403);
  });

  const PATHS = { nonResourceURLs: ['/metrics', '/logs/*'], verbs: ['get'] };

  it('a path outside the API is, and no resource [AUTHZ-07, AUTHZ-08, RBAC-11]', async () => {
    const { client: asking } = await actor([PATHS], { isEverywhere: true });
    expect(await statusOf(asking.get('/metrics'))).toBe(200);
    expect(await statusOf(asking.get('/logs/anything'))).toBe(404);
    expect(await statusOf(asking.get('/debug/pprof'))).toBe(403);
    expect(await statusOf(asking.get(MAPS))).toBe(403);
  });

  it('the method is, for paths outside the API [AUTHZ-10, AZVERB-09]', async () => {
    const { client: asking } = await actor([PATHS], { isEverywhere: true });
    const { client: other } = await actor();
    expect((await other.get('/metrics')).body.message).toContain('cannot get path "/metrics"');
    expect((await asking.post('/metrics', {})).body.message).toContain('cannot post path "/metrics"');
  });
});

describe('RBAC', () => {
  const rules = [{ ...MAP_RULE, verbs: ['list'] }];

  it('is served as a group in version v1 [RBAC-01]', async () => {
    const { resources } = (await client.get(RBAC)).body;
    const names = (resources as Json[]).map(({ name }) => name as string);
    expect(names.sort()).toEqual(['clusterrolebindings', 'clusterroles', 'rolebindings', 'roles']);
  });

  it('knows users, case and all [RBAC-13, RBAC-16, AUTHZ-04]', async () => {
    expect(await statusOf((await actor(rules)).client.get(MAPS))).toBe(200);
    const subject = { apiGroup: GROUP, kind: 'User', name: `User-${users}` };
    expect(await statusOf((await actor(rules, { subject })).client.get(MAPS))).toBe(403);
  });

  it('knows groups [RBAC-14, AUTHZ-05]', async () => {
    const subject = { apiGroup: GROUP, kind: 'Group', name: `group-${users}` };
    const [grouped, other] = [await actor(rules, { subject }), await actor()];
    expect([await statusOf(grouped.client.get(MAPS)), await statusOf(other.client.get(MAPS))]).toEqual([200, 403]);
  });

  it('knows service accounts [RBAC-15]', async () => {
    await actor(rules, { subject: { kind: 'ServiceAccount', name: 'default', namespace: 'default' } });
    const asAccount = (name: string): Promise<TestAnswer> =>
      client.request('GET', MAPS, { headers: { 'impersonate-user': `system:serviceaccount:default:${name}` } });
    expect([await statusOf(asAccount('default')), await statusOf(asAccount('other'))]).toEqual([200, 403]);
  });

  it('grants in a namespace by Role and RoleBinding [RBAC-02, RBAC-04]', async () => {
    const { client: asking } = await actor(rules);
    expect([await statusOf(asking.get(MAPS)), await statusOf(asking.get(mapsIn('other')))]).toEqual([200, 403]);
  });

  it('grants everywhere by ClusterRole and ClusterRoleBinding [RBAC-03, RBAC-05]', async () => {
    const { client: asking } = await actor(rules, { isEverywhere: true });
    for (const each of [MAPS, mapsIn('other'), '/api/v1/configmaps']) {
      expect(await statusOf(asking.get(each))).toBe(200);
    }
  });

  it('adds rules up, and has wildcards [RBAC-06, RBAC-12]', async () => {
    const { client: asking } = await actor([
      { ...MAP_RULE, verbs: ['get'] },
      { apiGroups: ['*'], resources: ['*'], verbs: ['list'] },
    ]);
    expect(await statusOf(asking.get(`${MAPS}/a`))).toBe(200);
    expect(await statusOf(asking.get(DEPLOYMENTS))).toBe(200);
    expect(await statusOf(asking.delete(`${MAPS}/a`))).toBe(403);
  });

  it('limits a role of the cluster to the namespace of its binding [RBAC-20, RBAC-17]', async () => {
    const { client: asking, name } = await actor();
    const binding = {
      apiVersion: `${GROUP}/v1`,
      kind: 'RoleBinding',
      metadata: { name: 'viewing' },
      roleRef: { apiGroup: GROUP, kind: 'ClusterRole', name: 'view' },
      subjects: [{ apiGroup: GROUP, kind: 'User', name }],
    };
    expect(await statusOf(client.post(`${RBAC}/namespaces/default/rolebindings`, binding))).toBe(201);
    expect(await statusOf(asking.get(MAPS))).toBe(200);
    expect(await statusOf(asking.get(mapsIn('other')))).toBe(403);
  });

  it('keeps the role of a binding, which is recreated for another [RBAC-18, RBAC-19]', async () => {
    const { name } = await actor([{ ...MAP_RULE, verbs: ['list'] }]);
    const binding = `${RBAC}/namespaces/default/rolebindings/r${name.slice('user-'.length)}`;
    const { body } = await client.get(binding);
    const changed = { ...body, roleRef: { ...body.roleRef, name: 'other' } };
    expect((await client.put(binding, changed)).body.message).toContain('cannot change roleRef');
    await client.delete(binding);
    const { resourceVersion: _version, uid: _uid, ...metadata } = body.metadata;
    expect(await statusOf(client.post(binding.slice(0, binding.lastIndexOf('/')), { ...changed, metadata }))).toBe(201);
  });

  it('lets nobody grant more than they hold, but for bind and escalate [AZVERB-11, AZVERB-12]', async () => {
    const roles = { apiGroups: [GROUP], resources: ['roles', 'rolebindings'] };
    const role = (name: string): Json => ({
      apiVersion: `${GROUP}/v1`,
      kind: 'Role',
      metadata: { name },
      rules: [{ apiGroups: [''], resources: ['secrets'], verbs: ['get'] }],
    });
    const path = `${RBAC}/namespaces/default/roles?dryRun=All`;
    const without = await actor([{ ...roles, verbs: ['create'] }]);
    const escalating = await actor([{ ...roles, verbs: ['create', 'escalate', 'bind'] }]);
    expect(await statusOf(without.client.post(path, role('more')))).toBe(403);
    expect(await statusOf(escalating.client.post(path, role('more')))).toBe(201);
    await client.post(`${RBAC}/namespaces/default/roles`, role('secretive'));
    const binding = {
      apiVersion: `${GROUP}/v1`,
      kind: 'RoleBinding',
      metadata: { name: 'b' },
      roleRef: { apiGroup: GROUP, kind: 'Role', name: 'secretive' },
    };
    const bindings = `${RBAC}/namespaces/default/rolebindings?dryRun=All`;
    expect(await statusOf(without.client.post(bindings, binding))).toBe(403);
    expect(await statusOf(escalating.client.post(bindings, binding))).toBe(201);
  });

  it('has roles from the start, and bears bindings without one [RBAC-24, RBAC-25]', async () => {
    for (const name of ['cluster-admin', 'admin', 'edit', 'view', 'system:discovery', 'system:node']) {
      expect(await statusOf(client.get(`${RBAC}/clusterroles/${name}`))).toBe(200);
    }
    const { client: asking, name } = await actor();
    const roleRef = { apiGroup: GROUP, kind: 'Role', name: 'nowhere' };
    const subjects = [{ apiGroup: GROUP, kind: 'User', name }];
    const binding = {
      apiVersion: `${GROUP}/v1`,
      kind: 'RoleBinding',
      metadata: { name: 'dangling' },
      roleRef,
      subjects,
    };
    await client.post(`${RBAC}/namespaces/default/rolebindings`, binding);
    expect(await statusOf(asking.get(MAPS))).toBe(403);
  });

  it('is passed by for masters [AZMODE-13]', async () => {
    expect(await statusOf(client.get('/api/v1/secrets'))).toBe(200);
  });
});

describe('reviews', () => {
  const AUTHZ = '/apis/authorization.k8s.io/v1';
  const review = (kind: string, spec: Json, metadata = {}): Json => ({
    apiVersion: 'authorization.k8s.io/v1',
    kind,
    metadata,
    spec,
  });
  const resourceAttributes = { namespace: 'default', verb: 'list', resource: 'configmaps' };

  const answerOf = async (path: string, body: Json, by = client): Promise<Json> =>
    (await by.post(`${AUTHZ}/${path}`, body)).body.status as Json;
  const accessOf = async (spec: Json): Promise<unknown> =>
    (await answerOf('subjectaccessreviews', review('SubjectAccessReview', { ...spec, resourceAttributes }))).allowed;
  const RULE = { ...MAP_RULE, verbs: ['list'] };

  it('say what access a user would have [OP-12, PARAM-27]', async () => {
    const { name } = await actor([RULE]);
    expect([await accessOf({ user: name }), await accessOf({ user: 'x' })]).toEqual([true, false]);
  });

  it('say what access groups would have [DIFF-SAR-01]', async () => {
    expect(await accessOf({ groups: ['system:masters'] })).toBe(true);
    expect(await accessOf({ groups: ['x'] })).toBe(false);
  });

  it('say it in a namespace [PARAM-29]', async () => {
    const { name } = await actor([RULE]);
    const path = 'namespaces/default/localsubjectaccessreviews';
    const local = (user: string): Promise<Json> =>
      answerOf(path, review('LocalSubjectAccessReview', { user, resourceAttributes }, { namespace: 'default' }));
    expect([(await local(name)).allowed, (await local('x')).allowed]).toEqual([true, false]);
  });

  it('say it to those who ask about themselves [PARAM-28]', async () => {
    const self = review('SelfSubjectAccessReview', { resourceAttributes });
    for (const rights of [[RULE], []]) {
      const { allowed } = await answerOf('selfsubjectaccessreviews', self, (await actor(rights)).client);
      expect(allowed).toBe(rights.length > 0);
    }
  });

  it('list the rules of those who ask [PARAM-30]', async () => {
    const { client: asking } = await actor([RULE]);
    const rulesReview = review('SelfSubjectRulesReview', { namespace: 'default' });
    const { resourceRules } = await answerOf('selfsubjectrulesreviews', rulesReview, asking);
    expect(resourceRules).toContainEqual(RULE);
  });

  it('of tokens say whose they are [PARAM-26, AUTHGAP-04]', async () => {
    const path = '/apis/authentication.k8s.io/v1/tokenreviews';
    const ask = async (token: string): Promise<Json> =>
      (await client.post(path, { apiVersion: 'authentication.k8s.io/v1', kind: 'TokenReview', spec: { token } })).body
        .status as Json;
    expect(await ask('token-58')).toMatchObject({ authenticated: true, user: { username: 'user-58' } });
    expect((await ask('nobody')).authenticated).not.toBe(true);
  });
});

describe('an authorizer of a plugin', () => {
  const attributesOf = async (path: string, extra: Json = {}): Promise<Json> => {
    const recording = await startTestServer({ plugins: [AttributesRecorderPlugin] });
    try {
      asked.length = 0;
      const headers = { 'impersonate-user': RECORDED_USER, ...extra };
      expect((await recording.client.request('GET', path, { headers })).status).toBe(200);
      return asked.at(-1) as unknown as Json;
    } finally {
      await recording.close();
    }
  };

  it('contains attributes of the user besides name and groups [AUTHZ-06]', async () => {
    const { user } = await attributesOf(MAPS, { 'impersonate-extra-team': 'blue' });
    expect(user.extra).toEqual({ team: ['blue'] });
  });

  it('contains selectors [AUTHZ-16]', async () => {
    const query = 'fieldSelector=metadata.name%3Da&labelSelector=app%20in%20(x)';
    expect(await attributesOf(`${MAPS}?${query}`)).toMatchObject({
      fieldSelector: 'metadata.name=a',
      labelSelector: 'app in (x)',
    });
  });
});

describe('other credentials', () => {
  it('are client certificates [AUTHGAP-01]', async () => {
    const data = (name: string): string =>
      Buffer.from(new RegExp(`${name}: (\\S+)`).exec(server.kubeconfig)![1], 'base64').toString();
    const [cert, key] = [data('client-certificate-data'), data('client-key-data')];
    const certified = new TestClient({ url: server.url, ca: server.certificateAuthority, token: '', cert, key });
    expect((await whoIs({}, certified)).groups).toContain('system:masters');
    certified.close();
  });

  it('are asked in order, and one that is known is enough [AUTHGAP-07]', async () => {
    const data = (name: string): string =>
      Buffer.from(new RegExp(`${name}: (\\S+)`).exec(server.kubeconfig)![1], 'base64').toString();
    const [cert, key] = [data('client-certificate-data'), data('client-key-data')];
    const both = { url: server.url, ca: server.certificateAuthority, cert, key };
    const certified = new TestClient({ ...both, token: 'token-57' });
    expect((await whoIs({}, certified)).groups).toContain('system:masters');
    const mistaken = new TestClient({ ...both, token: 'nobody' });
    expect((await whoIs({}, mistaken)).groups).toContain('system:masters');
    expect(await statusOf(server.connect('nobody').get('/version'))).toBe(401);
    certified.close();
    mistaken.close();
  });

  it('can be had by who knows a cluster by its published kubeconfig alone [AUTHN-12]', async () => {
    const published = '/api/v1/namespaces/kube-public/configmaps';
    const kubeconfig = `clusters:\n- name: ""\n  cluster:\n    certificate-authority-data: QQ==\n`;
    expect((await client.post(published, configMap('cluster-info', { data: { kubeconfig } }))).status).toBe(201);
    const anonymous = server.connect('');
    expect(await statusOf(anonymous.get(`${published}/cluster-info`))).toBe(403);
    const name = 'kubeadm:bootstrap-signer-clusterinfo';
    const path = `${RBAC}/namespaces/kube-public`;
    const rules = [{ ...MAP_RULE, resourceNames: ['cluster-info'], verbs: ['get'] }];
    const apiVersion = `${GROUP}/v1`;
    await client.post(`${path}/roles`, { apiVersion, kind: 'Role', metadata: { name }, rules });
    await client.post(`${path}/rolebindings`, {
      apiVersion,
      kind: 'RoleBinding',
      metadata: { name },
      roleRef: { apiGroup: GROUP, kind: 'Role', name },
      subjects: [{ apiGroup: GROUP, kind: 'User', name: 'system:anonymous' }],
    });
    const { status, body } = await anonymous.get(`${published}/cluster-info`);
    expect([status, body.data]).toEqual([200, { kubeconfig }]);
    expect(await statusOf(anonymous.get(published))).toBe(403);
  });

  it('are tokens of service accounts [AUTHGAP-03]', async () => {
    const path = '/api/v1/namespaces/default/serviceaccounts/default/token';
    const { body } = await client.post(path, {
      apiVersion: 'authentication.k8s.io/v1',
      kind: 'TokenRequest',
      spec: {},
    });
    const who = await whoIs({}, server.connect(body.status.token as string));
    expect(who.username).toBe('system:serviceaccount:default:default');
    expect(who.groups).toEqual(expect.arrayContaining(['system:serviceaccounts', 'system:serviceaccounts:default']));
  });
});
