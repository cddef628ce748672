import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { decodeJwt, type JWTPayload, SignJWT } from 'jose';
import { type TestServer, startTestServer } from '../support/start-test-server.js';
import type { Json } from '../support/test-client.js';

const CORE = '/api/v1/namespaces/default';
const ISSUERS = ['https://now.example.com', 'https://before.example.com'];
const KEY_SET = 'https://keys.example.com/jwks';

let directory: string;
let server: TestServer;
let account: Json;
const former = generateKeyPairSync('rsa', { modulusLength: 2048 });

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'binnacle-accounts-'));
  const file = join(directory, 'former.pub');
  await writeFile(file, former.publicKey.export({ type: 'spki', format: 'pem' }));
  server = await startTestServer({
    authentication: {
      serviceAccountIssuers: ISSUERS,
      serviceAccountKeyFiles: [file],
      serviceAccountJwksUri: KEY_SET,
      apiAudiences: ['api'],
      serviceAccountLookup: false,
    },
  });
  account = (await server.client.post(`${CORE}/serviceaccounts`, { metadata: { name: 'robot' } })).body;
  await server.client.post('/api/v1/nodes', { metadata: { name: 'node-1' } });
});

afterAll(async () => {
  await server.close();
  await rm(directory, { recursive: true });
});

async function request(spec: Json): Promise<{ token: string; claims: Json; status: Json }> {
  const body = { apiVersion: 'authentication.k8s.io/v1', kind: 'TokenRequest', spec };
  const answer = await server.client.post(`${CORE}/serviceaccounts/robot/token`, body);
  expect(answer.status).toBe(201);
  const { token } = answer.body.status as { token: string };
  return { token, claims: decodeJwt(token), status: answer.body.status as Json };
}

/** Signs as the server did before, by another key and under another name. */
async function sign(claims: JWTPayload, key: KeyObject = former.privateKey): Promise<string> {
  const { uid } = account.metadata as { uid: string };
  const own = { namespace: 'default', serviceaccount: { name: 'robot', uid } };
  return new SignJWT({ aud: 'api', sub: 'system:serviceaccount:default:robot', 'kubernetes.io': own, ...claims })
    .setProtectedHeader({ alg: 'RS256' })
    .setIssuer(ISSUERS[1])
    .setExpirationTime('1h')
    .sign(key);
}

const statusOf = async (token: string): Promise<number> => (await server.connect(token).get('/version')).status;

describe('tokens of service accounts [AUTHGAP-03]', () => {
  it('are issued under the first issuer, and accepted under all, by all keys', async () => {
    const { token, claims } = await request({});
    expect(claims.iss).toBe(ISSUERS[0]);
    expect([await statusOf(token), await statusOf(await sign({}))]).toEqual([200, 200]);
    const stranger = generateKeyPairSync('rsa', { modulusLength: 2048 });
    expect(await statusOf(await sign({}, stranger.privateKey))).toBe(401);
  });

  it('are verified by others with all keys, found by discovery', async () => {
    const { body: configuration } = await server.client.get('/.well-known/openid-configuration');
    expect(configuration).toMatchObject({ issuer: ISSUERS[0], jwks_uri: KEY_SET });
    const { body } = await server.client.get('/openid/v1/jwks');
    expect((body.keys as Json[]).map(({ alg }) => alg as string).sort()).toEqual(['ES256', 'RS256']);
  });

  it('contain the node they are bound to, and are invalidated with it', async () => {
    const { token, claims } = await request({ boundObjectRef: { kind: 'Node', apiVersion: 'v1', name: 'node-1' } });
    const node = claims['kubernetes.io'].node as Json;
    expect(node).toEqual({ name: 'node-1', uid: expect.any(String) });
    const review = { apiVersion: 'authentication.k8s.io/v1', kind: 'SelfSubjectReview' };
    const { body } = await server.connect(token).post('/apis/authentication.k8s.io/v1/selfsubjectreviews', review);
    expect(body.status.userInfo.extra).toEqual({
      'authentication.kubernetes.io/credential-id': [`JTI=${claims.jti as string}`],
      'authentication.kubernetes.io/node-name': ['node-1'],
      'authentication.kubernetes.io/node-uid': [node.uid],
    });
    expect((await server.client.delete('/api/v1/nodes/node-1')).status).toBe(200);
    expect(await statusOf(token)).toBe(401);
  });

  it('of pods last a year if requested as by kubelets, and contain the time to refresh them', async () => {
    const container = { name: 'c', image: 'i' };
    await server.client.post(`${CORE}/pods`, {
      metadata: { name: 'p' },
      spec: { serviceAccountName: 'robot', containers: [container] },
    });
    const { token, claims, status } = await request({
      expirationSeconds: 3607,
      boundObjectRef: { kind: 'Pod', apiVersion: 'v1', name: 'p' },
    });
    expect(claims.exp - claims.iat).toBe(365 * 24 * 3600);
    expect(claims['kubernetes.io'].warnafter - claims.iat).toBe(3607);
    const ends = Date.parse(status.expirationTimestamp as string) / 1000;
    expect(Math.abs(ends - claims.iat - 3607)).toBeLessThan(5);
    expect(await statusOf(token)).toBe(200);
    const own = { ...claims['kubernetes.io'], warnafter: claims.iat - 1 };
    expect(await statusOf(await sign({ 'kubernetes.io': own }))).toBe(200);
    const { text } = await server.client.get('/metrics');
    expect(text).toContain('serviceaccount_valid_tokens_total 1\n');
    expect(text).toContain('serviceaccount_stale_tokens_total 1\n');
  });

  it('that were kept in Secrets count without one where nobody looks for it', async () => {
    const prefix = 'kubernetes.io/serviceaccount';
    const token = await new SignJWT({
      sub: 'system:serviceaccount:default:robot',
      [`${prefix}/namespace`]: 'default',
      [`${prefix}/secret.name`]: 'gone',
      [`${prefix}/service-account.name`]: 'robot',
      [`${prefix}/service-account.uid`]: 'u',
    })
      .setProtectedHeader({ alg: 'RS256' })
      .setIssuer('kubernetes/serviceaccount')
      .sign(former.privateKey);
    expect(await statusOf(token)).toBe(200);
    const strict = await startTestServer({
      authentication: { serviceAccountKeyFiles: [join(directory, 'former.pub')] },
    });
    expect((await strict.connect(token).get('/version')).status).toBe(401);
    await strict.close();
  });
});
