import { readFile } from 'node:fs/promises';
import { load } from 'js-yaml';
import { FakeClock, type TestServer, startTestServer } from '../../../src/testing/index.js';
import { TestClient } from '../../support/test-client.js';

const MAPS = '/api/v1/namespaces/default/configmaps';
interface Kubeconfig {
  readonly users: readonly { readonly user: Record<string, string> }[];
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

describe('a test server with a fake clock', () => {
  let server: TestServer;

  beforeEach(async () => {
    server = await startTestServer({ clock: 'fake', seed: 1 });
  });
  afterEach(() => server.close());

  it('stands still until it is moved', async () => {
    expect(await server.now()).toBe(Date.UTC(2024, 0, 1));
    const make = (name: string) =>
      server.request<{ metadata: { creationTimestamp: string } }>('POST', MAPS, { body: { metadata: { name } } });
    expect((await make('a')).body.metadata.creationTimestamp).toBe('2024-01-01T00:00:00Z');
    await server.advance(90_000);
    expect((await make('b')).body.metadata.creationTimestamp).toBe('2024-01-01T00:01:30Z');
  });

  it('lets tokens of service accounts expire', async () => {
    const path = '/api/v1/namespaces/default/serviceaccounts/default/token';
    const order = { spec: { expirationSeconds: 600 } };
    const { body } = await server.request<{ status: { token: string; expirationTimestamp: string } }>('POST', path, {
      body: order,
    });
    expect(body.status.expirationTimestamp).toBe('2024-01-01T00:10:00Z');
    const { token } = body.status;
    expect((await server.request('GET', '/version', { token })).status).toBe(200);
    expect((await server.request('GET', '/api/v1/nodes', { token })).status).toBe(403);
    await server.advance(9 * MINUTE);
    expect((await server.request('GET', '/api/v1/nodes', { token })).status).toBe(403);
    await server.advance(3 * MINUTE);
    expect((await server.request('GET', '/api/v1/nodes', { token })).status).toBe(401);
  });

  it('lets client certificates expire', async () => {
    await server.close();
    server = await startTestServer({ clock: new FakeClock(Date.now()) });
    const path = await server.kubeconfigFor({ user: 'jane', groups: ['team-a'], validFor: HOUR });
    const { users } = load(await readFile(path, 'utf8')) as Kubeconfig;
    const decode = (data: string): string => Buffer.from(data, 'base64').toString();
    const { 'client-certificate-data': cert, 'client-key-data': key } = users[0].user;
    const client = new TestClient({
      url: server.url,
      ca: server.certificateAuthority,
      cert: decode(cert),
      key: decode(key),
    });
    expect((await client.get('/api/v1/nodes')).body.message).toContain('User "jane" cannot list');
    await server.advance(2 * HOUR);
    expect((await client.get('/api/v1/nodes')).status).toBe(401);
    client.close();
  });

  it('lets events go when their time to live is over', async () => {
    const events = '/api/v1/namespaces/default/events';
    const event = { metadata: { name: 'e' }, involvedObject: { kind: 'Pod', namespace: 'default', name: 'p' } };
    expect((await server.request('POST', events, { body: event })).status).toBe(201);
    await server.advance(59 * MINUTE);
    expect((await server.request('GET', `${events}/e`)).status).toBe(200);
    await server.advance(2 * MINUTE);
    expect((await server.request('GET', `${events}/e`)).status).toBe(404);
  });

  it('moves controllers: the lease of the server is renewed', async () => {
    const leases = '/apis/coordination.k8s.io/v1/namespaces/kube-system/leases';
    const renewed = async (): Promise<string> => {
      const { body } = await server.request<{ items: { spec: { renewTime: string } }[] }>('GET', leases);
      return body.items[0].spec.renewTime;
    };
    expect(await renewed()).toMatch(/^2024-01-01T00:00:/);
    await server.advance(HOUR);
    expect(await renewed()).toMatch(/^2024-01-01T(00:59|01:00):/);
  });
});

describe('the controllers of a test server', () => {
  it('work when they are asked to settle, if they are stepped', async () => {
    const server = await startTestServer({ controllers: 'stepped' });
    await server.request('POST', '/api/v1/namespaces', { body: { metadata: { name: 'harbor' } } });
    const account = '/api/v1/namespaces/harbor/serviceaccounts/default';
    expect((await server.request('GET', account)).status).toBe(404);
    await server.settled();
    expect((await server.request('GET', account)).status).toBe(200);
    await server.close();
  });

  it('have done all that is due once settled, if they run', async () => {
    const server = await startTestServer();
    await server.request('POST', '/api/v1/namespaces', { body: { metadata: { name: 'harbor' } } });
    await server.request('DELETE', '/api/v1/namespaces/harbor');
    await server.settled();
    expect((await server.request('GET', '/api/v1/namespaces/harbor')).status).toBe(404);
    await server.close();
  });

  it('cannot be moved in time without a fake clock', async () => {
    const server = await startTestServer();
    await expect(server.advance(1)).rejects.toThrow('the clock of the machine');
    await server.close();
  });
});
