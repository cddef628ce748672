import { type IncomingMessage, type Server, createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SPELLINGS } from '../fixtures/forbidden-addresses.js';
import { echo, ownAddress } from '../support/fake-kubelet.js';
import { RawConnection } from '../support/raw-connection.js';
import { ADMIN_TOKEN, type TestServer, startTestServer } from '../support/start-test-server.js';

const NAMESPACE = '/api/v1/namespaces/default';
const HOST = ownAddress();
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD'];

let backend: Server;
let port: number;
let server: TestServer;
let asked: IncomingMessage[] = [];

async function create(path: string, body: object): Promise<void> {
  const { status, text } = await server.request('POST', path, { body });
  if (status !== 201) throw new Error(text);
}

async function giveAddress(pod: string, ip: string): Promise<number> {
  const headers = { 'content-type': 'application/merge-patch+json' };
  const body = { status: { podIP: ip, podIPs: [{ ip }] } };
  return (await server.request('PATCH', `${NAMESPACE}/pods/${pod}/status`, { body, headers })).status;
}

beforeAll(async () => {
  backend = createServer((request, response) => {
    asked.push(request);
    response.writeHead(218, { 'x-method': request.method });
    request.pipe(response);
  });
  backend.on('upgrade', (request, socket, head) => {
    asked.push(request);
    echo(request, socket, head);
  });
  backend.listen(0, HOST);
  await once(backend, 'listening');
  ({ port } = backend.address() as AddressInfo);
  server = await startTestServer({ admission: { disabledPlugins: ['ServiceAccount'] } });
  const addresses = [{ type: 'InternalIP', address: HOST }];
  await create('/api/v1/nodes', { metadata: { name: 'n' }, status: { addresses } });
  const containers = [{ name: 'c', image: 'i', ports: [{ containerPort: port }] }];
  await create(`${NAMESPACE}/pods`, { metadata: { name: 'p' }, spec: { containers } });
  await create(`${NAMESPACE}/pods`, { metadata: { name: 'odd' }, spec: { containers } });
  expect(await giveAddress('p', HOST)).toBe(200);
  await create(`${NAMESPACE}/services`, { metadata: { name: 's' }, spec: { ports: [{ name: 'h', port: 80 }] } });
  const subsets = [{ addresses: [{ ip: HOST, targetRef: podRef('p') }], ports: [{ name: 'h', port }] }];
  await create(`${NAMESPACE}/endpoints`, { metadata: { name: 's' }, subsets });
});

const podRef = (name: string): object => ({ kind: 'Pod', namespace: 'default', name });

afterEach(() => {
  asked = [];
});

afterAll(async () => {
  await server.close();
  backend.closeAllConnections();
  backend.close();
});

const PATHS = (): string[] => [
  ...['http:s:80', 's:80', 's:h', 'http:s:h', ':s:h'].map((name) => `${NAMESPACE}/services/${name}/proxy`),
  ...['p', `p:${port}`, `http:p:${port}`, 'http:p:'].map((name) => `${NAMESPACE}/pods/${name}/proxy`),
  ...[`n:${port}`, `http:n:${port}`].map((name) => `/api/v1/nodes/${name}/proxy`),
];

describe('proxies to backends over plain HTTP', () => {
  it.each(METHODS)('forward %s with its headers and body, and the response', async (method) => {
    const hasBody = !['GET', 'HEAD', 'OPTIONS'].includes(method);
    const body = hasBody ? Buffer.alloc(70_000, 'z') : undefined;
    for (const path of PATHS()) {
      asked = [];
      const headers = { 'content-type': 'text/odd', 'x-asked': 'yes' };
      const answer = await server.request(method, `${path}/a%20b/?q=%2F`, { body, headers });
      expect([path, answer.status, answer.headers['x-method']]).toEqual([path, 218, method]);
      expect(answer.text.length).toBe(hasBody ? 70_000 : 0);
      expect(asked[0]).toMatchObject({ method, url: '/a%20b/?q=%2F' });
      expect(asked[0].headers).toMatchObject({ 'x-asked': 'yes', 'x-forwarded-uri': `${path}/a%20b/` });
      expect(asked[0].headers.host).toBe(new URL(server.url).host);
      expect(asked[0].headers.authorization).toBeUndefined();
    }
  });

  it('join WebSocket connections', async () => {
    for (const path of PATHS()) {
      asked = [];
      const connection = await RawConnection.open(server);
      const key = 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13';
      connection.write(
        `GET ${path}/sock?x=1 HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${ADMIN_TOKEN}\r\n` +
          `Connection: Upgrade\r\nUpgrade: websocket\r\n${key}\r\n\r\n`,
      );
      await connection.until(/101[^]*\r\n\r\n/);
      connection.write('ping');
      await connection.until(/ping$/);
      expect([asked[0].url, asked[0].headers.host]).toEqual(['/sock?x=1', 'a']);
      expect(asked[0].headers.authorization).toBeUndefined();
      connection.drop();
    }
  });

  it('reach no address of the server itself, however it is spelled', async () => {
    await create(`${NAMESPACE}/services`, { metadata: { name: 'odd' }, spec: { ports: [{ name: 'h', port: 80 }] } });
    const stored: string[] = [];
    for (const ip of SPELLINGS.filter((text) => text !== '')) {
      if ((await giveAddress('odd', ip)) !== 200) continue;
      stored.push(ip);
      const { status, body } = await server.request('GET', `${NAMESPACE}/pods/odd:${port}/proxy/`);
      expect([ip, status, body.message]).toEqual([ip, 400, 'address not allowed']);
    }
    expect(stored).toContain('0177.0.0.1');
    expect(asked).toEqual([]);
  });

  it('reach no node by another spelling of an address of the server itself', async () => {
    for (const [i, address] of SPELLINGS.entries()) {
      const metadata = { name: `odd-${i}` };
      const made = await server.request('POST', '/api/v1/nodes', {
        body: { metadata, status: { addresses: [{ type: 'InternalIP', address }] } },
      });
      if (made.status !== 201) continue;
      const { status } = await server.request('GET', `/api/v1/nodes/odd-${i}:${port}/proxy/`);
      expect([address, status]).toEqual([address, 400]);
    }
    expect(asked).toEqual([]);
  });
});
