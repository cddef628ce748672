import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { get } from 'node:https';
import type { IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TLSSocket, connect } from 'node:tls';
import { TestAuthority, type TestCertificate } from '../support/authority.js';
import { eventually } from '../support/eventually.js';
import { type TestServer, startTestServer } from '../support/start-test-server.js';

let directory: string;
let server: TestServer;
let serving: TestAuthority;
const path = (name: string): string => join(directory, name);

async function writeServing(): Promise<string> {
  const { cert, key } = await serving.issue({ name: 'CN=server', usage: 'server', hosts: ['localhost'] });
  await writeFile(path('tls.key'), key);
  await writeFile(path('tls.crt'), cert);
  return new X509Certificate(cert).serialNumber;
}

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'binnacle-files-'));
  serving = await TestAuthority.create('serving');
});

beforeEach(async () => {
  await writeServing();
  await writeFile(path('tokens.csv'), 'old,anna,1,"system:masters"\n');
  await writeFile(path('clients.pem'), (await TestAuthority.create('first')).pem);
  server = await startTestServer({
    serving: { tlsCertFile: path('tls.crt'), tlsPrivateKeyFile: path('tls.key') },
    authentication: { clientCaFile: path('clients.pem'), tokenAuthFile: path('tokens.csv') },
  });
});

afterEach(() => server.close());
afterAll(() => rm(directory, { recursive: true }));

/** The status of a request over its own connection. */
async function statusWith(credentials: { token?: string; certificate?: TestCertificate }): Promise<number> {
  const { token, certificate } = credentials;
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const request = get(`${server.url}/apis`, { agent: false, rejectUnauthorized: false, headers, ...certificate });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  response.resume();
  return response.statusCode ?? 0;
}

async function shownSerial(): Promise<string> {
  const { hostname: host, port } = new URL(server.url);
  const socket: TLSSocket = connect({ host, port: Number(port), rejectUnauthorized: false });
  await once(socket, 'secureConnect');
  const { serialNumber } = socket.getPeerCertificate();
  socket.destroy();
  return serialNumber;
}

describe('the files of a running server', () => {
  it('take effect when they are replaced: serving certificate, client authorities, tokens', async () => {
    const serial = await writeServing();
    await eventually(async () => expect(await shownSerial()).toBe(serial));

    const authority = await TestAuthority.create('second');
    const certificate = await authority.issue({ name: 'CN=ben' });
    expect(await statusWith({ certificate })).toBe(401);
    await writeFile(path('clients.pem'), authority.pem);
    await eventually(async () => expect(await statusWith({ certificate })).toBe(200));

    expect(await statusWith({ token: 'old' })).toBe(200);
    await writeFile(path('tokens.csv'), 'new,anna,1,"system:masters"\n');
    await eventually(async () => expect(await statusWith({ token: 'new' })).toBe(200));
    expect(await statusWith({ token: 'old' })).toBe(401);
  });

  it('stay in effect when what replaces them is invalid', async () => {
    const serial = await shownSerial();
    await writeFile(path('tls.crt'), 'no certificate');
    await writeFile(path('tokens.csv'), 'too,few\n');
    await writeFile(path('clients.pem'), 'no certificates');
    // A later change shows that the earlier ones were read.
    await writeFile(path('tokens.csv'), 'later,anna,1,"system:masters"\n');
    await eventually(async () => expect(await statusWith({ token: 'later' })).toBe(200));
    expect(await shownSerial()).toBe(serial);
  });
});
