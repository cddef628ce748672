import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { echo } from '../support/fake-kubelet.js';
import { FakeExtensionServer } from '../support/fake-extension-server.js';
import { RawConnection } from '../support/raw-connection.js';
import { ADMIN_TOKEN, type TestServer, startTestServer } from '../support/start-test-server.js';

const GEARS = '/apis/far.example.com/v1/namespaces/default/gears';
const PUBLISHED = '/api/v1/namespaces/kube-system/configmaps/extension-apiserver-authentication';

let server: TestServer;
let extension: FakeExtensionServer;

beforeAll(async () => {
  extension = await FakeExtensionServer.start();
  server = await startTestServer({
    serving: { requestTimeout: 2000 },
    authorization: { modes: ['RBAC'] },
    tokens: ['nobody-token,nobody,7', 'member-token,member,8,"b-group,a-group"'],
  });
  await server.ready;
  await extension.addService(server);
  await extension.register(server, 'far.example.com');
  const names = { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'gears' };
  const rules = [{ apiGroups: ['far.example.com'], resources: ['gears'], verbs: ['*'] }];
  const rbac = '/apis/rbac.authorization.k8s.io/v1';
  await server.client.post(`${rbac}/clusterroles`, { metadata: { name: 'gears' }, rules });
  const subjects = ['member', 'ann'].map((name) => ({ kind: 'User', name, apiGroup: names.apiGroup }));
  await server.client.post(`${rbac}/clusterrolebindings`, { metadata: { name: 'gears' }, roleRef: names, subjects });
});

beforeEach(() => {
  extension.asked.length = 0;
  extension.answerJson({ kind: 'Gear' });
});

afterAll(async () => {
  await server.close();
  await extension.close();
});

describe('a forwarded request', () => {
  it('has the path and the query of the client, and its answer is that of the server', async () => {
    extension.answer = (_request, response) => void response.writeHead(418, { 'x-own': 'yes' }).end('tea');
    const { status, headers, text } = await server.request('GET', `${GEARS}/a%2fb?b=2&a=%20`);
    expect([status, headers['x-own'], text]).toEqual([418, 'yes', 'tea']);
    const [{ method, url, headers: sent }] = extension.asked;
    expect([method, url]).toEqual(['GET', '/apis/far.example.com/v1/namespaces/default/gears/a/b?a=+&b=2']);
    expect(sent['audit-id']).toBe(headers['audit-id']);
  });

  it('keeps its media type and that of the answer, which is for the server to choose [MEDIA-06]', async () => {
    const bytes = Buffer.from([0x6b, 0x38, 0x73, 0x00, 0xff, 0x80]);
    const accept = 'application/vnd.kubernetes.protobuf';
    extension.answer = (_request, response) => void response.writeHead(200, { 'content-type': accept }).end(bytes);
    const answer = await server.client.open('GET', GEARS, { headers: { accept } });
    expect(answer.headers['content-type']).toBe(accept);
    expect(Buffer.concat(await answer.toArray())).toEqual(bytes);
    expect(extension.asked[0].headers.accept).toBe(accept);
  });

  it('names the user and its groups, and has nothing of who the client says it is', async () => {
    await server.request('GET', GEARS, {
      token: 'member-token',
      headers: { 'X-Remote-User': 'root', 'X-Remote-Group': ['system:masters'], 'X-Remote-Extra-Scope': 'all' },
    });
    const [{ headers }] = extension.asked;
    const named = Object.entries(headers).filter(([name]) => /^(x-remote-|authorization|impersonate-)/.test(name));
    expect(Object.fromEntries(named)).toEqual({
      'x-remote-user': 'member',
      'x-remote-group': 'b-group, a-group, system:authenticated',
    });
  });

  it('names an impersonated user with all that is extra', async () => {
    const headers = {
      'Impersonate-User': 'ann',
      'Impersonate-Uid': '42',
      'Impersonate-Extra-Example.org%2fScope': ['x', 'y'],
    };
    expect((await server.request('GET', GEARS, { headers })).status).toBe(200);
    const [{ headers: sent }] = extension.asked;
    expect(sent).toMatchObject({ 'x-remote-user': 'ann', 'x-remote-extra-example.org%2fscope': 'x, y' });
    expect(Object.keys(sent).filter((name) => name.startsWith('impersonate-') || name === 'x-remote-uid')).toEqual([]);
  });

  it('comes with a client certificate of the authority that is published for front proxies', async () => {
    const { data } = (await server.client.get(PUBLISHED)).body;
    await server.request('GET', GEARS);
    const authority = new X509Certificate(data['requestheader-client-ca-file'] as string);
    const peer = extension.asked[0].peer!;
    expect([peer.checkIssued(authority), peer.verify(authority.publicKey)]).toEqual([true, true]);
    expect(peer.subject).toBe(`CN=${(JSON.parse(data['requestheader-allowed-names']) as string[])[0]}`);
    expect(data).toMatchObject({
      'requestheader-username-headers': '["X-Remote-User"]',
      'requestheader-group-headers': '["X-Remote-Group"]',
      'requestheader-extra-headers-prefix': '["X-Remote-Extra-"]',
    });
    expect(data['client-ca-file']).not.toContain(data['requestheader-client-ca-file'] as string);
  });

  it('is refused before the server hears of it where the user may not', async () => {
    const { status, body } = await server.request('DELETE', `${GEARS}/a`, { token: 'nobody-token' });
    expect([status, body.reason]).toEqual([403, 'Forbidden']);
    expect((await server.request('GET', GEARS, { token: 'unknown' })).status).toBe(401);
    expect(extension.asked).toEqual([]);
  });

  it('is not followed to where the server redirects it', async () => {
    extension.answer = (_request, response) => void response.writeHead(302, { location: 'https://a.test/' }).end();
    const { status, text, headers } = await server.request('GET', GEARS);
    expect([status, headers.location]).toEqual([502, undefined]);
    expect(text).toBe('the backend attempted to redirect this request, which is not permitted');
  });
});

describe('streams through the server', () => {
  it('show the head of a watch before its first event, and each event as it comes', async () => {
    const events: (() => void)[] = [];
    extension.answer = (_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).flushHeaders();
      events.push(() => response.write(`{"type":"ADDED","object":{"metadata":{"name":"g${events.length}"}}}\n`));
    };
    const watch = await server.client.watch(GEARS);
    for (const name of ['first', 'second']) {
      events[0]();
      expect([name, (await watch.next())?.type]).toEqual([name, 'ADDED']);
    }
    watch.stop();
  });

  it('end at the server when the client goes', async () => {
    let gone: Promise<unknown> | undefined;
    extension.answer = (_request, response) => {
      gone = once(response, 'close');
      response.writeHead(200).flushHeaders();
    };
    (await server.client.watch(GEARS)).stop();
    await expect(gone).resolves.toBeDefined();
  });

  it('carry a body while it is being sent', async () => {
    const bodies: string[] = [];
    let came = (): void => {};
    extension.answer = (sent, response) => {
      sent.on('data', (chunk: Buffer) => {
        bodies.push(chunk.toString());
        came();
      });
      sent.on('end', () => response.writeHead(201).end(bodies.join('')));
    };
    const { hostname, port } = new URL(server.url);
    const headers = { authorization: `Bearer ${ADMIN_TOKEN}`, 'content-type': 'application/json' };
    const call = request({ hostname, port, path: GEARS, method: 'POST', headers, ca: server.certificateAuthority });
    const answered = once(call, 'response') as Promise<[IncomingMessage]>;
    for (const part of ['{"a":', '1}']) {
      const arrived = new Promise<void>((resolve) => (came = resolve));
      call.write(part);
      await arrived;
    }
    call.end();
    const [response] = await answered;
    expect([response.statusCode, bodies]).toEqual([201, ['{"a":', '1}']]);
    response.resume();
  });

  it('change to another protocol', async () => {
    extension.upgrade = echo;
    const raw = await RawConnection.open(server);
    const head = `Host: a\r\nAuthorization: Bearer ${ADMIN_TOKEN}\r\nConnection: Upgrade\r\nUpgrade: echo/1`;
    raw.write(`GET ${GEARS}/a/stream HTTP/1.1\r\n${head}\r\n\r\n`);
    expect(await raw.until(/\r\n\r\n/)).toMatch(/^HTTP\/1\.1 101 [^]*upgrade: echo\/1/i);
    raw.write('ping');
    expect(await raw.until(/ping$/)).toMatch(/ping$/);
    const [{ headers }] = extension.asked;
    expect([headers['x-remote-user'], headers.authorization]).toEqual(['admin', undefined]);
    // It lasts longer than any other request may.
    extension.answer = () => {};
    expect((await server.request('GET', GEARS)).status).toBe(504);
    raw.write('pong');
    expect(await raw.until(/pong$/)).toMatch(/pong$/);
    raw.drop();
  });
});
