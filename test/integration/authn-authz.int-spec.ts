import { type TestServer, startTestServer } from '../support/start-test-server.js';
import { type Json, type TestAnswer, TestClient } from '../support/test-client.js';

const RBAC = '/apis/rbac.authorization.k8s.io/v1';
const MAPS = '/api/v1/namespaces/default/configmaps';
const SELF = '/apis/authentication.k8s.io/v1/selfsubjectreviews';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({
    tokens: [
      'reader-token,reader,11,"readers,staff"',
      'granter-token,granter,12',
      'nobody-token,nobody,13',
      'actor-token,actor,14',
    ],
  });
  await role(
    'readers',
    [{ apiGroups: [''], resources: ['configmaps'], verbs: ['get', 'list', 'watch'] }],
    'Group',
    'readers',
  );
  await role(
    'granters',
    [{ apiGroups: ['rbac.authorization.k8s.io'], resources: ['roles', 'rolebindings'], verbs: ['get', 'create'] }],
    'User',
    'granter',
  );
  await role(
    'actors',
    [{ apiGroups: [''], resources: ['users'], resourceNames: ['reader'], verbs: ['impersonate'] }],
    'User',
    'actor',
    true,
  );
});

afterAll(() => server.close());

/** Grants a subject rights in the namespace default, or everywhere. */
async function role(name: string, rules: Json[], kind: string, subject: string, isEverywhere = false): Promise<void> {
  const [path, prefix] = isEverywhere ? [RBAC, 'Cluster'] : [`${RBAC}/namespaces/default`, ''];
  const apiVersion = 'rbac.authorization.k8s.io/v1';
  const collection = (plural: string): string => `${path}/${prefix.toLowerCase()}${plural}`;
  const roleRef = { apiGroup: 'rbac.authorization.k8s.io', kind: `${prefix}Role`, name };
  const subjects = [{ apiGroup: 'rbac.authorization.k8s.io', kind, name: subject }];
  const created = await server.client.post(collection('roles'), {
    apiVersion,
    kind: `${prefix}Role`,
    metadata: { name },
    rules,
  });
  const bound = await server.client.post(collection('rolebindings'), {
    apiVersion,
    kind: `${prefix}RoleBinding`,
    metadata: { name },
    roleRef,
    subjects,
  });
  expect([created.status, bound.status]).toEqual([201, 201]);
}

/** Returns the user that the server authenticates. */
async function whoIs(client: TestClient, headers: Record<string, string> = {}): Promise<TestAnswer> {
  const body = { apiVersion: 'authentication.k8s.io/v1', kind: 'SelfSubjectReview' };
  return client.request('POST', SELF, { body, headers });
}

describe('authentication', () => {
  it('knows the users of the token file', async () => {
    const { status, body } = await whoIs(server.connect('reader-token'));
    expect([status, body.status.userInfo]).toEqual([
      201,
      { username: 'reader', uid: '11', groups: ['readers', 'staff', 'system:authenticated'] },
    ]);
  });

  it('knows the bearer of a client certificate', async () => {
    const [, cert, key] = /client-certificate-data: (\S+)[^]*client-key-data: (\S+)/
      .exec(server.kubeconfig)!
      .map((text) => Buffer.from(text, 'base64').toString());
    const client = new TestClient({ url: server.url, ca: server.certificateAuthority, cert, key });
    const { body } = await whoIs(client);
    client.close();
    expect(body.status.userInfo).toMatchObject({
      username: 'kubernetes-admin',
      groups: ['system:masters', 'system:authenticated'],
    });
  });

  it('keeps nothing of what is sent to a self review, and all of a token review', async () => {
    const metadata = { labels: { a: 'b' } };
    const apiVersion = 'authentication.k8s.io/v1';
    const self = await server.client.post(SELF, { apiVersion, kind: 'SelfSubjectReview', metadata });
    expect(self.body.metadata).toEqual({ creationTimestamp: expect.any(String) });
    const review = { apiVersion, kind: 'TokenReview', metadata, spec: { token: 'reader-token' } };
    const { body } = await server.client.post(`/apis/${apiVersion}/tokenreviews`, review);
    expect(body.metadata).toMatchObject({ labels: { a: 'b' }, managedFields: [{ operation: 'Update' }] });
  });

  it('takes those who show nothing for anonymous', async () => {
    const client = server.connect('');
    expect((await client.get('/readyz')).status).toBe(200);
    const answer = await client.get(MAPS);
    expect([answer.status, answer.body.message]).toEqual([
      403,
      'configmaps is forbidden: User "system:anonymous" cannot list resource "configmaps" in API group "" in the namespace "default"',
    ]);
  });

  it('answers Unauthorized for a token that nobody knows', async () => {
    const answer = await server.connect('wrong-token').get(MAPS);
    expect([answer.status, answer.body]).toEqual([
      401,
      expect.objectContaining({ kind: 'Status', reason: 'Unauthorized', code: 401 }),
    ]);
  });

  it('knows service accounts by the tokens it has made', async () => {
    const accounts = '/api/v1/namespaces/default/serviceaccounts';
    await server.client.post(accounts, { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: 'robot' } });
    const request = { apiVersion: 'authentication.k8s.io/v1', kind: 'TokenRequest', spec: {} };
    const { body } = await server.client.post(`${accounts}/robot/token`, request);
    const robot = server.connect(body.status.token as string);
    expect((await whoIs(robot)).body.status.userInfo).toMatchObject({
      username: 'system:serviceaccount:default:robot',
      groups: ['system:serviceaccounts', 'system:serviceaccounts:default', 'system:authenticated'],
    });
    await server.client.delete(`${accounts}/robot`);
    expect((await robot.get(MAPS)).status).toBe(401);
  });
});

describe('RBAC', () => {
  it('allows what a role grants, and nothing beside', async () => {
    const reader = server.connect('reader-token');
    expect((await reader.get(MAPS)).status).toBe(200);
    const refused = await Promise.all([
      reader.post(MAPS, { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'refused' } }),
      reader.get('/api/v1/namespaces/default/secrets'),
      reader.get('/api/v1/configmaps'),
      reader.get('/api/v1/namespaces/kube-system/configmaps'),
      reader.delete(`${MAPS}/kube-root-ca.crt`),
      server.connect('nobody-token').get(MAPS),
    ]);
    expect(refused.map(({ status, body }) => [status, body.reason])).toEqual(refused.map(() => [403, 'Forbidden']));
  });

  it('takes a right back with its binding', async () => {
    const rules = [{ apiGroups: [''], resources: ['pods'], verbs: ['list'] }];
    await role('passing', rules, 'User', 'nobody');
    const client = server.connect('nobody-token');
    expect((await client.get('/api/v1/namespaces/default/pods')).status).toBe(200);
    await server.client.delete(`${RBAC}/namespaces/default/rolebindings/passing`);
    expect((await client.get('/api/v1/namespaces/default/pods')).status).toBe(403);
  });

  it('answers reviews as it decides', async () => {
    const review = (verb: string): Promise<TestAnswer> =>
      server.connect('reader-token').post('/apis/authorization.k8s.io/v1/selfsubjectaccessreviews', {
        apiVersion: 'authorization.k8s.io/v1',
        kind: 'SelfSubjectAccessReview',
        spec: { resourceAttributes: { namespace: 'default', resource: 'configmaps', verb } },
      });
    expect((await review('list')).body.status).toMatchObject({ allowed: true });
    expect((await review('create')).body.status).toMatchObject({ allowed: false });
  });

  it('lets nobody grant more than they hold', async () => {
    const granter = server.connect('granter-token');
    const apiVersion = 'rbac.authorization.k8s.io/v1';
    const grant = (apiGroup: string, resource: string): Promise<TestAnswer> =>
      granter.post(`${RBAC}/namespaces/default/roles`, {
        apiVersion,
        kind: 'Role',
        metadata: { name: `granted-${resource}` },
        rules: [{ apiGroups: [apiGroup], resources: [resource], verbs: ['get'] }],
      });
    expect((await grant('rbac.authorization.k8s.io', 'roles')).status).toBe(201);
    const refused = await grant('', 'secrets');
    expect([refused.status, refused.body.message]).toEqual([
      403,
      expect.stringContaining('is attempting to grant RBAC permissions not currently held'),
    ]);
    const roleRef = { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'cluster-admin' };
    const subjects = [{ apiGroup: 'rbac.authorization.k8s.io', kind: 'User', name: 'granter' }];
    const bound = await granter.post(`${RBAC}/namespaces/default/rolebindings`, {
      apiVersion,
      kind: 'RoleBinding',
      metadata: { name: 'up' },
      roleRef,
      subjects,
    });
    expect([bound.status, bound.body.reason]).toEqual([403, 'Forbidden']);
    expect((await granter.get('/api/v1/namespaces/default/secrets')).status).toBe(403);
  });
});

describe('impersonation', () => {
  it('is for those who may', async () => {
    const { body } = await whoIs(server.connect('actor-token'), { 'impersonate-user': 'reader' });
    expect(body.status.userInfo).toEqual({ username: 'reader', groups: ['system:authenticated'] });
  });

  it.each<[string, Record<string, string>]>([
    ['another user', { 'impersonate-user': 'admin' }],
    ['a group', { 'impersonate-user': 'reader', 'impersonate-group': 'system:masters' }],
    ['a uid', { 'impersonate-user': 'reader', 'impersonate-uid': '11' }],
    ['an extra', { 'impersonate-user': 'reader', 'impersonate-extra-scopes': 'all' }],
    ['a service account', { 'impersonate-user': 'system:serviceaccount:default:default' }],
  ])('is refused for %s', async (_what, headers) => {
    const answer = await whoIs(server.connect('actor-token'), headers);
    expect([answer.status, answer.body.message]).toEqual([403, expect.stringContaining('cannot impersonate resource')]);
  });

  it('gives the rights of the one, and takes those of the other', async () => {
    const headers = { 'impersonate-user': 'somebody', 'impersonate-group': 'readers' };
    expect((await server.request('GET', MAPS, { headers })).status).toBe(200);
    const answer = await server.request('GET', '/api/v1/secrets', { headers });
    expect([answer.status, answer.body.message]).toEqual([
      403,
      expect.stringContaining('User "somebody" cannot list resource "secrets"'),
    ]);
  });

  it.each([
    ['Scopes', 'scopes'],
    ['%41b', 'Ab'],
    ['a%2', 'a%2'],
  ])('takes the extra %s for %s', async (header, key) => {
    const sent = { 'impersonate-user': 'somebody', [`impersonate-extra-${header}`]: '1' };
    const { body } = await whoIs(server.client, sent);
    expect(body.status.userInfo.extra).toEqual({ [key]: ['1'] });
  });

  it('needs a user', async () => {
    const answer = await server.request('GET', MAPS, { headers: { 'impersonate-group': 'readers' } });
    expect([answer.status, answer.body.reason]).toEqual([400, 'BadRequest']);
  });
});
