import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { WebSocket } from 'ws';
import { FakeKubelet, makeKubeletCertificates } from '../support/fake-kubelet.js';
import { RawConnection } from '../support/raw-connection.js';
import { ADMIN_TOKEN, type TestServer, startTestServer } from '../support/start-test-server.js';

const PODS = '/api/v1/namespaces/default/pods';
let kubelet: FakeKubelet;
let server: TestServer;

/** Waits until something is so. */
async function eventually(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setImmediate(resolve));
}

interface Message {
  readonly text: string;
  readonly isBinary: boolean;
}

/** A log as clients see it that open WebSockets. */
interface SocketLog {
  readonly socket: WebSocket;
  readonly messages: Message[];
  readonly ended: Promise<number>;
}

beforeAll(async () => {
  kubelet = await FakeKubelet.start(await makeKubeletCertificates());
  server = await startTestServer({ admission: { disabledPlugins: ['ServiceAccount'] } });
  const addresses = [{ type: 'InternalIP', address: '127.0.0.1' }];
  const status = { addresses, daemonEndpoints: { kubeletEndpoint: { Port: kubelet.port } } };
  await server.client.post('/api/v1/nodes', { apiVersion: 'v1', kind: 'Node', metadata: { name: 'n' }, status });
  for (const [name, nodeName] of [['p', 'n'], ['waiting']]) {
    const spec = { nodeName, containers: [{ name: 'c', image: 'img:1' }] };
    await server.client.post(PODS, { apiVersion: 'v1', kind: 'Pod', metadata: { name }, spec });
  }
});

afterAll(async () => {
  await server.close();
  await kubelet.close();
});

const HEADERS = { authorization: `Bearer ${ADMIN_TOKEN}` };

function socketOf(protocols: string[], pod = 'p'): WebSocket {
  const url = `${server.url.replace('https', 'wss')}${PODS}/${pod}/log?follow=true`;
  return new WebSocket(url, protocols, { ca: server.certificateAuthority, headers: HEADERS });
}

async function open(protocols: string[] = []): Promise<SocketLog> {
  const socket = socketOf(protocols);
  const messages: Message[] = [];
  socket.on('message', (data: Buffer, isBinary: boolean) => void messages.push({ text: data.toString(), isBinary }));
  const ended = new Promise<number>((resolve) => socket.once('close', resolve));
  await once(socket, 'open');
  return { socket, messages, ended };
}

async function refusal(protocols: string[], pod?: string): Promise<{ status?: number; text: string }> {
  const socket = socketOf(protocols, pod);
  socket.on('error', () => {});
  const [, response] = (await once(socket, 'unexpected-response')) as [unknown, IncomingMessage];
  let text = '';
  for await (const chunk of response) text += String(chunk);
  return { status: response.statusCode, text };
}

/** Sends a log piece by piece, as `write` is called. */
function answerPieces(): { write(text: string): void; response(): ServerResponse } {
  let answer: ServerResponse | undefined;
  kubelet.answer = (_request, response) => {
    answer = response;
    response.flushHeaders();
  };
  return { write: (text) => void answer!.write(text), response: () => answer! };
}

describe('a log over a WebSocket', () => {
  it.each([
    [[], '', true],
    [['binary.k8s.io'], 'binary.k8s.io', true],
    [['other', 'binary.k8s.io', 'base64.binary.k8s.io'], 'binary.k8s.io', true],
    [['base64.binary.k8s.io'], 'base64.binary.k8s.io', false],
  ])('comes piece by piece, after an empty message: %j', async (protocols, chosen, isBinary) => {
    const { write, response } = answerPieces();
    const { socket, messages, ended } = await open(protocols);
    expect(socket.protocol).toBe(chosen);
    const coded = (text: string): string => (isBinary ? text : Buffer.from(text).toString('base64'));
    await eventually(() => messages.length === 1);
    socket.send('clients say nothing here');
    write('one\n');
    await eventually(() => messages.length === 2);
    write('two');
    await eventually(() => messages.length === 3);
    response().end();
    expect(await ended).toBe(1000);
    expect(messages).toEqual(['', 'one\n', 'two'].map((text) => ({ text: coded(text), isBinary })));
    expect(kubelet.asked.at(-1)).toMatchObject({ method: 'GET', url: '/containerLogs/default/p/c?follow=true' });
    expect(kubelet.asked.at(-1)!.headers.upgrade).toBeUndefined();
  });

  it('is refused to a client that knows other subprotocols only, and leaves the kubelet', async () => {
    answerPieces();
    expect(await refusal(['channel.k8s.io'])).toEqual({ status: 403, text: '' });
    await eventually(() => kubelet.connections === 0);
  });

  it('is an ordinary response where there is none', async () => {
    kubelet.answer = (_request, response) => void response.writeHead(404).end('no such container');
    const { status, text } = await refusal([]);
    const message = 'the server could not find the requested resource ( pods/log p)';
    expect([status, JSON.parse(text)]).toEqual([404, expect.objectContaining({ kind: 'Status', message })]);
    expect((await refusal([], 'waiting')).status).toBe(204);
  });

  it('ends without a close frame where the kubelet breaks off', async () => {
    const { write } = answerPieces();
    const { messages, ended } = await open();
    write('half');
    await eventually(() => messages.length === 2);
    kubelet.drop();
    expect(await ended).toBe(1006);
  });

  it('ends at the kubelet when the client goes', async () => {
    answerPieces();
    const { socket } = await open();
    socket.close();
    await eventually(() => kubelet.connections === 0);
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
    const { socket } = await open();
    socket.pause();
    // Nothing moves any more once everything between the two is full.
    for (let [still, before] = [0, -1]; still < 2000; still++) {
      if (sent !== before) still = 0;
      before = sent;
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(sent).toBeGreaterThan(1 << 20);
    expect(sent).toBeLessThan(64 << 20);
    socket.terminate();
    await eventually(() => kubelet.connections === 0);
  });

  it('is not granted to a request that is no complete handshake, nor to one for another protocol', async () => {
    kubelet.answer = (_request, response) => void response.end('text');
    const ask = async (...headers: string[]): Promise<RawConnection> => {
      const connection = await RawConnection.open(server);
      const lines = [`GET ${PODS}/p/log HTTP/1.1`, 'host: x', `authorization: ${HEADERS.authorization}`, ...headers];
      connection.write(`${lines.join('\r\n')}\r\n\r\n`);
      return connection;
    };
    const keyless = await ask('connection: upgrade', 'upgrade: websocket', 'sec-websocket-version: 13');
    expect(await keyless.untilClosed()).toMatch(/^HTTP\/1.1 400 /);
    const spdy = await ask('connection: upgrade, close', 'upgrade: SPDY/3.1');
    expect(await spdy.untilClosed()).toMatch(/^HTTP\/1.1 200 [^]*text/);
  });
});
