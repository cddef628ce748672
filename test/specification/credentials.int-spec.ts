import { once } from 'node:events';
import { WebSocket } from 'ws';
import { createLogger } from '../../src/observability/index.js';
import { ADMIN_TOKEN, type TestServer, startTestServer } from '../support/start-test-server.js';
import type { Json, TestAnswer } from '../support/test-client.js';
import { MAPS, RBAC, mapsIn, namespace } from './objects.js';

const SELF = '/apis/authentication.k8s.io/v1/selfsubjectreviews';
const SECRETS = '/api/v1/namespaces/kube-system/secrets';
const ID = 'abc123';
const SECRET = '0123456789abcdef';
const SUBPROTOCOL = 'base64url.bearer.authorization.k8s.io.';

let server: TestServer;
const logged: string[] = [];

beforeAll(async () => {
  server = await startTestServer({
    logger: createLogger({ verbosity: 9, destination: { write: (line) => void logged.push(line) } }),
    tokens: ['plain-token,plain,7,"team"', 'three-token,three,8'],
    authentication: { enableBootstrapTokenAuth: true },
  });
  await server.client.post('/api/v1/namespaces', namespace('other'));
});

afterAll(() => server.close());

/** The user a self review names, or the status of its refusal. */
async function whoIs(headers: Json, token = ''): Promise<Json> {
  const body = { apiVersion: 'authentication.k8s.io/v1', kind: 'SelfSubjectReview' };
  const answer = await server.request('POST', SELF, { body, headers, token });
  return answer.status === 201 ? (answer.body.status.userInfo as Json) : { status: answer.status };
}

const bearer = (authorization: string): Promise<Json> => whoIs({ authorization });

/** Stores the Secret of a bootstrap token under the name that its id leads to. */
async function storeToken(id: string, secret: string): Promise<void> {
  const { status } = await server.client.post(SECRETS, {
    apiVersion: 'v1',
    kind: 'Secret',
    type: 'bootstrap.kubernetes.io/token',
    metadata: { name: `bootstrap-token-${id}` },
    stringData: { 'token-id': id, 'token-secret': secret, 'usage-bootstrap-authentication': 'true' },
  });
  expect(status).toBe(201);
}

describe('the Authorization header', () => {
  it.each(['Bearer', 'bearer', 'BEARER', 'bEaReR'])('names its scheme in any case: %s [AUTHN-01]', async (scheme) => {
    expect(await bearer(`${scheme} plain-token`)).toMatchObject({ username: 'plain', uid: '7' });
  });

  it.each(['Bearer', 'Bearer ', 'Bearer  plain-token', 'Basic cGxhaW46dG9rZW4=', 'Bearerplain-token', 'plain-token'])(
    'without a bearer token is no credential: "%s" [AUTHN-01]',
    async (authorization) => {
      const refused = await server.request('GET', MAPS, { headers: { authorization }, token: '' });
      expect([refused.status, refused.body.message]).toEqual([403, expect.stringContaining('"system:anonymous"')]);
    },
  );

  it('warns of extra space before the token, which is why it is ignored [AUTHN-01]', async () => {
    const warningOf = async (authorization: string): Promise<string | undefined> =>
      (await server.request('GET', MAPS, { headers: { authorization }, token: '' })).headers.warning as string;
    expect(await warningOf('Bearer  plain-token')).toContain('contains extra space before the bearer token');
    expect(await warningOf('Bearer plain-token')).toBeUndefined();
    expect(await warningOf('Bearer')).toBeUndefined();
  });

  it('ends at the next space [AUTHN-01]', async () => {
    expect(await bearer('Bearer plain-token and more')).toMatchObject({ username: 'plain' });
    expect(await bearer('Bearer plain-token,')).toEqual({ status: 401 });
  });

  it.each(['Bearer plain-tokens', 'Bearer plain-toke', 'Bearer PLAIN-TOKEN'])(
    'with a token that is not known is 401: "%s" [AUTHN-01]',
    async (authorization) => expect(await bearer(authorization)).toEqual({ status: 401 }),
  );
});

describe('the subprotocols of a WebSocket', () => {
  /** Opens a watch over a WebSocket; answers 101 or the status of the refusal. */
  async function open(protocols: string[]): Promise<number> {
    const url = `${server.url.replace('https', 'wss')}${MAPS}?watch=1`;
    const socket = new WebSocket(url, protocols, { ca: server.certificateAuthority });
    socket.on('error', () => {});
    const opened = once(socket, 'open').then(() => 101);
    const refused = once(socket, 'unexpected-response').then(
      ([, response]) => (response as { statusCode: number }).statusCode,
    );
    // The promise that loses the race is rejected by the error that follows a refusal.
    opened.catch(() => {});
    refused.catch(() => {});
    const status = await Promise.race([refused, opened.catch(() => refused)]);
    socket.terminate();
    return status;
  }

  const carrying = (token: string): string => SUBPROTOCOL + Buffer.from(token).toString('base64url');

  it('may carry the bearer token [AUTHN-01]', async () => {
    expect(await open([carrying(ADMIN_TOKEN), 'base64.binary.k8s.io'])).toBe(101);
    expect(await open([carrying('plain-token'), 'base64.binary.k8s.io'])).toBe(403);
    expect(await open([carrying('unknown'), 'base64.binary.k8s.io'])).toBe(401);
    expect(await open(['base64.binary.k8s.io'])).toBe(403);
  });

  it('carry none where the connection is no WebSocket [AUTHN-01]', async () => {
    const headers = { 'sec-websocket-protocol': `${carrying(ADMIN_TOKEN)}, base64.binary.k8s.io` };
    expect((await server.request('GET', MAPS, { headers, token: '' })).status).toBe(403);
  });

  it('carry one token beside another subprotocol [AUTHN-01]', async () => {
    expect(await open([carrying(ADMIN_TOKEN)])).toBe(401);
    const two = [carrying(ADMIN_TOKEN), carrying('plain-token'), 'base64.binary.k8s.io'];
    expect(await open(two)).toBe(401);
  });
});

describe('bootstrap tokens', () => {
  it.each([
    [ID, SECRET, 'the right lengths'],
    ['000000', 'zzzzzzzzzzzzzzzz', 'every character at the edge of its range'],
  ])('have an id of six and a secret of sixteen characters: %s.%s, %s [LIM-07]', async (id, secret) => {
    await storeToken(id, secret);
    expect((await bearer(`Bearer ${id}.${secret}`)).username).toBe(`system:bootstrap:${id}`);
    for (const wrong of [`${id}.${secret}0`, `${id}.${secret.slice(1)}`, `${id}${secret}`, `${id}-${secret}`]) {
      expect(await bearer(`Bearer ${wrong}`)).toEqual({ status: 401 });
    }
  });

  it.each([
    ['abc12', SECRET],
    ['abc1234', SECRET],
    ['abc-12', SECRET],
    ['sec015', SECRET.slice(1)],
    ['sec017', `${SECRET}0`],
    ['secbig', SECRET.toUpperCase()],
    ['secdot', `${SECRET.slice(1)}.`],
  ])('of another form are unknown, though a Secret holds them: %s.%s [AUTHN-03, LIM-07]', async (id, secret) => {
    await storeToken(id, secret);
    expect(await bearer(`Bearer ${id}.${secret}`)).toEqual({ status: 401 });
  });

  it('show their id alone: in names, users and the log [AUTHN-04]', async () => {
    const [id, secret] = ['pub000', 'pr1vatepr1vatepr'];
    await storeToken(id, secret);
    expect((await bearer(`Bearer ${id}.${secret}`)).username).toBe(`system:bootstrap:${id}`);
    expect((await bearer(`Bearer ${id}.${secret.replace('p', 'q')}`)).status).toBe(401);
    const refused = await server.request('GET', MAPS, { token: `${id}.${secret}` });
    expect([refused.status, refused.text.includes(id), refused.text.includes(secret)]).toEqual([403, true, false]);
    const names = ((await server.client.get(SECRETS)).body.items as Json[]).map(
      ({ metadata }) => metadata.name as string,
    );
    expect(names).toContain(`bootstrap-token-${id}`);
    expect(names.join(' ')).not.toContain(secret);
    expect(logged.some((line) => line.includes(`bootstrap-token-${id}`))).toBe(true);
    for (const spelling of [secret, Buffer.from(secret).toString('base64'), secret.replace('p', 'q')]) {
      expect(logged.filter((line) => line.includes(spelling))).toEqual([]);
    }
  });

  it('end with their Secret, at the next request, and with its rights [AUTHN-05]', async () => {
    const [id, secret] = ['gone00', SECRET];
    await storeToken(id, secret);
    for (const _again of [1, 2]) {
      expect((await bearer(`Bearer ${id}.${secret}`)).username).toBe(`system:bootstrap:${id}`);
    }
    const path = `${SECRETS}/bootstrap-token-${id}`;
    const stringData = { 'usage-bootstrap-authentication': 'false' };
    await server.client.patch(path, 'merge-patch', { stringData });
    expect(await bearer(`Bearer ${id}.${secret}`)).toEqual({ status: 401 });
    await server.client.patch(path, 'merge-patch', { stringData: { 'usage-bootstrap-authentication': 'true' } });
    expect((await bearer(`Bearer ${id}.${secret}`)).username).toBe(`system:bootstrap:${id}`);
    expect((await server.client.delete(path)).status).toBe(200);
    expect(await bearer(`Bearer ${id}.${secret}`)).toEqual({ status: 401 });
  });

  it('end when their Secret is marked for deletion [AUTHN-05]', async () => {
    await storeToken('held00', SECRET);
    const path = `${SECRETS}/bootstrap-token-held00`;
    await server.client.patch(path, 'merge-patch', { metadata: { finalizers: ['hold.example.com/x'] } });
    await server.client.delete(path);
    expect((await server.client.get(path)).status).toBe(200);
    expect(await bearer(`Bearer held00.${SECRET}`)).toEqual({ status: 401 });
    await server.client.patch(path, 'merge-patch', { metadata: { finalizers: null } });
  });
});

describe('impersonation without a user', () => {
  it.each<[string, Record<string, string | string[]>, string]>([
    ['IMP-04', { 'impersonate-group': ['a', 'b'] }, '{Group  a    } {Group  b    }'],
    ['IMP-06', { 'impersonate-extra-scopes': 's' }, '{UserExtra  s  authentication.k8s.io/v1  scopes}'],
    ['IMP-07', { 'impersonate-uid': '7' }, '{UID  7  authentication.k8s.io/v1  }'],
    [
      'IMP-04, IMP-07',
      { 'impersonate-group': 'g', 'impersonate-uid': '7', 'impersonate-user': '' },
      '{Group  g    } {UID',
    ],
  ])('is refused, for reads and writes of any user [%s]: %j', async (_ids, headers, parts) => {
    for (const [method, token] of [
      ['GET', ADMIN_TOKEN],
      ['GET', 'plain-token'],
      ['POST', ADMIN_TOKEN],
    ]) {
      const { status, body } = await server.request(method, MAPS, { headers, token });
      expect([status, body.kind, body.message]).toEqual([
        400,
        'Status',
        expect.stringContaining(`requested [${parts}`) as string,
      ]);
      expect(body.message).toMatch(/\] without impersonating a user$/);
    }
  });

  it.each<[string, Record<string, string | string[]>, Json]>([
    ['IMP-04', { 'impersonate-group': ['a', 'b'] }, { groups: ['a', 'b', 'system:authenticated'] }],
    ['IMP-06', { 'impersonate-extra-scopes': ['s', 't'] }, { extra: { scopes: ['s', 't'] } }],
    ['IMP-07', { 'impersonate-uid': 'no particular form' }, { uid: 'no particular form' }],
  ])('is part of the user with one [%s]: %j', async (_id, headers, expected) => {
    const who = await whoIs({ ...headers, 'impersonate-user': 'x' }, ADMIN_TOKEN);
    expect(who).toMatchObject({ username: 'x', groups: ['system:authenticated'], ...expected });
  });

  it('takes a uid for none where it is empty [IMP-07]', async () => {
    expect((await whoIs({ 'impersonate-uid': '' }, ADMIN_TOKEN)).username).toBe('admin');
    expect(await whoIs({ 'impersonate-uid': '', 'impersonate-user': 'x' }, ADMIN_TOKEN)).not.toHaveProperty('uid');
  });
});

describe('reviews of tokens', () => {
  const REVIEWS = '/apis/authentication.k8s.io/v1/tokenreviews';
  const ACCOUNT = '/api/v1/namespaces/default/serviceaccounts/default/token';
  const review = async (spec: Json): Promise<Json> => {
    const body = { apiVersion: 'authentication.k8s.io/v1', kind: 'TokenReview', spec };
    const answer = await server.client.post(REVIEWS, body);
    expect(answer.status).toBe(201);
    return answer.body.status as Json;
  };
  const issue = async (audiences: string[]): Promise<string> => {
    const body = { apiVersion: 'authentication.k8s.io/v1', kind: 'TokenRequest', spec: { audiences } };
    return (await server.client.post(ACCOUNT, body)).body.status.token as string;
  };

  it.each<[string[], string[]]>([
    [
      ['y', 'x'],
      ['y', 'x'],
    ],
    [
      ['z', 'other', 'x'],
      ['z', 'x'],
    ],
    [
      ['x', 'y', 'z'],
      ['x', 'y', 'z'],
    ],
  ])('name the audiences asked for that are good, in the order asked: %j [AUTHGAP-04]', async (asked, good) => {
    const status = await review({ token: await issue(['x', 'y', 'z']), audiences: asked });
    expect([status.authenticated, status.audiences]).toEqual([true, good]);
    expect(status.user.username).toBe('system:serviceaccount:default:default');
  });

  it('say no of a token for others, and of one nobody knows [AUTHGAP-04]', async () => {
    for (const spec of [
      { token: await issue(['x']), audiences: ['y'] },
      { token: await issue(['x']) },
      { token: 'no' },
    ]) {
      const status = await review(spec);
      expect([status.authenticated ?? false, status.audiences]).toEqual([false, undefined]);
      expect(status.user ?? {}).toEqual({});
    }
  });

  it('return all attributes of the user, and the audiences of the server by default [AUTHGAP-04]', async () => {
    const status = await review({ token: 'plain-token' });
    expect(status.user).toEqual({ username: 'plain', uid: '7', groups: ['team', 'system:authenticated'] });
    expect(status.audiences).toEqual([expect.any(String)]);
  });
});

describe('service accounts as subjects', () => {
  let roles = 0;
  const apiVersion = 'rbac.authorization.k8s.io/v1';
  const LOCAL = `${RBAC}/namespaces/default/rolebindings`;

  beforeAll(async () => {
    const rules = [{ apiGroups: [''], resources: ['configmaps'], verbs: ['list'] }];
    await server.client.post(`${RBAC}/clusterroles`, {
      apiVersion,
      kind: 'ClusterRole',
      metadata: { name: 'list-maps' },
      rules,
    });
    for (const [where, name] of [
      ['default', 'bound'],
      ['other', 'bound'],
      ['default', 'unbound'],
    ]) {
      const account = { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name } };
      await server.client.post(`/api/v1/namespaces/${where}/serviceaccounts`, account);
    }
  });

  const bind = (path: string, kind: string, subject: Json): Promise<TestAnswer> =>
    server.client.post(path, {
      apiVersion,
      kind,
      metadata: { name: `accounts-${roles++}` },
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'list-maps' },
      subjects: [{ kind: 'ServiceAccount', ...subject }],
    });

  async function tokenOf(where: string, name: string): Promise<string> {
    const path = `/api/v1/namespaces/${where}/serviceaccounts/${name}/token`;
    const request = { apiVersion: 'authentication.k8s.io/v1', kind: 'TokenRequest', spec: {} };
    return (await server.client.post(path, request)).body.status.token as string;
  }

  async function statuses(where: string, name: string): Promise<number[]> {
    const client = server.connect(await tokenOf(where, name));
    return [(await client.get(MAPS)).status, (await client.get(mapsIn('other'))).status];
  }

  it('are named by namespace and name, and no other account is meant [RBAC-15]', async () => {
    expect((await bind(LOCAL, 'RoleBinding', { name: 'bound', namespace: 'other' })).status).toBe(201);
    expect(await statuses('other', 'bound')).toEqual([200, 403]);
    expect(await statuses('default', 'bound')).toEqual([403, 403]);
    expect(
      (await bind(`${RBAC}/clusterrolebindings`, 'ClusterRoleBinding', { name: 'bound', namespace: 'default' })).status,
    ).toBe(201);
    expect(await statuses('default', 'bound')).toEqual([200, 200]);
    expect(await statuses('default', 'unbound')).toEqual([403, 403]);
  });

  it("are those of the binding's own namespace where none is named [RBAC-15]", async () => {
    const made = await bind(LOCAL, 'RoleBinding', { name: 'unbound' });
    expect(made.status).toBe(201);
    expect(await statuses('default', 'unbound')).toEqual([200, 403]);
  });

  it('need a namespace in a binding of the whole cluster, and no group [RBAC-15]', async () => {
    const fieldsOf = ({ status, body }: TestAnswer): unknown[] => [
      status,
      ...((body.details?.causes ?? []) as Json[]).map(({ field, reason }) => `${field} ${reason}`),
    ];
    const bare = await bind(`${RBAC}/clusterrolebindings`, 'ClusterRoleBinding', { name: 'bound' });
    expect(fieldsOf(bare)).toEqual([422, 'subjects[0].namespace FieldValueRequired']);
    const grouped = await bind(LOCAL, 'RoleBinding', { name: 'bound', apiGroup: 'rbac.authorization.k8s.io' });
    expect(fieldsOf(grouped)).toEqual([422, 'subjects[0].apiGroup FieldValueNotSupported']);
    const badName = await bind(LOCAL, 'RoleBinding', { name: 'Not_a_name' });
    expect(fieldsOf(badName)).toEqual([422, 'subjects[0].name FieldValueInvalid']);
  });

  it('lose what a binding gave them with it [RBAC-15, AZMODE-05]', async () => {
    const { body } = await bind(LOCAL, 'RoleBinding', { name: 'default', namespace: 'default' });
    expect((await statuses('default', 'default'))[0]).toBe(200);
    await server.client.delete(`${LOCAL}/${body.metadata.name}`);
    expect((await statuses('default', 'default'))[0]).toBe(403);
  });
});
