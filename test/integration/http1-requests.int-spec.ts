import { Http2Client } from '../support/http2-client.js';
import { RawConnection } from '../support/raw-connection.js';
import { ADMIN_TOKEN, type TestServer, startTestServer } from '../support/start-test-server.js';

const MAPS = '/api/v1/namespaces/default/configmaps';
const AUTHORIZED = `authorization: Bearer ${ADMIN_TOKEN}\r\n`;
const MEBIBYTE = 1024 * 1024;

let server: TestServer;
const opened: RawConnection[] = [];
const timers: NodeJS.Timeout[] = [];

beforeAll(async () => {
  server = await startTestServer({
    serving: { requestTimeout: 1000, strictTransportSecurityDirectives: ['max-age=1', 'preload'] },
  });
});

afterEach(() => {
  timers.splice(0).forEach(clearInterval);
  opened.splice(0).forEach((connection) => connection.drop());
});

afterAll(() => server.close());

async function connect(): Promise<RawConnection> {
  const connection = await RawConnection.open(server);
  opened.push(connection);
  return connection;
}

function repeat(send: () => void, everyMs: number): void {
  timers.push(setInterval(send, everyMs));
}

/** Sends bytes on a connection of their own, and returns all received data until a pattern matches. */
async function exchange(sent: string, until = /\r\n\r\n[^]+/): Promise<string> {
  const connection = await connect();
  connection.write(sent);
  return connection.until(until);
}

const get = (target: string, headers = ''): string => `GET ${target} HTTP/1.1\r\nhost: x\r\n${headers}\r\n`;

const statusesIn = (text: string): string[] => text.match(/HTTP\/1\.1 \d+/g) ?? [];

describe('the Host header', () => {
  it.each([
    ['is missing', 'GET /version HTTP/1.1\r\n\r\n', '400 Bad Request: missing required Host header'],
    ['is doubled', 'GET /version HTTP/1.1\r\nhost: x\r\nHost: y\r\n\r\n', '400 Bad Request'],
    ['is no host', 'GET /version HTTP/1.1\r\nhost: x y\r\n\r\n', '400 Bad Request: malformed Host header'],
  ])('is refused in plain text when it %s, and the connection closed', async (_what, sent, line) => {
    const connection = await connect();
    connection.write(sent);
    const text = await connection.untilClosed();
    expect(text.split('\r\n')[0]).toBe(`HTTP/1.1 ${line}`);
    expect(text).toMatch(/\r\nconnection: close\r\n/i);
    expect(text).toContain(line);
  });

  it('is not needed with HTTP/1.0', async () => {
    expect(await exchange('GET /version HTTP/1.0\r\n\r\n')).toMatch(/^HTTP\/1\.1 200 /);
  });
});

describe('the method', () => {
  it.each(['FOO', 'get', 'X-1'])('%s, unknown to the parser, is not allowed', async (method) => {
    const text = await exchange(`${method} /api/v1/pods HTTP/1.1\r\nhost: x\r\n\r\n`);
    expect(text).toMatch(/^HTTP\/1\.1 405 Method Not Allowed\r\nContent-Type: application\/json/);
    expect(text).toContain('"reason":"MethodNotAllowed"');
  });

  it.each(['FOO\r\n\r\n', 'no request at all\r\n\r\n', '\u0000\u0001\r\n\r\n'])(
    'of what is no request is not looked at: %j',
    async (sent) => {
      expect(await exchange(sent)).toMatch(/^HTTP\/1\.1 400 Bad Request\r\nContent-Type: text\/plain/);
    },
  );
});

describe('targets', () => {
  it.each(['/version', 'https://x/version', 'http://anywhere:1/version?x=1'])('may be %s', async (target) => {
    expect(await exchange(get(target))).toMatch(/^HTTP\/1\.1 200 [^]*gitVersion/);
  });

  it('are authorized by their path, whatever their form', async () => {
    expect(await exchange(get(`https://x${MAPS}`))).toMatch(/^HTTP\/1\.1 403 /);
    expect(await exchange(get('https://x/livez?/api'))).toMatch(/^HTTP\/1\.1 200 /);
  });

  it('that name a host to connect to are refused', async () => {
    expect(await exchange('CONNECT other:443 HTTP/1.1\r\nhost: other\r\n\r\n')).toMatch(/^HTTP\/1\.1 405 /);
  });
});

describe('headers', () => {
  it('may have a mebibyte', async () => {
    const selector = `x-large: ${'x'.repeat(MEBIBYTE - 1000)}\r\n`;
    expect(await exchange(get('/version', selector))).toMatch(/^HTTP\/1\.1 200 /);
  });

  it('may make a long query', async () => {
    const query = `fieldManager=${'a'.repeat(500_000)}`;
    expect(await exchange(get(`/version?${query}`))).toMatch(/^HTTP\/1\.1 200 /);
  });

  it('are refused with a Status beyond', async () => {
    const text = await exchange(get('/version', `x-large: ${'x'.repeat(MEBIBYTE)}\r\n`), /"code":431/);
    expect(text).toMatch(/^HTTP\/1\.1 431 [^]*"kind":"Status"/);
  });

  it('are read all or not at all', async () => {
    const many = (count: number): string => Array.from({ length: count }, (_, i) => `x-${i}: 1\r\n`).join('');
    expect(await exchange(get('/version', many(900)))).toMatch(/^HTTP\/1\.1 200 /);
    // The last ones would be dropped, and the request be the administrator's own.
    const text = await exchange(get(MAPS, `${AUTHORIZED}${many(1100)}impersonate-user: nobody\r\n`), /"code":431/);
    expect(text).toMatch(/^HTTP\/1\.1 431 /);
  });

  it('require TLS of browsers, if configured', async () => {
    expect((await server.client.get('/version')).headers['strict-transport-security']).toBe('max-age=1; preload');
    expect((await server.request('GET', '/nowhere', { token: '' })).headers['strict-transport-security']).toBeDefined();
  });

  it('that ask for another protocol are passed by', async () => {
    const upgrade = 'connection: upgrade\r\nupgrade: websocket\r\n';
    expect(await exchange(get('/version', upgrade))).toMatch(/^HTTP\/1\.1 200 /);
  });
});

describe('bodies', () => {
  const post = (headers: string, body = ''): string =>
    `POST ${MAPS} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n${headers}\r\n${body}`;
  const object = (name: string): string => JSON.stringify({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name } });

  it('are asked for only from those who may send them', async () => {
    const waiting = 'expect: 100-continue\r\ncontent-length: 100\r\n';
    expect(await exchange(post(waiting))).toMatch(/^HTTP\/1\.1 403 /);
    const connection = await connect();
    const body = object('invited').padEnd(100);
    connection.write(post(`${AUTHORIZED}${waiting}`));
    expect(await connection.until(/\r\n\r\n/)).toBe('HTTP/1.1 100 Continue\r\n\r\n');
    connection.write(body);
    expect(await connection.until(/HTTP\/1.1 2/)).toMatch(/HTTP\/1\.1 201 /);
  });

  it('with other expectations are refused', async () => {
    expect(await exchange(post('expect: wonders\r\ncontent-length: 2\r\n', '{}'), /\r\n\r\n/)).toMatch(
      /^HTTP\/1\.1 417 /,
    );
  });

  it('may end with trailers', async () => {
    const body = object('with-trailers');
    const chunked = `${body.length.toString(16)}\r\n${body}\r\n0\r\nx-trailer: 1\r\nauthorization: none\r\n\r\n`;
    const text = await exchange(post(`${AUTHORIZED}transfer-encoding: chunked\r\n`, chunked));
    expect(text).toMatch(/^HTTP\/1\.1 201 /);
  });

  it('that trickle are answered 504, and their connection closed', async () => {
    const connection = await connect();
    connection.write(post(`${AUTHORIZED}content-length: 1000\r\n`));
    repeat(() => connection.write(' '), 20);
    expect(await connection.untilClosed()).toMatch(/^HTTP\/1\.1 504 /);
  });

  it('that are refused end their connection when there is no end of them', async () => {
    const connection = await connect();
    connection.write(post('transfer-encoding: chunked\r\n'));
    repeat(() => connection.write(`400\r\n${'x'.repeat(1024)}\r\n`), 5);
    expect(await connection.untilClosed()).toMatch(/^HTTP\/1\.1 403 /);
  });
  it('of HTTP/2 that are read and refused get their whole answer', async () => {
    const http2 = await Http2Client.connect({ url: server.url, ca: server.certificateAuthority, token: ADMIN_TOKEN });
    const answers = await Promise.all(Array.from({ length: 20 }, () => http2.request('POST', MAPS, { body: [] })));
    http2.close();
    for (const { status, body } of answers) expect([status, body.code]).toEqual([400, 400]);
  });
});

describe('a connection that carries several requests', () => {
  it('answers those before a malformed one, in their order, then refuses that and closes', async () => {
    const connection = await connect();
    connection.write(get(MAPS, AUTHORIZED), get('/version'), 'nonsense\r\n\r\n', get('/version'));
    expect(statusesIn(await connection.untilClosed())).toEqual(['HTTP/1.1 200', 'HTTP/1.1 200', 'HTTP/1.1 400']);
  });

  it('is no way for one request to become two', async () => {
    const hidden = get(`${MAPS}/hidden`);
    const both = `content-length: ${hidden.length}\r\ntransfer-encoding: chunked\r\n`;
    const text = await exchange(`POST ${MAPS} HTTP/1.1\r\nhost: x\r\n${both}\r\n0\r\n\r\n${hidden}`, /\r\n\r\n/);
    expect(statusesIn(text)).toEqual(['HTTP/1.1 400']);
  });
});
