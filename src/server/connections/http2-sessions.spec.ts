import { jest } from '@jest/globals';
import { on, once } from 'node:events';
import { type ClientHttp2Session, type Http2Server, type ServerHttp2Session, connect, createServer } from 'node:http2';
import { type AddressInfo, type Socket, connect as connectSocket } from 'node:net';
import { PING_FRAME, SETTINGS_FRAME, getFrame, resetFrame } from '../../../test/support/http2-frames.js';
import { http2Limits, sessionLimits } from './http2-limits.js';
import { SessionWatch } from './http2-sessions.js';

const PREFACE = Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n');
const IDLE_MS = 60_000;
const [PROTOCOL_ERROR, CANCEL] = [1, 8];
const TOGETHER = 60;
const MOST_STREAMS = 100;
/** Resets of one client after which nghttp2 ends a session by itself. */
const NODES_LIMIT = 1000;
/** The path of requests that are answered without end. */
const WATCH = '/watch';
/** GOAWAY with ENHANCE_YOUR_CALM, whatever the last stream is. */
const CALM_FRAME = /^.{6}07.{18}0000000b/;

let server: Http2Server;
let served: string[];
let sessions: ServerHttp2Session[];

beforeEach(async () => {
  served = [];
  sessions = [];
  server = createServer(http2Limits(MOST_STREAMS), (request, response) => {
    served.push(request.url);
    if (request.url === WATCH) response.write('begun');
    else response.end();
  });
  server.on('session', (session) => {
    sessions.push(session);
    new SessionWatch(session, sessionLimits(IDLE_MS, MOST_STREAMS));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
});

afterEach(() => {
  jest.useRealTimers();
  server.close();
});

const port = (): number => (server.address() as AddressInfo).port;

const cancelled = (stream: number, code = CANCEL): Buffer =>
  Buffer.concat([getFrame(stream, `/${stream}`), resetFrame(stream, code)]);

/** The frames of requests, each made from its stream's number. */
const frames = (make: (stream: number) => Buffer, length = TOGETHER): Buffer =>
  Buffer.concat(Array.from({ length }, (_, i) => make(2 * i + 1)));

function open(bytes: Buffer): Socket {
  const socket = connectSocket(port(), '127.0.0.1');
  socket.on('error', () => {}).resume();
  socket.write(Buffer.concat([PREFACE, SETTINGS_FRAME, bytes]));
  return socket;
}

async function write(bytes: Buffer): Promise<Socket> {
  const socket = open(bytes);
  await once(socket, 'data');
  return socket;
}

/** Resolves once a frame that matches has come. */
async function untilFrame(socket: Socket, pattern: RegExp): Promise<void> {
  let rest = '';
  for await (const [data] of on(socket, 'data')) {
    rest += (data as Buffer).toString('hex');
    for (let end = endOf(rest); end <= rest.length; end = endOf(rest)) {
      if (pattern.test(rest.slice(0, end))) return;
      rest = rest.slice(end);
    }
  }
}

/** The number of hexadecimal digits of the first frame. */
const endOf = (text: string): number => 2 * (9 + Number.parseInt(text.slice(0, 6).padEnd(6, '0'), 16));

async function untilServed(): Promise<void> {
  const session = connect(`http://127.0.0.1:${port()}`);
  const stream = session.request({ ':path': '/last' });
  await once(stream.resume(), 'end');
  session.destroy();
}

/** Cancels a request whose answer has begun, as clients end a watch. */
async function cancelAnswered(session: ClientHttp2Session): Promise<void> {
  const stream = session.request({ ':path': WATCH });
  await once(stream, 'response');
  const closed = once(stream, 'close');
  stream.close(CANCEL);
  await closed;
}

describe('SessionWatch', () => {
  it('serves requests that were read together', async () => {
    const socket = await write(frames((stream) => getFrame(stream, `/${stream}`)));
    await untilServed();
    socket.destroy();
    expect(served).toHaveLength(TOGETHER + 1);
  });

  it.each([
    ['cancelled', CANCEL],
    ['reset as faulty', PROTOCOL_ERROR],
  ])('serves few of those that are %s as they are read', async (_how, code) => {
    const socket = await write(frames((stream) => cancelled(stream, code)));
    await untilServed();
    socket.destroy();
    expect(served.length).toBeGreaterThan(1);
    expect(served.length).toBeLessThanOrEqual(17);
  });

  it('sends GOAWAY to a client that cancels too much, and drops its input for a second before it closes', async () => {
    jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'performance'] });
    const socket = open(frames(cancelled, 2 * MOST_STREAMS + TOGETHER));
    const closed = once(socket, 'close');
    await untilFrame(socket, CALM_FRAME);
    socket.write(PING_FRAME);
    const [first] = sessions;
    await untilServed();
    expect(first!.destroyed).toBe(false);
    jest.advanceTimersByTime(1000);
    await closed;
  });

  it('keeps the connection of a client that ends many watches, where Node counts none of them', async () => {
    const session = connect(`http://127.0.0.1:${port()}`);
    const goaways: number[] = [];
    session.on('goaway', (code: number) => goaways.push(code)).on('error', () => {});
    const { maxCancelled } = sessionLimits(IDLE_MS, MOST_STREAMS);
    const length = Number.isFinite(maxCancelled) ? maxCancelled : 2 * NODES_LIMIT;
    for (let i = 0; i < length; i++) await cancelAnswered(session);
    if (Number.isFinite(maxCancelled)) await once(session, 'goaway');
    expect(goaways).toEqual(Number.isFinite(maxCancelled) ? [0] : []);
    session.destroy();
  });
});
