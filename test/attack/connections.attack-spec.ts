import { once } from 'node:events';
import { type ClientHttp2Session, type ClientHttp2Stream, connect } from 'node:http2';
import { PING_FRAME, SETTINGS_FRAME, getFrame, openFrames, resetFrame } from '../support/http2-frames.js';
import { RawConnection } from '../support/raw-connection.js';
import { leastWait } from './looks.js';
import { type AttackedServer, MOST_LATENCY, Prober, startAttackedServer } from './support.js';

const MAPS = '/api/v1/namespaces/default/configmaps';
const LARGE = 40;
const LARGE_BYTES = 900_000;
const MOST_CONNECTIONS = 64;
const PATIENCE_MS = 20_000;

let server: AttackedServer;
let prober: Prober;
const opened: { destroy(): void }[] = [];

beforeAll(async () => {
  server = await startAttackedServer([`--max-connections=${MOST_CONNECTIONS}`]);
  const data = { a: 'x'.repeat(LARGE_BYTES) };
  for (let i = 0; i < LARGE; i++) {
    await server.admin.post(MAPS, { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: `large-${i}` }, data });
  }
});

beforeEach(() => {
  prober = new Prober(server.connect(server.nobodyToken));
});

afterEach(async () => {
  opened.splice(0).forEach((each) => each.destroy());
  await prober.stop();
});

afterAll(() => server.stop());

async function openSession(): Promise<ClientHttp2Session> {
  const session = connect(server.url, { ca: server.ca });
  opened.push(session);
  session.on('error', () => {});
  await once(session, 'connect');
  return session;
}

function list(session: ClientHttp2Session, accept: string): ClientHttp2Stream {
  return session.request({ ':path': MAPS, authorization: `Bearer ${server.adminToken}`, accept });
}

async function lengthOf(stream: ClientHttp2Stream): Promise<number> {
  let length = 0;
  for await (const chunk of stream) length += (chunk as Buffer).length;
  return length;
}

/** The number of requests in flight, except for this one. */
async function inFlight(): Promise<number> {
  const { text } = await server.admin.get('/metrics');
  const values = [...text.matchAll(/^apiserver_current_inflight_requests\S* (\d+)/gm)].map(([, value]) =>
    Number(value),
  );
  return values.reduce((sum, value) => sum + value, -1);
}

async function untilNothingIsInFlight(): Promise<void> {
  const deadline = Date.now() + PATIENCE_MS;
  while ((await inFlight()) > 0 && Date.now() < deadline) await new Promise((resolve) => setTimeout(resolve, 20));
}

describe('a connection with large lists', () => {
  it.each(['application/json', 'application/vnd.kubernetes.protobuf'])(
    'carries them all in %s, whether others are read or not',
    async (accept) => {
      const session = await openSession();
      const unread = list(session, accept);
      await once(unread, 'response');
      const lengths = await Promise.all([1, 2, 3, 4].map(() => lengthOf(list(session, accept))));
      expect(Math.min(...lengths)).toBeGreaterThan(LARGE * LARGE_BYTES);
      expect(session.closed).toBe(false);
    },
  );
});

/** Writes frames on a connection of their own. */
async function writeFrames(frames: Buffer): Promise<void> {
  const socket = await openFrames({ url: server.url, ca: server.ca });
  opened.push(socket);
  socket.write(frames);
}

describe('a flood of frames', () => {
  const floods: [string, (round: number) => Buffer][] = [
    ['pings', () => PING_FRAME],
    ['settings', () => SETTINGS_FRAME],
    ['requests that are taken back', (n) => Buffer.concat([getFrame(2 * n + 1, '/version'), resetFrame(2 * n + 1)])],
  ];

  it.each(floods)('of %s holds nobody up', async (_what, make) => {
    // Making the frames holds the prober up, which runs in this process.
    const frames = Buffer.concat(Array.from({ length: 20_000 }, (_, round) => make(round)));
    // The first one is for the compiler: code that never ran takes twice to three times as long, once in a server's life.
    await writeFrames(frames);
    for (let connection = 0; connection < 5; connection++) {
      expect(await leastWait({ prober, work: () => writeFrames(frames) })).toBeLessThan(MOST_LATENCY);
    }
    expect((await server.admin.get('/version')).status).toBe(200);
  });
});

describe('many silent connections', () => {
  it('leave room for those who come after', async () => {
    const address = { url: server.url, certificateAuthority: server.ca };
    for (let i = 0; i < 4 * MOST_CONNECTIONS; i++) opened.push((await RawConnection.open(address)).socket);
    for (let i = 0; i < 5; i++) {
      expect((await server.connect(server.nobodyToken).get('/livez')).status).toBe(200);
    }
    const closed = opened.filter((socket) => (socket as RawConnection['socket']).closed);
    expect(closed.length).toBeGreaterThanOrEqual(3 * MOST_CONNECTIONS);
  });
});

describe('clients that break off', () => {
  it('leave nothing behind, neither in the middle of a body nor of an answer', async () => {
    const address = { url: server.url, certificateAuthority: server.ca };
    const head = `HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${server.adminToken}\r\n`;
    for (let i = 0; i < 30; i++) {
      const [body, answer] = [await RawConnection.open(address), await RawConnection.open(address)];
      body.write(`POST ${MAPS} ${head}content-type: application/json\r\ncontent-length: 1000\r\n\r\n{`);
      answer.write(`GET ${MAPS} ${head}\r\n`);
      await answer.until(/HTTP/);
      body.drop();
      answer.drop();
      const session = await openSession();
      const stream = list(session, 'application/json');
      await once(stream, 'response');
      session.destroy();
    }
    await untilNothingIsInFlight();
    expect(await inFlight()).toBe(0);
  });
});
