import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestCertificate, TestAuthority } from '../support/authority.js';
import { eventually } from '../support/eventually.js';
import { SELF_SIGNED_CA } from '../support/self-signed-ca.js';
import { type TestServer, startTestServer } from '../support/start-test-server.js';
import { type Json, type TestAnswer, TestClient } from '../support/test-client.js';

const REVIEW = { apiVersion: 'authentication.k8s.io/v1', kind: 'SelfSubjectReview' };
const SELF = `/apis/${REVIEW.apiVersion}/selfsubjectreviews`;
const PUBLISHED = '/api/v1/namespaces/kube-system/configmaps/extension-apiserver-authentication';
const FIDO = { 'X-Remote-User': 'fido', 'X-Remote-Group': ['dogs', 'pets'] };

let directory: string;
let server: TestServer;
let proxyCa: TestAuthority;
let userCa: TestAuthority;
let front: TestCertificate;
let proxy: TestClient;
const clients: TestClient[] = [];

function connect({ cert, key }: TestCertificate): TestClient {
  const client = new TestClient({ url: server.url, ca: server.certificateAuthority, cert, key });
  clients.push(client);
  return client;
}

async function whoIs(client: TestClient, headers: Record<string, string | string[]> = {}): Promise<TestAnswer> {
  return client.request('POST', SELF, { body: REVIEW, headers });
}

async function userOf(client: TestClient, headers?: Record<string, string | string[]>): Promise<Json> {
  return (await whoIs(client, headers)).body.status.userInfo as Json;
}

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'binnacle-proxies-'));
  [proxyCa, userCa] = await Promise.all([TestAuthority.create('front-proxy-ca'), TestAuthority.create('users')]);
  await writeFile(join(directory, 'proxy-ca.pem'), proxyCa.pem);
  await writeFile(join(directory, 'user-ca.pem'), userCa.pem);
  server = await startTestServer({
    controllers: 'stepped',
    authentication: {
      clientCaFile: join(directory, 'user-ca.pem'),
      requestHeaderClientCaFile: join(directory, 'proxy-ca.pem'),
      requestHeaderAllowedNames: ['front'],
      requestHeaderUsernameHeaders: ['X-Remote-User'],
      requestHeaderGroupHeaders: ['X-Remote-Group'],
      requestHeaderExtraPrefixes: ['X-Remote-Extra-'],
    },
    tokens: ['robot-token,robot,7'],
  });
  await server.stepControllers();
  front = await proxyCa.issue({ name: 'CN=front' });
  proxy = connect(front);
});

afterAll(async () => {
  for (const client of clients) client.close();
  await server.close();
  await rm(directory, { recursive: true });
});

describe('a front proxy', () => {
  it('sends the user [PROXY-01, PROXY-02, PROXY-03]', async () => {
    const extra = { 'X-Remote-Extra-Acme.com%2Fproject': 'p', 'X-Remote-Extra-Scopes': ['a', 'b'] };
    expect(await userOf(proxy, { ...FIDO, ...extra })).toEqual({
      username: 'fido',
      groups: ['dogs', 'pets', 'system:authenticated'],
      extra: { 'acme.com/project': ['p'], scopes: ['a', 'b'] },
    });
  });

  it('is asked before any other credential [AUTHGAP-07]', async () => {
    expect(await userOf(proxy, { ...FIDO, authorization: 'Bearer wrong' })).toMatchObject({ username: 'fido' });
  });

  it('sends no uid without its gate [PROXY-08]', async () => {
    expect(await userOf(proxy, { ...FIDO, 'X-Remote-Uid': '17' })).not.toHaveProperty('uid');
  });

  it('is nobody itself [PROXY-07]', async () => {
    expect((await whoIs(proxy)).status).toBe(401);
    expect(await userOf(proxy, { authorization: 'Bearer robot-token' })).toMatchObject({ username: 'robot' });
  });

  it('has to have an allowed name [PROXY-06]', async () => {
    const back = connect(await proxyCa.issue({ name: 'CN=back' }));
    expect((await whoIs(back, FIDO)).status).toBe(401);
  });

  it('may show a certificate of an authority below its own [PROXY-04]', async () => {
    const below = await proxyCa.createIntermediate('below');
    expect(await userOf(connect(await below.issue({ name: 'CN=front' })), FIDO)).toMatchObject({ username: 'fido' });
  });

  it('has to show a certificate that has begun, lasts and is for clients [PROXY-04]', async () => {
    const [earlier, later] = [new Date(Date.now() - 3_600_000), new Date(Date.now() + 3_600_000)];
    const refused = await Promise.all([
      proxyCa.issue({ name: 'CN=front', notAfter: earlier }),
      proxyCa.issue({ name: 'CN=front', notBefore: later }),
      proxyCa.issue({ name: 'CN=front', usage: 'server' }),
    ]);
    for (const each of refused) expect((await whoIs(connect(each), FIDO)).status).toBe(401);
  });

  it('is no user of the authorities of users, and users are no proxies [PROXY-04]', async () => {
    const alice = connect(await userCa.issue({ name: 'O=devs,CN=alice' }));
    expect(await userOf(alice, FIDO)).toMatchObject({ username: 'alice', groups: ['devs', 'system:authenticated'] });
    const impostor = connect(await userCa.issue({ name: 'CN=front' }));
    expect(await userOf(impostor, FIDO)).toMatchObject({ username: 'front' });
  });

  it('ignores headers without a client certificate [PROXY-04]', async () => {
    const { status, body } = await server.connect('').request('GET', '/api/v1/pods', { headers: FIDO });
    expect([status, body.message]).toEqual([403, expect.stringContaining('User "system:anonymous"')]);
  });
});

describe('without authorities of front proxies', () => {
  it('headers never count [PROXY-05]', async () => {
    const plain = await startTestServer({
      authentication: {
        clientCaFile: join(directory, 'user-ca.pem'),
        requestHeaderUsernameHeaders: ['X-Remote-User'],
      },
    });
    const { cert, key } = await userCa.issue({ name: 'CN=alice' });
    const alice = new TestClient({ url: plain.url, ca: plain.certificateAuthority, cert, key });
    expect(await userOf(alice, FIDO)).toMatchObject({ username: 'alice' });
    alice.close();
    await plain.close();
  });
});

describe('with the gate RemoteRequestHeaderUID', () => {
  it('a proxy sends the uid, and the header is published [PROXY-08, PROXY-09]', async () => {
    const gated = await startTestServer({
      controllers: 'stepped',
      api: { featureGates: { RemoteRequestHeaderUID: true } },
      authentication: {
        requestHeaderClientCaFile: join(directory, 'proxy-ca.pem'),
        requestHeaderUsernameHeaders: ['X-Remote-User'],
        requestHeaderUidHeaders: ['X-Remote-Uid'],
      },
    });
    const client = new TestClient({ url: gated.url, ca: gated.certificateAuthority, ...front });
    expect(await userOf(client, { ...FIDO, 'X-Remote-Uid': '17' })).toMatchObject({ username: 'fido', uid: '17' });
    await gated.stepControllers();
    const { body } = await gated.client.get(PUBLISHED);
    expect(body.data).toMatchObject({ 'requestheader-uid-headers': '["X-Remote-Uid"]' });
    client.close();
    await gated.close();
  });
});

describe('what servers beside this one read', () => {
  const settings = {
    'requestheader-username-headers': '["X-Remote-User"]',
    'requestheader-group-headers': '["X-Remote-Group"]',
    'requestheader-extra-headers-prefix': '["X-Remote-Extra-"]',
    'requestheader-allowed-names': '["front"]',
  };

  it('is how front proxies are known [PROXY-09]', async () => {
    const { body } = await server.client.get(PUBLISHED);
    expect(body.data).toEqual({
      'client-ca-file': `${server.certificateAuthority}${userCa.pem}`,
      'requestheader-client-ca-file': proxyCa.pem,
      ...settings,
    });
  });

  it('keeps what other servers have added, and repairs unreadable values [PROXY-09]', async () => {
    const data = { 'requestheader-group-headers': '["X-Group"]', 'requestheader-username-headers': '[' };
    await server.client.patch(PUBLISHED, 'merge-patch', { data });
    await server.stepControllers();
    const { body } = await server.client.get(PUBLISHED);
    expect(body.data).toMatchObject({ ...settings, 'requestheader-group-headers': '["X-Group","X-Remote-Group"]' });
  });
});

describe('authorities in files', () => {
  const file = (): string => join(directory, 'proxy-ca.pem');

  it('are in force at once when they change, for connections that are there too [PROXY-05, AUTHGAP-01]', async () => {
    const next = await TestAuthority.create('next');
    await writeFile(file(), next.pem);
    await eventually(async () => {
      const renewed = connect(await next.issue({ name: 'CN=front' }));
      expect(await userOf(renewed, FIDO)).toMatchObject({ username: 'fido' });
    });
    expect((await whoIs(proxy, FIDO)).status).toBe(401);
    await eventually(async () => {
      await server.stepControllers();
      const { body } = await server.client.get(PUBLISHED);
      expect(body.data['requestheader-client-ca-file']).toBe(`${proxyCa.pem}${next.pem}`);
    });
  });

  it('stay as they were when a file cannot be used, and files that cannot be used end the start', async () => {
    await writeFile(join(directory, 'user-ca.pem'), 'nonsense');
    await writeFile(join(directory, 'broken.pem'), 'nonsense');
    const broken = { requestHeaderClientCaFile: join(directory, 'broken.pem') };
    await expect(startTestServer({ authentication: broken })).rejects.toThrow(/--requestheader-client-ca-file/);
    const alice = connect(await userCa.issue({ name: 'CN=alice' }));
    expect(await userOf(alice)).toMatchObject({ username: 'alice' });
    await writeFile(join(directory, 'user-ca.pem'), SELF_SIGNED_CA);
    await eventually(async () => {
      expect((await whoIs(connect(await userCa.issue({ name: 'CN=alice' })))).status).toBe(401);
    });
  });
});
