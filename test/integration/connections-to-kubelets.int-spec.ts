import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WebSocket } from 'ws';
import {
  FakeKubelet,
  type KubeletCertificates,
  echo,
  makeKubeletCertificates,
  ownAddress,
} from '../support/fake-kubelet.js';
import { RawConnection } from '../support/raw-connection.js';
import { type SpdyStream, speakSpdy } from '../support/spdy-kubelet.js';
import { ADMIN_TOKEN, type TestServer, startTestServer } from '../support/start-test-server.js';
import type { TestAnswer } from '../support/test-client.js';

const NAMESPACE = '/api/v1/namespaces/default';
const HOST = ownAddress();

let certificates: KubeletCertificates;
let directory: string;
let kubelet: FakeKubelet;
let server: TestServer;
const opened: RawConnection[] = [];

/** Waits until something is so. */
async function eventually(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setImmediate(resolve));
}

const post = async (path: string, body: object): Promise<TestAnswer> => {
  const answer = await server.request('POST', path, { body });
  if (answer.status !== 201) throw new Error(answer.text);
  return answer;
};

const nodeAt = (name: string, address: string): object => ({
  metadata: { name },
  status: {
    addresses: [{ type: 'InternalIP', address }],
    daemonEndpoints: { kubeletEndpoint: { Port: kubelet.port } },
  },
});

const podOn = (name: string, node: string | undefined, containers = ['c']): object => ({
  metadata: { name },
  spec: { nodeName: node, containers: containers.map((each) => ({ name: each, image: 'img:1' })) },
});

async function giveAddress(pod: string, ip: string): Promise<void> {
  const body = { status: { podIP: ip, podIPs: [{ ip }] } };
  const headers = { 'content-type': 'application/merge-patch+json' };
  const { status } = await server.request('PATCH', `${NAMESPACE}/pods/${pod}/status`, { body, headers });
  expect(status).toBe(200);
}

beforeAll(async () => {
  certificates = await makeKubeletCertificates(HOST);
  directory = await mkdtemp(join(tmpdir(), 'binnacle-kubelet-'));
  const file = async (name: string, text: string): Promise<string> => {
    await writeFile(join(directory, name), text);
    return join(directory, name);
  };
  kubelet = await FakeKubelet.start(certificates, { requestCert: true, rejectUnauthorized: true });
  server = await startTestServer({
    authorization: { modes: ['RBAC'] },
    tokens: ['bob,bob,2'],
    admission: { disabledPlugins: ['ServiceAccount'] },
    kubelet: {
      clientCertificate: await file('client.crt', certificates.client.certificate),
      clientKey: await file('client.key', certificates.client.key),
      certificateAuthority: await file('ca.crt', certificates.authority),
      timeout: 2000,
    },
  });
  await post('/api/v1/nodes', nodeAt('n', HOST));
  await post('/api/v1/nodes', nodeAt('other-name', 'localhost'));
  await post(`${NAMESPACE}/pods`, podOn('p', 'n'));
  await post(`${NAMESPACE}/pods`, podOn('two', 'n', ['a', 'b']));
  await post(`${NAMESPACE}/pods`, podOn('misnamed', 'other-name'));
});

beforeEach(() => {
  kubelet.asked.length = 0;
  kubelet.answer = (_request, response) => void response.writeHead(404).end();
  kubelet.upgrade = echo;
});

afterEach(() => opened.splice(0).forEach((connection) => connection.drop()));

afterAll(async () => {
  await server.close();
  await kubelet.close();
  await rm(directory, { recursive: true, force: true });
});

const get = (path: string, headers = {}): Promise<TestAnswer> =>
  server.request('GET', `${NAMESPACE}${path}`, { headers });

describe('pods/log', () => {
  it('is asked for with the options in the words of kubelets, and the certificate of the server', async () => {
    kubelet.answer = (_request, response) => void response.end('one\ntwo\n');
    const options = 'follow=1&previous=true&timestamps=1&sinceSeconds=3&tailLines=0&limitBytes=9&container=c&pretty=1';
    const answer = await get(`/pods/p/log?${options}`);
    expect([answer.status, answer.headers['content-type'], answer.text]).toEqual([200, 'text/plain', 'one\ntwo\n']);
    expect(kubelet.asked[0]).toMatchObject({
      method: 'GET',
      url: '/containerLogs/default/p/c?follow=true&previous=true&timestamps=true&sinceSeconds=3&tailLines=0&limitBytes=9',
    });
    expect(kubelet.asked[0].headers.authorization).toBeUndefined();
  });

  it('comes as it is written, and ends at the kubelet when the client goes', async () => {
    let written: ServerResponse | undefined;
    kubelet.answer = (_request, response) => {
      written = response;
      response.write('first\n');
    };
    const log = await server.client.open('GET', `${NAMESPACE}/pods/p/log?follow=true`);
    const lines = log[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
    expect(String((await lines.next()).value)).toBe('first\n');
    written!.write('second\n');
    expect(String((await lines.next()).value)).toBe('second\n');
    log.destroy();
    await eventually(() => written!.closed);
    expect(kubelet.connections).toBe(0);
  });

  it('is asked for no faster than the client reads', async () => {
    const chunk = Buffer.alloc(1 << 16, 'x');
    let sent = 0;
    kubelet.answer = (_request, response) => {
      const more = (): void => {
        do sent += chunk.length;
        while (response.write(chunk));
      };
      response.on('drain', more);
      more();
    };
    const log = await server.client.open('GET', `${NAMESPACE}/pods/p/log?follow=true`);
    // Nothing moves any more once everything between the two is full.
    for (let [still, before] = [0, -1]; still < 2000; still++) {
      if (sent !== before) still = 0;
      before = sent;
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(sent).toBeGreaterThan(1 << 20);
    expect(sent).toBeLessThan(64 << 20);
    log.destroy();
  });

  it.each([
    ['tailLines=-1', 422, 'tailLines: Invalid value: -1: must be greater than or equal to 0'],
    ['sinceSeconds=1&sinceTime=2020-01-01T00:00:00Z', 422, 'at most one of `sinceTime` or `sinceSeconds`'],
    ['limitBytes=x', 400, 'strconv.ParseInt: parsing "x": invalid syntax'],
    ['container=z', 400, 'container z is not valid for pod p'],
  ])('refuses %s', async (query, status, message) => {
    const answer = await get(`/pods/p/log?${query}`);
    expect([answer.status, answer.body.message]).toEqual([status, expect.stringContaining(message)]);
    expect(kubelet.asked).toEqual([]);
  });

  it('wants to know whose log where a pod has several containers', async () => {
    const { status, body } = await get('/pods/two/log');
    expect([status, body.message]).toEqual([
      400,
      'a container name must be specified for pod two, choose one of: [a b]',
    ]);
  });

  it.each([
    [400, 'bad', 400, 'bad'],
    [404, 'none', 404, 'the server could not find the requested resource ( pods/log p)'],
    [500, 'broken', 500, 'Internal error occurred: broken'],
    [502, 'gate', 502, 'an error on the server ("gate") has prevented the request from succeeding ( pods/log p)'],
  ])('reports a response of %d', async (code, text, status, message) => {
    kubelet.answer = (_request, response) => void response.writeHead(code).end(text);
    const answer = await get('/pods/p/log');
    expect([answer.status, answer.body.message]).toEqual([status, message]);
  });

  it('follows nobody elsewhere', async () => {
    kubelet.answer = (_request, response) => void response.writeHead(302, { location: 'https://127.0.0.1:1/' }).end();
    const { status, body } = await get('/pods/p/log');
    expect([status, body.message]).toEqual([500, expect.stringContaining('redirects forbidden')]);
  });

  it('is not read from a node that is not the one it says, unless the client does not mind', async () => {
    kubelet.answer = (_request, response) => void response.end('text');
    const refused = await get('/pods/misnamed/log');
    expect([refused.status, refused.body.message]).toEqual([500, expect.stringContaining('tls: failed to verify')]);
    expect(kubelet.asked).toEqual([]);
    expect((await get('/pods/misnamed/log?insecureSkipTLSVerifyBackend=true')).text).toBe('text');
  });

  it('ends where the kubelet aborts, so that the client can detect it', async () => {
    kubelet.answer = (_request, response) => {
      response.write('half');
      setImmediate(() => kubelet.drop());
    };
    await expect(get('/pods/p/log')).rejects.toThrow(/aborted|hang up|ECONNRESET/);
  });

  it('is a right of its own [TERM-05]', async () => {
    const { status, body } = await server.request('GET', `${NAMESPACE}/pods/p/log`, { token: 'bob' });
    expect([status, body.message]).toEqual([403, expect.stringContaining('cannot get resource "pods/log"')]);
  });
});

/** A request for another protocol, and what came back. */
async function ask(method: string, path: string, headers: readonly string[]): Promise<RawConnection> {
  const connection = await RawConnection.open(server);
  opened.push(connection);
  const lines = [`${method} ${path} HTTP/1.1`, 'host: x', `authorization: Bearer ${ADMIN_TOKEN}`, ...headers];
  connection.write(`${lines.join('\r\n')}\r\n\r\n`);
  return connection;
}

const WEBSOCKET = [
  'connection: Upgrade',
  'upgrade: websocket',
  'sec-websocket-version: 13',
  'sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==',
];
const SPDY = ['connection: Upgrade', 'upgrade: SPDY/3.1', 'x-stream-protocol-version: v4.channel.k8s.io'];

describe('pods/exec, attach and portforward', () => {
  it.each([
    [
      'exec?command=sh&command=-c&command=a%20b&stdin=1&tty=true',
      '/exec/default/p/c?input=1&tty=1&command=sh&command=-c&command=a+b',
    ],
    ['attach?stdout=1&stderr=1', '/attach/default/p/c?output=1&error=1'],
    ['portforward?ports=80&ports=81,82', '/portForward/default/p?port=80%2C81%2C82'],
  ])('joins the client with the kubelet: %s', async (below, url) => {
    const connection = await ask('POST', `${NAMESPACE}/pods/p/${below}`, [...SPDY, 'content-length: 0']);
    const head = await connection.until(/\r\n\r\n/);
    expect(head).toMatch(/^HTTP\/1.1 101 Switching Protocols\r\n[^]*Upgrade: SPDY\/3.1\r\n/);
    connection.write('there', Buffer.alloc(100_000, 'y'), 'back');
    expect((await connection.until(/back$/)).length).toBe(head.length + 100_009);
    expect(kubelet.asked[0]).toMatchObject({ method: 'POST', url });
    expect(kubelet.asked[0].headers).toMatchObject({
      upgrade: 'SPDY/3.1',
      'x-stream-protocol-version': 'v4.channel.k8s.io',
    });
    expect(kubelet.asked[0].headers.authorization).toBeUndefined();
    connection.drop();
    await eventually(() => kubelet.connections === 0);
  });

  it('passes the protocols of WebSockets on, but never a token among them', async () => {
    const token = Buffer.from(ADMIN_TOKEN).toString('base64url');
    const protocols = `v4.channel.k8s.io, base64url.bearer.authorization.k8s.io.${token}`;
    const connection = await ask('GET', `${NAMESPACE}/pods/p/exec?command=ls&stdout=1`, [
      ...WEBSOCKET,
      `sec-websocket-protocol: ${protocols}`,
    ]);
    await connection.until(/\r\n\r\n/);
    expect(kubelet.asked[0].headers['sec-websocket-protocol']).toBe('v4.channel.k8s.io');
  });

  it('ends the client when the kubelet ends', async () => {
    kubelet.upgrade = (request, socket, head) => {
      echo(request, socket, head);
      socket.write('bye');
      socket.end();
    };
    const connection = await ask('POST', `${NAMESPACE}/pods/p/exec?command=ls&stdout=1`, SPDY);
    expect(await connection.untilClosed()).toMatch(/bye$/);
  });

  it('forwards the rejection of a kubelet', async () => {
    kubelet.upgrade = (_request, socket) => {
      socket.end('HTTP/1.1 403 Forbidden\r\nContent-Length: 4\r\nX-Told: yes\r\n\r\nnope');
    };
    const connection = await ask('POST', `${NAMESPACE}/pods/p/exec?command=ls&stdout=1`, SPDY);
    expect(await connection.untilClosed()).toMatch(/^HTTP\/1.1 403 [^]*x-told: yes[^]*nope$/);
  });

  it.each([
    [
      'answers as if nothing had been asked',
      'HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n',
      'invalid upgrade response: status code 200',
    ],
    ['hangs up', '', 'error dialing backend: EOF'],
    ['answers nonsense', 'what?\r\n\r\n', 'error dialing backend: net/http: malformed HTTP response'],
  ])('fails when a kubelet %s', async (_what, sent, message) => {
    kubelet.upgrade = (_request, socket) => void socket.end(sent);
    const connection = await ask('POST', `${NAMESPACE}/pods/p/exec?command=ls&stdout=1`, SPDY);
    const text = await connection.untilClosed();
    expect(text).toMatch(/^HTTP\/1.1 500 /);
    expect(text).toContain(message);
  });

  it('waits for a kubelet that hangs, and lets go of it when the client does', async () => {
    kubelet.upgrade = () => {};
    const connection = await ask('POST', `${NAMESPACE}/pods/p/exec?command=ls&stdout=1`, SPDY);
    await eventually(() => kubelet.asked.length === 1);
    connection.drop();
    await eventually(() => kubelet.connections === 0);
  });

  it('lets go of everything when hundreds of clients go', async () => {
    const all: Awaited<ReturnType<typeof ask>>[] = [];
    // Each client is a TLS handshake here and one at the kubelet, which has ten seconds: on a slow machine not for all at once.
    while (all.length < 300) {
      const some = Array.from({ length: 20 }, () => ask('POST', `${NAMESPACE}/pods/p/exec?command=ls&stdout=1`, SPDY));
      const opened = await Promise.all(some);
      const answers = await Promise.all(opened.map((connection) => connection.until(/\r\n\r\n/)));
      for (const answer of answers) expect(answer).toMatch(/^HTTP\/1.1 101 /);
      all.push(...opened);
    }
    expect(kubelet.connections).toBe(300);
    all.forEach((connection) => connection.drop());
    await eventually(() => kubelet.connections === 0);
  });

  it('is refused without another protocol, and by other methods', async () => {
    const { status, body } = await server.request('POST', `${NAMESPACE}/pods/p/exec?command=ls`);
    expect([status, body.message]).toEqual([400, 'Upgrade request required']);
    expect((await server.request('PUT', `${NAMESPACE}/pods/p/exec`)).status).toBe(405);
  });

  it('is no protocol where a path has none: the request is answered, and the next one too', async () => {
    const connection = await ask('GET', '/version', WEBSOCKET);
    await connection.until(/gitVersion[^]*\}/);
    connection.write(`GET /version HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${ADMIN_TOKEN}\r\n\r\n`);
    expect((await connection.until(/200 OK[^]*200 OK/)).match(/200 OK/g)).toHaveLength(2);
  });

  it.each([1, 3])(
    'is declined for a request pipelined behind %d others, which is answered in its turn',
    async (count) => {
      const first = `GET ${NAMESPACE}/pods/p HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${ADMIN_TOKEN}\r\n`;
      const connection = await RawConnection.open(server);
      opened.push(connection);
      const wish = 'Connection: Upgrade\r\nUpgrade: odd\r\n';
      const second = first.replace('/pods/p', '/pods/none');
      const last = first.replace('/pods/p', '/configmaps/none');
      connection.write(
        `${first}\r\n`.repeat(count) + `${second}${wish}\r\n${last}${wish}\r\n${last}Connection: close\r\n\r\n`,
      );
      const text = await connection.untilClosed();
      expect(text.match(/HTTP\/1.1 \d+/g)).toEqual([
        ...new Array<string>(count).fill('HTTP/1.1 200'),
        ...new Array<string>(3).fill('HTTP/1.1 404'),
      ]);
    },
  );

  it('is granted to a request pipelined behind another only once that is answered', async () => {
    const head = `Host: a\r\nAuthorization: Bearer ${ADMIN_TOKEN}\r\n`;
    const connection = await RawConnection.open(server);
    opened.push(connection);
    connection.write(
      `GET ${NAMESPACE}/pods/p HTTP/1.1\r\n${head}\r\n` +
        `POST ${NAMESPACE}/pods/p/exec?command=ls&stdout=1 HTTP/1.1\r\n${head}${SPDY.join('\r\n')}\r\n\r\n`,
    );
    expect(await connection.until(/ 101 [^]*\r\n\r\n/)).toMatch(/^HTTP\/1.1 200 [^]*HTTP\/1.1 101 /);
  });

  it('reads the body of a request whose wish for another protocol is declined', async () => {
    const body = JSON.stringify({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'wished' } });
    const connection = await ask('POST', `${NAMESPACE}/configmaps`, [
      'connection: Upgrade, close',
      'upgrade: h2c',
      'content-type: application/json',
      `content-length: ${body.length}`,
    ]);
    connection.write(body);
    expect(await connection.untilClosed()).toMatch(/^HTTP\/1.1 201 /);
  });
});

describe('WebSockets in front of kubelets, which speak SPDY', () => {
  const token = `Bearer ${ADMIN_TOKEN}`;

  /** Connects as clients do, and gathers what comes by channel. */
  async function channels(query: string): Promise<{ socket: WebSocket; told: string[]; ended: Promise<number> }> {
    const url = `${server.url.replace('https', 'wss')}${NAMESPACE}/pods/p/exec?${query}`;
    const options = { ca: server.certificateAuthority, headers: { authorization: token } };
    const socket = new WebSocket(url, ['v5.channel.k8s.io', 'v4.channel.k8s.io'], options);
    const told: string[] = ['', '', '', '', ''];
    socket.on('message', (data: Buffer) => (told[data[0]] += data.subarray(1).toString()));
    const ended = new Promise<number>((resolve) => socket.once('close', resolve));
    await once(socket, 'open');
    expect(socket.protocol).toBe('v5.channel.k8s.io');
    return { socket, told, ended };
  }

  it('are translated stream by stream, and receive the exit status', async () => {
    const opened = new Map<string, SpdyStream>();
    let typed = '';
    kubelet.upgrade = (_request, socket) =>
      speakSpdy(socket, {
        onStream: (stream) => void opened.set(stream.name, stream),
        onData: ({ name }, chunk) => (typed += `${name}:${chunk.toString()};`),
        onEnd: ({ name }) => {
          expect(name).toBe('stdin');
          opened.get('stdout')!.send(Buffer.alloc(300_000, 'o'));
          opened.get('stderr')!.send('oh');
          opened.get('error')!.send('{"metadata":{},"status":"Failure","reason":"NonZeroExitCode"}');
          for (const stream of ['stdout', 'stderr', 'error']) opened.get(stream)!.end();
        },
      });
    const { socket, told, ended } = await channels('command=cat&stdin=1&stdout=1&stderr=1');
    socket.send(Buffer.from('\0in'));
    socket.send(Buffer.from([255, 0]));
    expect(await ended).toBe(1000);
    expect([...opened.keys()]).toEqual(['error', 'stdin', 'stdout', 'stderr']);
    expect([typed, told[1].length, told[2]]).toEqual(['stdin:in;', 300_000, 'oh']);
    expect(JSON.parse(told[3])).toMatchObject({ status: 'Failure', reason: 'NonZeroExitCode' });
    expect(kubelet.asked[0]).toMatchObject({
      method: 'POST',
      headers: { upgrade: 'SPDY/3.1', 'x-stream-protocol-version': 'v4.channel.k8s.io' },
    });
    expect(kubelet.asked[0].headers['sec-websocket-key']).toBeUndefined();
    await eventually(() => kubelet.connections === 0);
  });

  it('pass sizes of terminals on, and say when a kubelet breaks off', async () => {
    const told: string[] = [];
    kubelet.upgrade = (_request, socket) =>
      speakSpdy(socket, {
        onStream: ({ name }) => void told.push(name),
        onData: ({ name }, chunk) => {
          told.push(`${name} ${chunk.toString()}`);
          socket.destroy();
        },
        onEnd: () => {},
      });
    const client = await channels('command=sh&stdin=1&stdout=1&tty=1');
    client.socket.send(Buffer.from('\x04{"Width":80}'));
    await client.ended;
    expect(told).toEqual(['error', 'stdin', 'stdout', 'resize', 'resize {"Width":80}']);
    expect(JSON.parse(client.told[3])).toMatchObject({ status: 'Failure', code: 500 });
  });

  it('let go of the kubelet when the client goes', async () => {
    kubelet.upgrade = (_request, socket) =>
      speakSpdy(socket, { onStream: () => {}, onData: () => {}, onEnd: () => {} });
    const { socket } = await channels('command=sh&stdout=1');
    socket.terminate();
    await eventually(() => kubelet.connections === 0);
  });

  it('carry what is forwarded to ports as it is', async () => {
    const connection = await ask('GET', `${NAMESPACE}/pods/p/portforward`, [
      ...WEBSOCKET,
      'sec-websocket-protocol: SPDY/3.1+odd.k8s.io, other, SPDY/3.1+portforward.k8s.io',
    ]);
    const head = await connection.until(/\r\n\r\n/);
    expect(head).toMatch(/Sec-WebSocket-Protocol: SPDY\/3\.1\+portforward\.k8s\.io\r\n/);
    expect(kubelet.asked[0].headers).toMatchObject({
      upgrade: 'SPDY/3.1',
      'x-stream-protocol-version': 'odd.k8s.io, portforward.k8s.io',
    });
    // A message of five bytes, masked with zeros.
    connection.write(Buffer.from([0x82, 0x85, 0, 0, 0, 0]), 'hello');
    expect((await connection.until(/hello$/)).endsWith('\x82\x05hello')).toBe(true);
    connection.drop();
    await eventually(() => kubelet.connections === 0);
  });

  it.each(['exec?command=ls&stdout=1', 'attach?stdout=1'])(
    'say on %s that the kubelet cannot be reached',
    async (path) => {
      kubelet.upgrade = (_request, socket) => void socket.destroy();
      const connection = await ask('GET', `${NAMESPACE}/pods/p/${path}`, [
        ...WEBSOCKET,
        'sec-websocket-protocol: v5.channel.k8s.io',
      ]);
      // The frame that closes a WebSocket, with the code for a normal end.
      const text = await connection.until(/\x88\x02\x03\xe8$/);
      expect(text).toMatch(/^HTTP\/1.1 101 /);
      const status = JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1)) as object;
      expect(status).toMatchObject({ status: 'Failure', reason: 'InternalError', code: 500 });
      const url = `https://${HOST}:${kubelet.port}/${path.split('?')[0]}/default/p/c?`;
      expect(status).toHaveProperty(
        'message',
        expect.stringContaining(`Internal error occurred: error sending request: Post "${url}`),
      );
      expect(status).toHaveProperty('message', expect.stringMatching(/": EOF$/));
    },
  );

  it('are refused when the kubelet refuses, before they are granted', async () => {
    kubelet.upgrade = (_request, socket) => void socket.end('HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n');
    const connection = await ask('GET', `${NAMESPACE}/pods/p/exec?command=ls&stdout=1`, [
      ...WEBSOCKET,
      'sec-websocket-protocol: v5.channel.k8s.io',
    ]);
    expect(await connection.untilClosed()).toMatch(/^HTTP\/1.1 404 /);
  });

  it('are rejected when they are invalid', async () => {
    kubelet.upgrade = (_request, socket) =>
      speakSpdy(socket, { onStream: () => {}, onData: () => {}, onEnd: () => {} });
    const connection = await ask('GET', `${NAMESPACE}/pods/p/exec?command=ls&stdout=1`, [
      'connection: Upgrade',
      'upgrade: websocket',
      'sec-websocket-protocol: v5.channel.k8s.io',
    ]);
    expect(await connection.untilClosed()).toMatch(/^HTTP\/1.1 400 /);
    await eventually(() => kubelet.connections === 0);
  });
});

describe('nodes/proxy', () => {
  const proxied = (below: string, sent = {}, method = 'GET'): Promise<TestAnswer> =>
    server.request(method, `/api/v1/nodes/n/proxy${below}`, sent);

  it('leads requests and answers on as they are [VERB-09]', async () => {
    kubelet.answer = (request: IncomingMessage, response) => {
      response.writeHead(418, {
        'x-own': ['a', 'b'],
        connection: 'x-hop',
        'x-hop': '1',
        'access-control-allow-origin': '*',
      });
      request.pipe(response);
    };
    const body = Buffer.alloc(300_000, 'z');
    const headers = { 'x-asked': 'yes', 'content-type': 'text/odd', 'impersonate-user': 'nobody' };
    const refused = await proxied('/run/a%20b/?q=%2F&q', { body, headers }, 'POST');
    expect(refused.status).toBe(403);
    const { 'impersonate-user': _user, ...own } = headers;
    const answer = await proxied('/run/a%20b/?q=%2F&q', { body, headers: own }, 'POST');
    expect([answer.status, answer.text.length, answer.headers['x-own']]).toEqual([418, body.length, 'a, b']);
    expect([answer.headers['x-hop'], answer.headers['access-control-allow-origin']]).toEqual([undefined, undefined]);
    expect(kubelet.asked[0]).toMatchObject({ method: 'POST', url: '/run/a%20b/?q=%2F&q' });
    expect(kubelet.asked[0].headers).toMatchObject({
      'x-asked': 'yes',
      'content-type': 'text/odd',
      'x-forwarded-uri': '/api/v1/nodes/n/proxy/run/a%20b/',
    });
    expect(kubelet.asked[0].headers.authorization).toBeUndefined();
  });

  it('leads links of pages and redirects back through the server', async () => {
    kubelet.answer = ({ url }, response) => {
      if (url === '/moved')
        return void response.writeHead(302, { location: `https://${HOST}:${kubelet.port}/to?x=1` }).end();
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
      response.end('<p>é</p><a href="/x?y=1&amp;z">a</a><a href="near">b</a><img src="https://else.test/i">');
    };
    expect((await proxied('/moved')).headers.location).toBe('/api/v1/nodes/n/proxy/to?x=1');
    expect((await proxied('/page')).text).toBe(
      '<p>é</p><a href="/api/v1/nodes/n/proxy/x?y=1&#38;z">a</a><a href="near">b</a><img src="https://else.test/i">',
    );
  });

  it('sends a client that forgot it to the slash behind which paths begin', async () => {
    const { status, headers } = await proxied('?a=b');
    expect([status, headers.location]).toEqual([301, '/api/v1/nodes/n/proxy/?a=b']);
  });

  it('joins connections of other protocols', async () => {
    const connection = await ask('GET', '/api/v1/nodes/n/proxy/sock?x=1', WEBSOCKET);
    await connection.until(/\r\n\r\n/);
    connection.write('ping');
    await connection.until(/ping$/);
    expect(kubelet.asked[0].url).toBe('/sock?x=1');
  });

  it('reports a closed port, or an invalid response', async () => {
    kubelet.answer = (_request, response) => void response.destroy();
    const { status, body } = await proxied('/x');
    expect([status, body.reason, body.message]).toEqual([
      503,
      'ServiceUnavailable',
      'error trying to reach service: EOF',
    ]);
  });

  it('leads nobody to the server itself, nor by another name', async () => {
    await post('/api/v1/nodes', nodeAt('loop', '127.0.0.1'));
    for (const node of ['loop', 'other-name', 'loop:9100']) {
      const { status, body } = await server.request('GET', `/api/v1/nodes/${node}/proxy/`);
      expect([status, body.message]).toEqual([400, 'address not allowed']);
    }
    expect(kubelet.asked).toEqual([]);
  });
});

describe('pods/proxy and services/proxy', () => {
  let workload: FakeKubelet;

  beforeAll(async () => {
    workload = await FakeKubelet.start(certificates);
    workload.answer = ({ url }, response) => void response.end(`at ${url}`);
    await giveAddress('p', HOST);
  });

  afterAll(() => workload.close());

  it('lead to a pod, which is shown no certificate', async () => {
    const answer = await get(`/pods/https:p:${workload.port}/proxy/x%3Fy?z`);
    expect([answer.status, answer.text]).toEqual([200, 'at /x%3Fy?z']);
    const refused = await get(`/pods/https:p:${kubelet.port}/proxy/x`);
    expect([refused.status, refused.text]).toEqual([503, expect.stringContaining('error trying to reach service')]);
  });

  it('lead from a service to a pod behind it', async () => {
    await post(`${NAMESPACE}/services`, { metadata: { name: 'one' }, spec: { ports: [{ port: 80 }] } });
    const targetRef = { kind: 'Pod', namespace: 'default', name: 'p' };
    const subsets = [{ addresses: [{ ip: HOST, targetRef }], ports: [{ port: workload.port }] }];
    await post(`${NAMESPACE}/endpoints`, { metadata: { name: 'one' }, subsets });
    expect((await get('/services/https:one:80/proxy/a/b')).text).toBe('at /a/b');
  });

  it('lead from a service to nobody who is no pod behind it', async () => {
    const ports = [{ name: 'web', port: 80 }];
    await post(`${NAMESPACE}/services`, { metadata: { name: 's' }, spec: { ports } });
    const targetRef = { kind: 'Pod', namespace: 'default', name: 'two' };
    const subsets = [{ addresses: [{ ip: HOST, targetRef }], ports: [{ name: 'web', port: kubelet.port }] }];
    await post(`${NAMESPACE}/endpoints`, { metadata: { name: 's' }, subsets });
    for (const name of ['s:web', 's:80', 's:none']) {
      const { status, body } = await get(`/services/${name}/proxy/`);
      expect([status, body.message]).toEqual([503, `no endpoints available for service "${name}"`]);
    }
    const { body } = await get('/services/s:81/proxy/');
    expect(body.message).toBe('no service port 81 found for service "s"');
  });
});
