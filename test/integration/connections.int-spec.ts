import { once } from 'node:events';
import { connect as connectHttp2, constants } from 'node:http2';
import { connect as connectTcp } from 'node:net';
import { type TLSSocket, connect as connectTls } from 'node:tls';
import { RawConnection } from '../support/raw-connection.js';
import { ADMIN_TOKEN, type TestServer, startTestServer } from '../support/start-test-server.js';

const MAPS = '/api/v1/namespaces/default/configmaps';
const IDLE_MS = 2000;
const MOST = 6;

let server: TestServer;
const opened: TLSSocket[] = [];

beforeAll(async () => {
  server = await startTestServer({ serving: { idleTimeout: IDLE_MS, headersTimeout: 2000, maxConnections: MOST } });
  const data = { a: 'x'.repeat(900_000) };
  for (let i = 0; i < 8; i++) {
    await server.client.post(MAPS, { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: `large-${i}` }, data });
  }
});

afterEach(() => {
  opened.splice(0).forEach((socket) => socket.destroy());
  server.client.close();
});

afterAll(() => server.close());

/** A connection from an address of one's own, of those that all are this machine. */
async function connectFrom(localAddress: string): Promise<TLSSocket> {
  const { hostname, port } = new URL(server.url);
  const tcp = connectTcp({ host: hostname, port: Number(port), localAddress });
  const socket = connectTls({
    socket: tcp,
    ca: server.certificateAuthority,
    host: hostname,
    ALPNProtocols: ['http/1.1'],
  });
  opened.push(socket);
  socket.on('error', () => {});
  await once(socket, 'secureConnect');
  return socket;
}

async function raw(): Promise<RawConnection> {
  const connection = await RawConnection.open(server);
  opened.push(connection.socket);
  return connection;
}

const get = (path: string): string => `GET ${path} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${ADMIN_TOKEN}\r\n\r\n`;

/** The value of a metric without labels, or of its first line with one. */
async function gauge(name: string): Promise<number> {
  const { text } = await server.client.get('/metrics');
  return Number(new RegExp(`^${name}(?:{[^}]*})? (\\S+)`, 'm').exec(text)?.[1] ?? 0);
}

describe('connections', () => {
  it('are closed when nothing happens on them, in both protocols', async () => {
    const [silent, used] = [await raw(), await raw()];
    used.write(get('/version'));
    const session = connectHttp2(server.url, { ca: server.certificateAuthority });
    await once(session, 'connect');
    await Promise.all([silent.untilClosed(), used.untilClosed(), once(session, 'close')]);
    expect(await used.untilClosed()).toMatch(/^HTTP\/1\.1 200 /);
  });

  it('stay open while a watch is quiet', async () => {
    const watch = await server.client.watch(`${MAPS}?resourceVersion=0&fieldSelector=metadata.name%3Dlater`);
    const session = connectHttp2(server.url, { ca: server.certificateAuthority });
    const path = `${MAPS}?watch=1&fieldSelector=metadata.name%3Dlater`;
    const stream = session.request({ ':path': path, authorization: `Bearer ${ADMIN_TOKEN}` });
    await once(stream, 'response');
    await (await raw()).untilClosed();
    await (await raw()).untilClosed();
    await server.client.post(MAPS, { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'later' } });
    expect(await watch.names(1)).toEqual(['ADDED later']);
    expect(String((await once(stream, 'data'))[0])).toContain('"name":"later"');
    watch.stop();
    session.destroy();
  });

  it('are closed when the headers of a request do not come', async () => {
    const connection = await raw();
    connection.write('GET /version HTTP/1.1\r\nhost: x\r\n');
    const trickle = setInterval(() => connection.write('x-a: 1\r\n'), 50);
    await connection.untilClosed();
    clearInterval(trickle);
  });

  it('are closed when an answer is not read', async () => {
    const connection = await raw();
    connection.socket.pause();
    connection.write(get(MAPS));
    while ((await gauge('apiserver_current_inflight_requests')) > 1) await new Promise((done) => setTimeout(done, 20));
    connection.socket.resume();
    expect((await connection.untilClosed()).length).toBeLessThan(7_200_000);
  });

  it('make room for those who come after', async () => {
    const many = await Promise.all(Array.from({ length: MOST }, () => connectFrom('127.0.0.2')));
    const first = once(many[0], 'close');
    const other = await connectFrom('127.0.0.3');
    await first;
    other.write(get('/version'));
    expect(String((await once(other, 'data'))[0])).toMatch(/^HTTP\/1\.1 200 /);
    expect(many.filter((socket) => socket.closed)).toHaveLength(1);
  });
});

describe('streams', () => {
  it('are ended when their answer is not read, and only they', async () => {
    const session = connectHttp2(server.url, { ca: server.certificateAuthority });
    const authorization = `Bearer ${ADMIN_TOKEN}`;
    const unread = session.request({ ':path': MAPS, authorization });
    unread.on('error', () => {});
    while (!unread.closed) {
      const read = session.request({ ':path': `${MAPS}/large-0`, authorization });
      let length = 0;
      for await (const chunk of read) length += (chunk as Buffer).length;
      expect(length).toBeGreaterThan(900_000);
    }
    expect([unread.rstCode, session.closed]).toEqual([constants.NGHTTP2_ENHANCE_YOUR_CALM, false]);
    session.destroy();
  });
});
