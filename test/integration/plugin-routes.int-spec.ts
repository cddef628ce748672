import { HarborPlugin } from '../../plugins/example/index.js';
import { ConsolePlugin, RivalPlugin, held } from '../fixtures/plugins/console.plugin.js';
import { eventually } from '../support/eventually.js';
import { Http2Client } from '../support/http2-client.js';
import { ADMIN_TOKEN, type TestServer, startTestServer } from '../support/start-test-server.js';
import type { Json, TestAnswer, TestRequest } from '../support/test-client.js';

const ROLES = '/apis/rbac.authorization.k8s.io/v1';
const NOT_FOUND_PAGE = '404 page not found\n';

let server: TestServer;
let http2: Http2Client;

beforeAll(async () => {
  server = await startTestServer({
    plugins: [ConsolePlugin],
    tokens: ['bob-token,bob,2,"devs"'],
    serving: { requestTimeout: 60_000 },
  });
  http2 = await Http2Client.connect({ url: server.url, ca: server.certificateAuthority, token: ADMIN_TOKEN });
});

afterAll(async () => {
  http2.close();
  await server.close();
});

describe.each<[string, (method: string, path: string, sent?: TestRequest) => Promise<TestAnswer>]>([
  ['HTTP/1.1', (...request) => server.request(...request)],
  ['HTTP/2', (...request) => http2.request(...request)],
])("a plugin's Nest controller over %s", (_protocol, request) => {
  it('answers with the headers of every answer', async () => {
    const { status, text, headers } = await request('GET', '/console');
    expect([status, text]).toEqual([200, '<h1>Console</h1>']);
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-cache, private',
      'audit-id': expect.stringMatching(/^[\w-]{36}$/),
    });
  });

  it('knows the user, and what its module provides', async () => {
    const { body } = await request('GET', '/console/me');
    expect(body).toEqual({
      user: expect.objectContaining({ name: 'admin', groups: expect.arrayContaining(['system:masters']) }),
      knowsPods: true,
    });
    const { body: other } = await request('GET', '/console/me', {
      headers: { 'impersonate-user': 'carol', 'impersonate-group': 'system:masters' },
    });
    expect(other.user.name).toBe('carol');
  });

  it('gets parameters, query and body', async () => {
    expect((await request('GET', '/console/items/a?x=1&x=2&y=%2F')).body).toEqual({
      item: 'a',
      query: { x: ['1', '2'], y: '/' },
    });
    const long = 'x'.repeat(5000);
    expect((await request('GET', `/console/items/${long}`)).body.item).toBe(long);
    const headers = { 'content-type': 'application/json' };
    const echoed = await request('POST', '/console/echo', { body: { deep: [1, { a: null }] }, headers });
    expect([echoed.status, echoed.body]).toEqual([201, { deep: [1, { a: null }] }]);
  });

  it.each<[string, string, number, Json]>([
    ['GET', '/console/broken', 500, { reason: 'InternalError' }],
    ['GET', '/console/refused', 400, { reason: 'BadRequest', message: 'not like this' }],
    ['GET', '/console/missing', 404, { reason: 'NotFound', message: 'nothing of that name' }],
    ['DELETE', '/console/items/a', 403, { reason: 'Forbidden', message: 'items stay' }],
    ['GET', '/console/numbers/one', 400, { reason: 'BadRequest', message: expect.stringContaining('numeric string') }],
  ])('fails with a Status: %s %s', async (method, path, code, expected) => {
    const { status, body, text } = await request(method, path);
    expect(status).toBe(code);
    expect(body).toMatchObject({ kind: 'Status', apiVersion: 'v1', status: 'Failure', code, ...expected });
    expect(text).not.toMatch(/hunter2|stack|\.ts|node_modules/);
  });

  it.each<[string, string]>([
    ['GET', '/console/nowhere'],
    ['POST', '/console'],
    ['GET', '/consoles'],
    ['GET', '/elsewhere'],
    ['GET', '/debug/access/statistics'],
  ])('leaves the plain page to what has no route: %s %s', async (method, path) => {
    const { status, text, headers } = await request(method, path);
    expect([status, text]).toEqual([404, NOT_FOUND_PAGE]);
    expect(headers['content-type']).toBe('text/plain; charset=utf-8');
  });

  it.each<[string, Buffer | string, number]>([
    ['a body over the limit', Buffer.alloc(3 * 1024 * 1024 + 1, ' '), 413],
    ['a body that is no JSON', '{"a":', 400],
    ['a body that would change prototypes', '{"__proto__": {"a": 1}}', 400],
  ])('is not asked with %s', async (_what, body, code) => {
    const answer = await request('POST', '/console/echo', { body, headers: { 'content-type': 'application/json' } });
    expect(answer.status).toBe(code);
    expect(answer.body).toMatchObject({ kind: 'Status', code });
  });

  it('is cut off when the time of the request is up, and may answer later without harm', async () => {
    const { status, body } = await request('GET', '/console/held?timeout=50ms');
    expect(status).toBe(504);
    expect(body).toMatchObject({ kind: 'Status', reason: 'Timeout' });
    held.splice(0).forEach((letGo) => letGo());
    expect((await request('GET', '/console')).status).toBe(200);
  });

  it('may write its answer itself', async () => {
    const { text, headers } = await request('GET', '/console/raw');
    expect(text).toBe('by hand');
    expect(headers['cache-control']).toBe('max-age=60');
  });
});

describe("access to a plugin's routes", () => {
  const asBob = (path: string, method = 'GET'): Promise<TestAnswer> =>
    server.request(method, path, { token: 'bob-token' });

  it('needs a rule for the path, and for each method', async () => {
    expect((await server.request('GET', '/console', { token: '' })).status).toBe(403);
    expect((await server.request('GET', '/console', { token: 'forged' })).status).toBe(401);
    expect((await asBob('/console/me')).status).toBe(403);
    const metadata = { name: 'console' };
    const rules = [{ verbs: ['get'], nonResourceURLs: ['/console/me', '/console/items/*'] }];
    await server.client.post(`${ROLES}/clusterroles`, { metadata, rules });
    const roleRef = { kind: 'ClusterRole', name: 'console' };
    const subjects = [{ kind: 'User', name: 'bob' }];
    await server.client.post(`${ROLES}/clusterrolebindings`, { metadata, roleRef, subjects });
    await eventually(async () => expect((await asBob('/console/me')).body.user.name).toBe('bob'));
    expect((await asBob('/console/items/a')).status).toBe(200);
    expect((await asBob('/console/items/a', 'DELETE')).body.message).toContain('cannot delete path');
    expect((await asBob('/console')).status).toBe(403);
  });
});

describe('the controller of the example', () => {
  it('shows a board to those who may read its path', async () => {
    const harbor = await startTestServer({ plugins: [HarborPlugin] });
    const metadata = { name: 'north' };
    const spec = { size: { lengthMeters: 50 }, slots: 3 };
    await harbor.client.post('/apis/harbor.example.com/v1/namespaces/default/berths', { metadata, spec });
    expect((await harbor.client.get('/harbor/board/default')).body).toEqual({
      title: 'Harbor',
      shownTo: 'admin',
      slots: { north: 3 },
    });
    expect((await harbor.request('GET', '/harbor/board/default', { token: '' })).status).toBe(403);
    await harbor.close();
  });
});

describe('the list of paths', () => {
  it('has the fixed part of every route', async () => {
    const { paths } = (await server.client.get('/')).body as { paths: string[] };
    expect(paths.filter((path) => path.startsWith('/console'))).toEqual([
      '/console',
      '/console/broken',
      '/console/echo',
      '/console/files/',
      '/console/held',
      '/console/items/',
      '/console/me',
      '/console/missing',
      '/console/numbers/',
      '/console/raw',
      '/console/refused',
    ]);
    expect(paths).toContain('/api/v1');
  });
});

describe('a plugin with routes that comes and goes while the server runs', () => {
  it('is routed for as long as it is installed, with the failures of others', async () => {
    const other = await startTestServer();
    expect((await other.client.get('/console')).text).toBe(NOT_FOUND_PAGE);
    for (let i = 0; i < 2; i++) {
      await other.install(ConsolePlugin);
      expect((await other.client.get('/console/me')).body).toMatchObject({ user: { name: 'admin' }, knowsPods: true });
      expect((await other.client.get('/console/broken')).body).toMatchObject({ kind: 'Status', code: 500 });
      expect((await other.client.get('/console/refused')).body).toMatchObject({ kind: 'Status', code: 400 });
      const body = Buffer.alloc(3 * 1024 * 1024 + 1, ' ');
      expect((await other.request('POST', '/console/echo', { body })).body).toMatchObject({
        kind: 'Status',
        code: 413,
      });
      expect((await other.client.get('/console/nowhere')).text).toBe(NOT_FOUND_PAGE);
      expect(((await other.client.get('/')).body as { paths: string[] }).paths).toContain('/console/me');
      await other.uninstall(ConsolePlugin);
      expect((await other.client.get('/console/me')).text).toBe(NOT_FOUND_PAGE);
    }
    await other.close();
  });

  it('is refused, with nothing left of it, where its routes are taken', async () => {
    await expect(server.install(RivalPlugin)).rejects.toThrow(
      'RivalPlugin and ConsolePlugin both bring routes below /console',
    );
    expect((await server.client.get('/apis/rival.example.com')).status).toBe(404);
    expect((await server.client.get('/console')).status).toBe(200);
  });

  it('leaves the plain page', async () => {
    const other = await startTestServer({ plugins: [ConsolePlugin] });
    expect((await other.client.get('/console')).status).toBe(200);
    await other.uninstall(ConsolePlugin);
    expect((await other.client.get('/console')).text).toBe(NOT_FOUND_PAGE);
    expect(((await other.client.get('/')).body as { paths: string[] }).paths).not.toContain('/console');
    await other.close();
  });
});
