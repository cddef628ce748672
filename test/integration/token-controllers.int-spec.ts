import { createHmac } from 'node:crypto';
import { type TestServer, startTestServer } from '../support/start-test-server.js';
import type { Json } from '../support/test-client.js';

const SYSTEM_SECRETS = '/api/v1/namespaces/kube-system/secrets';
const SECRETS = '/api/v1/namespaces/default/secrets';
const ACCOUNTS = '/api/v1/namespaces/default/serviceaccounts';
const PUBLIC_MAPS = '/api/v1/namespaces/kube-public/configmaps';
const WHO = '/apis/authentication.k8s.io/v1/selfsubjectreviews';

let server: TestServer;

beforeAll(async () => {
  const extensions = { controllers: ['*', 'tokencleaner', 'bootstrapsigner'] };
  server = await startTestServer({ extensions, authentication: { enableBootstrapTokenAuth: true } });
});

afterAll(() => server.close());

/** Asks until the answer is as wanted; fails by the test's timeout when it never is. */
async function until(path: string, isWanted: (answer: Json) => boolean): Promise<Json> {
  for (;;) {
    const answer = await server.client.get(path);
    if (isWanted(answer)) return answer.body;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

const untilGone = (path: string): Promise<Json> => until(path, ({ status }) => status === 404);

describe('Secrets that ask for a token of an account', () => {
  const annotations = { 'kubernetes.io/service-account.name': 'robot' };
  const ask = (name: string, metadata: Json = {}): Promise<Json> =>
    server.client.post(SECRETS, {
      metadata: { name, annotations, ...metadata },
      type: 'kubernetes.io/service-account-token',
    });
  const filled = (name: string): Promise<Json> =>
    until(`${SECRETS}/${name}`, ({ body }) => body.data?.token !== undefined);
  const tokenOf = ({ data }: Json): string => Buffer.from(data.token as string, 'base64').toString();
  const whoIs = async (token: string): Promise<Json> =>
    server.connect(token).request('POST', WHO, { body: JSON.stringify({}) });

  /** A token of the account with the audiences of the server. */
  const boundToken = async (): Promise<string> =>
    (await server.client.post(`${ACCOUNTS}/robot/token`, { spec: {} })).body.status.token as string;

  beforeAll(async () => {
    await server.client.post(ACCOUNTS, { metadata: { name: 'robot' } });
  });

  it('get one, which stands for the account while the Secret holds it', async () => {
    await ask('held');
    const secret = await filled('held');
    const { uid } = (await server.client.get(`${ACCOUNTS}/robot`)).body.metadata;
    expect(secret.metadata.annotations).toMatchObject({ 'kubernetes.io/service-account.uid': uid as string });
    expect(Buffer.from(secret.data.namespace as string, 'base64').toString()).toBe('default');
    expect(Buffer.from(secret.data['ca.crt'] as string, 'base64').toString()).toBe(server.certificateAuthority);
    const token = tokenOf(secret);
    const { status, body } = await whoIs(token);
    expect(status).toBe(201);
    expect(body.status.userInfo).toMatchObject({ username: 'system:serviceaccount:default:robot', uid: uid as string });
    await server.client.delete(`${SECRETS}/held`);
    expect((await whoIs(token)).status).toBe(401);
  });

  it('get another one when it is taken out, and the first is no good any more', async () => {
    await ask('renewed');
    const token = tokenOf(await filled('renewed'));
    await server.client.patch(`${SECRETS}/renewed`, 'merge-patch', { data: { token: null } });
    await filled('renewed');
    // The same claims are signed again: only another key or another signature makes another token.
    const forged = `${token.slice(0, token.lastIndexOf('.'))}.${'A'.repeat(86)}`;
    expect((await whoIs(forged)).status).toBe(401);
    await server.client.patch(`${SECRETS}/renewed`, 'merge-patch', {
      data: { token: Buffer.from('x').toString('base64') },
    });
    expect((await whoIs(token)).status).toBe(401);
  });

  it('have the day noted on which they were used last [AUTHGAP-03]', async () => {
    await ask('used');
    const secret = await filled('used');
    expect(secret.metadata).not.toHaveProperty('labels');
    const day = (): string => new Date().toISOString().slice(0, 10);
    const before = day();
    expect((await whoIs(tokenOf(secret))).status).toBe(201);
    const label = 'kubernetes.io/legacy-token-last-used';
    const { metadata } = await until(`${SECRETS}/used`, ({ body }) => body.metadata.labels?.[label] !== undefined);
    expect([before, day()]).toContain(metadata.labels[label]);
    expect((await whoIs(tokenOf(secret))).status).toBe(201);
  });

  it('that are marked as invalid are refused', async () => {
    await ask('marked');
    const token = tokenOf(await filled('marked'));
    const labels = { 'kubernetes.io/legacy-token-invalid-since': '2026-01-01' };
    await server.client.patch(`${SECRETS}/marked`, 'merge-patch', { metadata: { labels } });
    expect((await whoIs(token)).status).toBe(401);
    const label = 'kubernetes.io/legacy-token-last-used';
    await until(`${SECRETS}/marked`, ({ body }) => body.metadata.labels[label] !== undefined);
  });

  it('of which the account knows are used with a warning', async () => {
    await ask('known');
    const token = tokenOf(await filled('known'));
    expect((await whoIs(token)).headers.warning).toBeUndefined();
    await server.client.patch(`${ACCOUNTS}/robot`, 'merge-patch', { secrets: [{ name: 'known' }] });
    const text =
      'Use tokens from the TokenRequest API or manually created secret-based tokens instead of auto-generated';
    expect((await whoIs(token)).headers.warning).toContain(text);
    const review = async (audiences?: string[]): Promise<Json> =>
      server.client.post('/apis/authentication.k8s.io/v1/tokenreviews', { spec: { token, audiences } });
    const { aud } = JSON.parse(Buffer.from((await boundToken()).split('.')[1], 'base64url').toString()) as Json;
    expect((await review(aud as string[])).headers.warning).toContain(text);
    expect((await review()).headers.warning).toBeUndefined();
  });

  it('go when there is no such account, and with the account, which forgets them', async () => {
    await ask('of-nobody', { annotations: { 'kubernetes.io/service-account.name': 'nobody' } });
    await untilGone(`${SECRETS}/of-nobody`);
    await server.client.post(ACCOUNTS, { metadata: { name: 'leaving' }, secrets: [{ name: 'listed' }, { name: 'x' }] });
    const ofLeaving = { annotations: { 'kubernetes.io/service-account.name': 'leaving' } };
    for (const name of ['listed', 'other']) {
      await ask(name, ofLeaving);
      await filled(name);
    }
    await server.client.delete(`${SECRETS}/listed`);
    await until(`${ACCOUNTS}/leaving`, ({ body }) => (body.secrets as unknown[]).length === 1);
    await server.client.delete(`${ACCOUNTS}/leaving`);
    await untilGone(`${SECRETS}/other`);
  });
});

describe('bootstrap tokens', () => {
  const create = (id: string, data: Json = {}, namespace = 'kube-system'): Promise<Json> =>
    server.client.post(`/api/v1/namespaces/${namespace}/secrets`, {
      metadata: { name: `bootstrap-token-${id}` },
      type: 'bootstrap.kubernetes.io/token',
      stringData: { 'token-id': id, 'token-secret': '0123456789abcdef', 'usage-bootstrap-signing': 'true', ...data },
    });
  const soon = (milliseconds: number): string => new Date(Date.now() + milliseconds).toISOString();

  it('that have expired are deleted [AUTHN-10]', async () => {
    await create('aaaaaa', { expiration: soon(-1000) });
    await create('bbbbbb', { expiration: soon(500) });
    await create('cccccc', { expiration: soon(3_600_000) });
    for (const id of ['aaaaaa', 'bbbbbb']) await untilGone(`${SYSTEM_SECRETS}/bootstrap-token-${id}`);
    expect((await server.client.get(`${SYSTEM_SECRETS}/bootstrap-token-cccccc`)).status).toBe(200);
  });

  const path = `${PUBLIC_MAPS}/cluster-info`;
  const kubeconfig = 'apiVersion: v1\nkind: Config\n';

  it('sign the information about the cluster [AUTHN-11, AUTHN-13, AUTHN-14]', async () => {
    const stale = { 'jws-kubeconfig-zzzzzz': 'of nobody' };
    await server.client.post(PUBLIC_MAPS, { metadata: { name: 'cluster-info' }, data: { kubeconfig, ...stale } });
    await create('dddddd');
    const { data } = await until(path, ({ body }) => body.data['jws-kubeconfig-dddddd'] !== undefined);
    const [header, payload, signature] = (data['jws-kubeconfig-dddddd'] as string).split('.');
    expect(JSON.parse(Buffer.from(header, 'base64url').toString())).toEqual({ alg: 'HS256', kid: 'dddddd' });
    expect(payload).toBe('');
    const signed = `${header}.${Buffer.from(kubeconfig).toString('base64url')}`;
    expect(signature).toBe(createHmac('sha256', '0123456789abcdef').update(signed).digest('base64url'));
  });

  it('sign it while they last, and if they may [AUTHN-09, BTOK-09]', async () => {
    await create('eeeeee', { expiration: soon(-1000) });
    await create('ffffff', { 'usage-bootstrap-signing': 'false' });
    await create('gggggg', {}, 'default');
    await create('hhhhhh');
    const { data } = await until(path, ({ body }) => body.data['jws-kubeconfig-hhhhhh'] !== undefined);
    expect(Object.keys(data as object).sort()).toEqual([
      'jws-kubeconfig-cccccc',
      'jws-kubeconfig-dddddd',
      'jws-kubeconfig-hhhhhh',
      'kubeconfig',
    ]);
    await server.client.delete(`${SYSTEM_SECRETS}/bootstrap-token-dddddd`);
    await until(path, ({ body }) => body.data['jws-kubeconfig-dddddd'] === undefined);
  });
});
