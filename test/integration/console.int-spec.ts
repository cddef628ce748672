import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { connect } from 'node:tls';
import { HarborPlugin } from '../../plugins/example/index.js';
import { startTestServer, type TestServer } from '../support/start-test-server.js';
import { TestClient } from '../support/test-client.js';

const MAPS = '/api/v1/namespaces/default/configmaps';
/** The files of the build: some have a hash of their content in their names. */
const BUILT = readdirSync(resolve(import.meta.dirname, '..', '..', 'dist', 'console')).map(
  (name) => `/console/${name}`,
);
const FILES = ['/console', ...BUILT];

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({
    plugins: [HarborPlugin],
    console: { enabled: true },
    tokens: ['bob-token,bob,2,"devs"'],
  });
});

afterAll(() => server.close());

describe('--console', () => {
  it.each(FILES)('serves %s to everybody, with a policy that allows nothing inline', async (path) => {
    const { status, headers } = await server.request('GET', path, { token: '' });
    expect(status).toBe(200);
    const policy = String(headers['content-security-policy']);
    expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self'");
    expect(policy).not.toMatch(/unsafe|nonce|data:|\*/);
    expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer' });
  });

  it.each(FILES)('lets browsers keep %s only if its name changes with its content', async (path) => {
    const { headers } = await server.request('GET', path, { token: '' });
    const isHashed = /-[0-9A-Z]{8}\.(js|css)$/.test(path);
    expect(headers['cache-control']).toBe(isHashed ? 'public, max-age=31536000, immutable' : 'no-cache');
  });

  it.each([
    ['GET', '/console/app.js', 403],
    ['GET', '/console/app-AAAAAAAA.js', 403],
    ['GET', '/console/chunks/app.js', 403],
    ['GET', '/console/../package.json', 403],
    ['GET', '/console/%2e%2e/package.json', 403],
    ['POST', '/console', 403],
    ['GET', '/debug/history/changes', 403],
    ['GET', '/api', 403],
  ])('opens nothing else: %s %s is %i for everybody', async (method, path, code) => {
    expect((await server.request(method, path, { token: '' })).status).toBe(code);
  });

  it('has no other files for administrators either', async () => {
    expect((await server.request('GET', '/console/package.json')).status).toBe(404);
    expect((await server.request('GET', '/console/__proto__')).status).toBe(404);
  });

  it('shows the pages of plugins to users that are known', async () => {
    const path = '/console/pages';
    const items = [{ path: '/harbor/board/default', title: 'Notice board' }];
    expect((await server.request('GET', path, { token: 'bob-token' })).body).toEqual({ items });
    expect((await server.request('GET', path, { token: '' })).status).toBe(403);
    expect((await server.request('POST', path, { token: 'bob-token' })).status).toBe(403);
    await server.uninstall(HarborPlugin);
    expect((await server.request('GET', path, { token: 'bob-token' })).body).toEqual({ items: [] });
  });

  it('has public settings, and a policy that allows connections to itself alone', async () => {
    const { status, body } = await server.request('GET', '/console/settings', { token: '' });
    expect([status, body]).toEqual([200, { servers: [], oidc: null }]);
    expect((await server.request('POST', '/console/settings', { token: '' })).status).toBe(403);
    const { headers } = await server.request('GET', '/console', { token: '' });
    expect(String(headers['content-security-policy'])).toContain("connect-src 'self';");
  });

  it('allows connections to the issuer and the servers that it is given, and to no others', async () => {
    const issuer = 'https://login.example.com';
    const servers = ['https://10.0.0.5:6443'];
    const other = await startTestServer({
      console: { enabled: true, oidcIssuerUrl: `${issuer}/realm`, oidcClientId: 'console', servers },
    });
    const { headers } = await other.request('GET', '/console', { token: '' });
    expect(String(headers['content-security-policy'])).toContain(
      `connect-src 'self' ${issuer} https://10.0.0.5:6443 wss://10.0.0.5:6443;`,
    );
    const scopes = ['openid', 'profile', 'email'];
    expect((await other.request('GET', '/console/settings', { token: '' })).body).toEqual({
      servers,
      oidc: { issuer: `${issuer}/realm`, clientId: 'console', scopes },
    });
    await other.close();
  });

  it.each([
    [{ servers: ['https://a.example.com/path'] }, '--console-servers'],
    [{ servers: ["https://a.example.com; script-src 'unsafe-inline'"] }, '--console-servers'],
    [{ servers: ['https://a;b'] }, '--console-servers'],
    [{ servers: ['http://a.example.com'] }, '--console-servers'],
    [{ oidcClientId: 'console' }, '--console-oidc-issuer-url'],
    [{ oidcClientId: 'console', oidcIssuerUrl: 'http://a.example.com' }, '--console-oidc-issuer-url'],
    [
      { oidcClientId: 'console', oidcIssuerUrl: 'https://a.example.com', oidcScopes: ['email'] },
      '--console-oidc-scopes',
    ],
  ])('refuses %j', async (options, flag) => {
    await expect(startTestServer({ console: { enabled: true, ...options } })).rejects.toThrow(flag);
  });

  it('is not there without the flag, and refuses an unknown bind', async () => {
    const plain = await startTestServer();
    expect((await plain.request('GET', '/console')).status).toBe(404);
    await plain.close();
    await expect(startTestServer({ console: { enabled: true, bind: 'lan' } })).rejects.toThrow('--console-bind');
  });
});

describe('cross-site requests', () => {
  let certified: TestClient;
  const map = (name: string) => ({ kind: 'ConfigMap', apiVersion: 'v1', metadata: { name } });

  beforeAll(() => {
    const pem = (member: string): string =>
      Buffer.from(new RegExp(`${member}: (\\S+)`).exec(server.kubeconfig)![1], 'base64').toString();
    const [cert, key] = [pem('client-certificate-data'), pem('client-key-data')];
    certified = new TestClient({ url: server.url, ca: server.certificateAuthority, cert, key });
  });

  afterAll(() => certified.close());

  it.each<[string, Record<string, string>, number]>([
    ['a program', {}, 201],
    ['the own page', { origin: 'OWN', 'sec-fetch-site': 'same-origin' }, 201],
    ['an address that was typed', { 'sec-fetch-site': 'none' }, 201],
    ['a page of another site', { origin: 'https://evil.example.com', 'sec-fetch-site': 'cross-site' }, 403],
    ['a page of the same site', { 'sec-fetch-site': 'same-site' }, 403],
    ['a page without an origin', { origin: 'null' }, 403],
    ['the same host at another port', { origin: 'https://127.0.0.1:1' }, 403],
  ])('by a client certificate and from %s', async (_, headers, code) => {
    const origin: Record<string, string> = headers.origin === 'OWN' ? { origin: new URL(server.url).origin } : {};
    const sent = { body: map(`by-${Math.random().toString(36).slice(2)}`), headers: { ...headers, ...origin } };
    expect((await certified.request('POST', MAPS, sent)).status).toBe(code);
  });

  it('are read, since browsers keep the answers from other pages', async () => {
    const headers = { origin: 'https://evil.example.com', 'sec-fetch-site': 'cross-site' };
    const { status, headers: answered } = await certified.request('GET', MAPS, { headers });
    expect([status, answered['access-control-allow-origin']]).toEqual([200, undefined]);
  });

  it('are allowed with a token, which no page of another site has', async () => {
    const headers = { origin: 'https://dashboard.example.com' };
    expect((await server.request('POST', MAPS, { body: map('by-token'), headers })).status).toBe(201);
  });

  it('open no WebSocket', async () => {
    const { hostname, port } = new URL(server.url);
    const socket = connect({ host: hostname, port: Number(port), rejectUnauthorized: false });
    const lines = [`GET ${MAPS}?watch=1 HTTP/1.1`, `host: ${hostname}:${port}`, 'origin: https://evil.example.com'];
    const upgrade = ['connection: upgrade', 'upgrade: websocket', 'sec-websocket-version: 13'];
    socket.write([...lines, ...upgrade, 'sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==', '', ''].join('\r\n'));
    const first = await new Promise<string>((resolve) => socket.once('data', (data) => resolve(String(data))));
    socket.destroy();
    expect(first).toMatch(/^HTTP\/1\.1 403 /);
    expect(first).toContain('another site');
  });
});
