import { once } from 'node:events';
import { type ClientHttp2Session, connect, constants } from 'node:http2';
import { residentMegabytes } from './live-memory.js';
import { leastWait } from './looks.js';
import { type AttackedServer, MOST_LATENCY, Prober, startAttackedServer } from './support.js';

const MAPS = '/api/v1/namespaces/default/configmaps';
const WATCH_LIST = `${MAPS}?watch=1&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true`;
const INITIAL_END = 'k8s.io/initial-events-end';
const OBJECTS = 60;
const LISTS = 4000;
const AT_A_TIME = 40;
const MOST_GROWTH_MB = 400;
const MOST_ROUNDS = 200;

let server: AttackedServer;
let prober: Prober;
let session: ClientHttp2Session;
const sessions: ClientHttp2Session[] = [];
/** The codes of the GOAWAY frames that came. */
const goodbyes: number[] = [];

beforeAll(async () => {
  server = await startAttackedServer();
  for (let i = 0; i < OBJECTS; i++) await server.admin.post(MAPS, mapOf(`m-${i}`));
});

beforeEach(async () => {
  prober = new Prober(server.connect(server.nobodyToken));
  goodbyes.length = 0;
  await openSession();
});

afterEach(async () => {
  for (const each of sessions.splice(0)) each.destroy();
  await prober.stop();
});

afterAll(() => server.stop());

const mapOf = (name: string): object => ({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name } });

/** Opens a session; when the server asks to continue elsewhere (GOAWAY with NO_ERROR), a new one takes its place. */
async function openSession(): Promise<void> {
  const opened = connect(server.url, { ca: server.ca });
  opened.on('error', () => {});
  opened.on('goaway', (code) => goodbyes.push(code));
  await once(opened, 'connect');
  session = opened;
  sessions.push(opened);
}

let reopening: Promise<void> | undefined;

async function currentSession(): Promise<ClientHttp2Session> {
  if (session.closed || session.destroyed) await (reopening ??= openSession().finally(() => (reopening = undefined)));
  return session;
}

/** Lists by watch as client-go does: reads up to the first bookmark and cancels. Answers the types of the events. */
async function listByWatch(): Promise<string[]> {
  const { request } = await currentSession();
  const stream = request.call(session, { ':path': WATCH_LIST, authorization: `Bearer ${server.adminToken}` });
  let text = '';
  try {
    for await (const chunk of stream) {
      text += (chunk as Buffer).toString();
      if (text.includes(INITIAL_END)) break;
    }
  } catch (error) {
    // Sent after the server's GOAWAY: it has not been looked at and is sent again.
    if (stream.rstCode === constants.NGHTTP2_REFUSED_STREAM) return listByWatch();
    throw error;
  }
  stream.close(constants.NGHTTP2_CANCEL);
  const lines = text.split('\n');
  const end = lines.findIndex((line) => line.includes(INITIAL_END));
  return lines.slice(0, end + 1).map((line) => /^\{"type":"([A-Z]+)"/.exec(line)?.[1] ?? line);
}

/** Runs `work` until `rounds` of it are done, so many side by side. */
async function repeat(rounds: number, work: () => Promise<void>): Promise<void> {
  let left = rounds;
  const run = async (): Promise<void> => {
    while (left-- > 0) await work();
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, run));
}

describe('a client that cancels each watch list at its bookmark', () => {
  it('is answered, keeps its connection or moves in order, and costs others neither time nor memory', async () => {
    const before = await residentMegabytes(server);
    const work = (): Promise<void> => repeat(LISTS, async () => expect((await listByWatch()).at(-1)).toBe('BOOKMARK'));
    const waited = await leastWait({ prober, work });
    // Node 20 counts resets, and has no setting for it.
    const expected = process.version.startsWith('v20.') ? [constants.NGHTTP2_NO_ERROR] : [];
    expect([...new Set(goodbyes)]).toEqual(expected);
    expect(waited).toBeLessThan(MOST_LATENCY);
    expect((await residentMegabytes(server)) - before).toBeLessThan(MOST_GROWTH_MB);
  });

  it('gets only ADDED and the bookmark, also beside writes', async () => {
    let isDone = false;
    const write = async (): Promise<void> => {
      for (let i = 0; !isDone; i++) {
        const { status } = await server.admin.put(`${MAPS}/m-${i % OBJECTS}`, {
          ...mapOf(`m-${i % OBJECTS}`),
          data: { i: String(i) },
        });
        expect(status).toBe(200);
      }
    };
    const writers = Promise.all([write(), write(), write(), write()]);
    const seen = new Set<string>();
    await repeat(500, async () => {
      const types = await listByWatch();
      expect(types).toHaveLength(OBJECTS + 2);
      types.forEach((type) => seen.add(type));
    });
    isDone = true;
    await writers;
    expect([...seen].sort()).toEqual(['ADDED', 'BOOKMARK']);
  });
});

/** Cancels requests as soon as they are sent, until the connection is closed. */
async function cancelAll(): Promise<void> {
  const closed = new Promise((resolve) => session.once('close', resolve));
  const waiting = `${MAPS}?resourceVersion=999999999&resourceVersionMatch=NotOlderThan`;
  let rounds = 0;
  // Requests that wait for a revision to come are not answered for three seconds.
  const flood = setInterval(() => {
    // Node takes minutes to end a connection with a hundred thousand requests that were not sent.
    if (++rounds === MOST_ROUNDS) clearInterval(flood);
    for (let i = 0; i < 50 && !session.destroyed && !session.closed; i++) {
      const stream = session.request({ ':path': waiting, authorization: `Bearer ${server.adminToken}` });
      stream.on('error', () => {});
      stream.close(constants.NGHTTP2_CANCEL);
    }
  }, 10);
  await closed.finally(() => clearInterval(flood));
}

describe('a client that cancels requests before they are answered', () => {
  it('is sent GOAWAY with ENHANCE_YOUR_CALM, and loses its connection', async () => {
    const prepare = async (): Promise<void> => {
      goodbyes.length = 0;
      await openSession();
    };
    const waited = await leastWait({ prober, prepare, work: cancelAll });
    expect(goodbyes).toEqual([constants.NGHTTP2_ENHANCE_YOUR_CALM]);
    expect(waited).toBeLessThan(MOST_LATENCY);
  });
});
