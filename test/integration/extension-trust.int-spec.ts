import { X509Certificate } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TLSSocket, connect } from 'node:tls';
import { once } from 'node:events';
import { type ApiServer, OptionsError, type StartApiServerOptions } from '../../src/index.js';
import { issueCertificate } from '../../src/server/certificates/issuer.js';
import { TestAuthority } from '../support/authority.js';
import { eventually } from '../support/eventually.js';
import { accountKubeconfig, berthsIn, grantRights, startExtension } from '../support/extension-of-cluster.js';
import { type TestServer, startTestServer } from '../support/start-test-server.js';
import { TestClient } from '../support/test-client.js';

const CONFIG_MAP = '/api/v1/namespaces/kube-system/configmaps/extension-apiserver-authentication';
const OPS = ['X-Remote-User', 'ops', 'X-Remote-Group', 'system:masters'];

let front: TestServer;
let account: Awaited<ReturnType<typeof accountKubeconfig>>;
let directory: string;
let users: TestAuthority;
let proxies: TestAuthority;
const started: ApiServer[] = [];

/** Starts an extension server that ends with the suite. */
async function start(options: StartApiServerOptions = {}): Promise<ApiServer> {
  const server = await startExtension(account.path, options);
  started.push(server);
  return server;
}

/** Writes a part of what the cluster publishes about client certificates. */
const say = (data: object) => front.client.patch(CONFIG_MAP, 'merge-patch', { data });

const sayAll = (): Promise<unknown> =>
  say({
    'client-ca-file': users.pem,
    'requestheader-client-ca-file': proxies.pem,
    'requestheader-allowed-names': '["front"]',
    'requestheader-username-headers': '["X-Remote-User"]',
    'requestheader-group-headers': '["X-Remote-Group"]',
    'requestheader-extra-headers-prefix': '["X-Remote-Extra-"]',
  });

/** The status of a request with a certificate, over its own connection. */
async function statusOf(server: ApiServer, authority: TestAuthority, name: string, headers: string[] = []) {
  const { cert, key } = await authority.issue({ name });
  const client = new TestClient({ url: server.url, ca: server.certificateAuthority, cert, key });
  const named = Object.fromEntries(headers.flatMap((_, i) => (i % 2 === 0 ? [[headers[i], headers[i + 1]]] : [])));
  try {
    return (await client.request('GET', berthsIn('default'), { headers: named })).status;
  } finally {
    client.close();
  }
}

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'binnacle-trust-'));
  [users, proxies] = await Promise.all([TestAuthority.create('users'), TestAuthority.create('proxies')]);
  // Controllers that work only when they are asked to: what tests write about certificates stays.
  front = await startTestServer({ controllers: 'stepped' });
  await front.stepControllers();
  await grantRights(front);
  account = await accountKubeconfig(front);
  await sayAll();
});

afterAll(async () => {
  await Promise.all(started.map((server) => server.close()));
  await front.close();
  await account.remove();
  await rm(directory, { recursive: true });
});

describe('what the cluster says of client certificates', () => {
  let server: ApiServer;

  beforeAll(async () => {
    server = await start();
  });

  afterEach(sayAll);

  it('is believed from the start', async () => {
    expect(await statusOf(server, users, 'O=system:masters,CN=ops')).toBe(200);
    expect(await statusOf(server, users, 'CN=eve')).toBe(403);
    expect(await statusOf(server, proxies, 'CN=front', OPS)).toBe(200);
    expect(await statusOf(server, proxies, 'CN=other', OPS)).toBe(401);
    expect(await statusOf(server, users, 'CN=front', OPS)).toBe(403);
  });

  it('is believed in place of an authority of the server itself', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'binnacle-own-'));
    const own = await start({ storage: { backend: 'memory', dataDir: directory } });
    const [certificate, key] = await Promise.all(
      ['ca.crt', 'ca.key'].map((name) => readFile(join(directory, 'certs', name), 'utf8')),
    );
    const request = { subject: { commonName: 'admin', organizations: ['system:masters'] }, usage: 'client' } as const;
    const issued = await issueCertificate({ certificate, key }, request, new Date());
    const client = new TestClient({
      url: own.url,
      ca: own.certificateAuthority,
      cert: issued.certificate,
      key: issued.key,
    });
    expect((await client.get(berthsIn('default'))).status).toBe(401);
    client.close();
    await rm(directory, { recursive: true });
  });

  it('is believed as it changes', async () => {
    const others = await TestAuthority.create('others');
    await say({ 'client-ca-file': others.pem });
    await eventually(async () => expect(await statusOf(server, others, 'O=system:masters,CN=ops')).toBe(200));
    expect(await statusOf(server, users, 'O=system:masters,CN=ops')).toBe(401);
    await say({ 'requestheader-username-headers': '["X-User"]', 'requestheader-allowed-names': '[]' });
    await eventually(async () => {
      expect(await statusOf(server, proxies, 'CN=any', ['X-User', 'ops', 'X-Remote-Group', 'system:masters'])).toBe(
        200,
      );
    });
    expect(await statusOf(server, proxies, 'CN=front', OPS)).toBe(401);
  });

  it.each([
    ['an authority that is no certificate', { 'requestheader-client-ca-file': 'none' }],
    ['no authority of front proxies', { 'requestheader-client-ca-file': null }],
    ['names that are no list', { 'requestheader-username-headers': '"X-User"' }],
    ['names that are no JSON', { 'requestheader-allowed-names': 'front' }],
    ['an authority of users that is no certificate', { 'client-ca-file': 'none' }],
  ])('stays in force beside %s', async (_, data) => {
    await say(data);
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(await statusOf(server, proxies, 'CN=front', OPS)).toBe(200);
    expect(await statusOf(server, users, 'O=system:masters,CN=ops')).toBe(200);
  });
});

describe('an extension server whose cluster does not say whom to believe', () => {
  beforeAll(() => say({ 'requestheader-client-ca-file': null }));
  afterAll(sayAll);

  it('does not start', async () => {
    const error = await start().catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(OptionsError);
    expect((error as Error).message).toContain('has no requestheader-client-ca-file');
  });

  it('starts where that is tolerated, and believes what is said later', async () => {
    const server = await start({ cluster: { toleratesLookupFailure: true } });
    expect(await statusOf(server, proxies, 'CN=front', OPS)).toBe(401);
    await sayAll();
    await eventually(async () => expect(await statusOf(server, proxies, 'CN=front', OPS)).toBe(200));
    await say({ 'requestheader-client-ca-file': null });
  });

  it('does not ask where flags say that it shall not', async () => {
    const server = await start({ cluster: { skipsLookup: true } });
    expect(await statusOf(server, users, 'O=system:masters,CN=ops')).toBe(401);
  });

  it('goes by its own flags, whatever the cluster says', async () => {
    const [clientCaFile, requestHeaderClientCaFile] = ['users.pem', 'proxies.pem'].map((name) => join(directory, name));
    const own = await TestAuthority.create('own');
    await Promise.all([writeFile(clientCaFile, own.pem), writeFile(requestHeaderClientCaFile, own.pem)]);
    const requestHeaderUsernameHeaders = ['X-Remote-User'];
    const requestHeaderGroupHeaders = ['X-Remote-Group'];
    const names = { requestHeaderUsernameHeaders, requestHeaderGroupHeaders };
    const server = await start({ authentication: { clientCaFile, requestHeaderClientCaFile, ...names } });
    expect(await statusOf(server, own, 'CN=any', OPS)).toBe(200);
    expect(await statusOf(server, users, 'O=system:masters,CN=ops')).toBe(401);
  });
});

describe('the serving certificate', () => {
  it('is renewed with its files, for new connections', async () => {
    const [tlsCertFile, tlsPrivateKeyFile] = ['tls.crt', 'tls.key'].map((name) => join(directory, name));
    const authority = await TestAuthority.create('serving');
    const write = async (): Promise<string> => {
      const { cert, key } = await authority.issue({ name: 'CN=harbor', usage: 'server', hosts: ['localhost'] });
      await writeFile(tlsPrivateKeyFile, key);
      await writeFile(tlsCertFile, cert);
      return cert;
    };
    const first = await write();
    const cluster = { publishesAuthority: false };
    const server = await start({ cluster, serving: { tlsCertFile, tlsPrivateKeyFile } });
    expect(await shownBy(server)).toBe(numberOf(first));
    const second = await write();
    await eventually(async () => expect(await shownBy(server)).toBe(numberOf(second)));
  });
});

function numberOf(pem: string): string {
  return new X509Certificate(pem).serialNumber;
}

/** The serial number of the certificate that a server shows. */
async function shownBy({ url }: ApiServer): Promise<string> {
  const { hostname: host, port } = new URL(url);
  const socket: TLSSocket = connect({ host, port: Number(port), rejectUnauthorized: false });
  await once(socket, 'secureConnect');
  const { serialNumber } = socket.getPeerCertificate();
  socket.destroy();
  return serialNumber;
}
