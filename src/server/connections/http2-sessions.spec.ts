import { once } from 'node:events';
import { type Http2Server, connect, createServer } from 'node:http2';
import { type AddressInfo, type Socket, connect as connectSocket } from 'node:net';
import { SETTINGS_FRAME, getFrame, resetFrame } from '../../../test/support/http2-frames.js';
import { SessionWatch } from './http2-sessions.js';

const PREFACE = Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n');
const IDLE_MS = 60_000;
const [PROTOCOL_ERROR, CANCEL] = [1, 8];
const TOGETHER = 60;

let server: Http2Server;
let served: string[];

beforeEach(async () => {
  served = [];
  server = createServer((request, response) => {
    served.push(request.url);
    response.end();
  });
  server.on('session', (session) => void new SessionWatch(session, IDLE_MS));
  await once(server.listen(0, '127.0.0.1'), 'listening');
});

afterEach(() => server.close());

const port = (): number => (server.address() as AddressInfo).port;

/** The frames of requests, each made from its stream's number. */
const frames = (make: (stream: number) => Buffer): Buffer =>
  Buffer.concat(Array.from({ length: TOGETHER }, (_, i) => make(2 * i + 1)));

async function write(bytes: Buffer): Promise<Socket> {
  const socket = connectSocket(port(), '127.0.0.1');
  socket.on('error', () => {}).resume();
  socket.write(Buffer.concat([PREFACE, SETTINGS_FRAME, bytes]));
  await once(socket, 'data');
  return socket;
}

async function untilServed(): Promise<void> {
  const session = connect(`http://127.0.0.1:${port()}`);
  const stream = session.request({ ':path': '/last' });
  await once(stream.resume(), 'end');
  session.destroy();
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
    const socket = await write(
      frames((stream) => Buffer.concat([getFrame(stream, `/${stream}`), resetFrame(stream, code)])),
    );
    await untilServed();
    socket.destroy();
    expect(served.length).toBeGreaterThan(1);
    expect(served.length).toBeLessThanOrEqual(17);
  });
});
