import { jest } from '@jest/globals';
import { once } from 'node:events';
import type { ClientRequest, IncomingMessage } from 'node:http';
import { type ClientHttp2Session, connect, constants } from 'node:http2';
import { request } from 'node:https';
import { ADMIN_TOKEN, type TestServer, startTestServer } from '../support/start-test-server.js';
import { eventually } from '../support/eventually.js';

const MAPS = '/api/v1/namespaces/default/configmaps';
const CREDENTIALS = { authorization: `Bearer ${ADMIN_TOKEN}` };

let server: TestServer;

afterEach(() => server.close());

/** Asks over an HTTP/2 connection and answers the status. */
async function ask(session: ClientHttp2Session, path: string): Promise<number> {
  const stream = session.request({ ':path': path, ...CREDENTIALS });
  const [headers] = (await once(stream, 'response')) as [{ ':status': number }];
  stream.resume();
  await once(stream, 'close');
  return headers[':status'];
}

async function open(): Promise<{ session: ClientHttp2Session; codes: number[] }> {
  const session = connect(server.url, { ca: server.certificateAuthority });
  const codes: number[] = [];
  session.on('goaway', (code: number) => codes.push(code));
  await once(session, 'connect');
  return { session, codes };
}

describe('--goaway-chance', () => {
  beforeEach(async () => {
    server = await startTestServer({ serving: { goawayChance: 0.02 } });
    jest.spyOn(Math, 'random').mockReturnValue(0.0199);
  });

  afterEach(() => jest.restoreAllMocks());

  it('ends the connection with NO_ERROR after the answer, and the client goes on over a new one', async () => {
    const { session, codes } = await open();
    expect(await ask(session, '/version')).toBe(200);
    if (!session.destroyed) await once(session, 'close');
    expect(codes).toEqual([constants.NGHTTP2_NO_ERROR]);
    const second = await open();
    expect(await ask(second.session, '/version')).toBe(200);
    second.session.destroy();
  });

  it('leaves running requests of the connection alone', async () => {
    const { session, codes } = await open();
    const watch = session.request({ ':path': `${MAPS}?watch=1`, ...CREDENTIALS }).setEncoding('utf8');
    await once(watch, 'response');
    await eventually(async () => expect(codes).toEqual([constants.NGHTTP2_NO_ERROR]));
    const read = once(watch, 'data');
    await server.client.post(MAPS, { metadata: { name: 'seen' } });
    expect(String(await read)).toContain('"ADDED"');
    watch.close();
  });

  it('spares requests beyond its share, and HTTP/1.1', async () => {
    const plain = await server.client.get('/version');
    expect([plain.status, plain.headers.connection]).toEqual([200, 'keep-alive']);
    jest.spyOn(Math, 'random').mockReturnValue(0.02);
    const { session, codes } = await open();
    for (let i = 0; i < 20; i++) expect(await ask(session, '/version')).toBe(200);
    expect([codes, session.closed]).toEqual([[], false]);
    session.destroy();
  });
});

/** A request that is under way until its body ends. */
async function heldRequest(name: string): Promise<{ request: ClientRequest; finish: () => Promise<number> }> {
  const body = JSON.stringify({ metadata: { name } });
  const held = request(`${server.url}${MAPS}`, {
    method: 'POST',
    ca: server.certificateAuthority,
    headers: {
      ...CREDENTIALS,
      'content-type': 'application/json',
      'content-length': body.length,
      expect: '100-continue',
    },
  });
  held.flushHeaders();
  await once(held, 'continue');
  return {
    request: held,
    finish: async () => {
      const answered = once(held, 'response') as Promise<[IncomingMessage]>;
      held.end(body);
      const [response] = await answered;
      response.resume();
      return response.statusCode ?? 0;
    },
  };
}

describe('the shutdown', () => {
  it.each([
    [true, 429, '5', 'close', 'The apiserver is shutting down, please try again later.\n'],
    [false, 503, '1', 'keep-alive', 'apiserver is shutting down\n'],
  ])(
    'refuses new requests while others finish, with --shutdown-send-retry-after=%s: %s',
    async (shutdownSendRetryAfter, code, retryAfter, connection, text) => {
      server = await startTestServer({ serving: { shutdownSendRetryAfter } });
      const held = await heldRequest('last');
      const closed = server.close();
      const refused = await eventually(async () => {
        const answer = await server.client.get(MAPS);
        if (answer.status === 200) throw new Error('it is served still');
        return answer;
      });
      expect([refused.status, refused.headers['retry-after'], refused.headers.connection, refused.text]).toEqual([
        code,
        retryAfter,
        connection,
        text,
      ]);
      expect((await server.client.get('/readyz')).status).toBe(500);
      expect((await server.client.get('/livez')).status).toBe(200);
      expect(await held.finish()).toBe(201);
      await closed;
    },
  );

  it('serves requests and watches during the delay, and is not ready', async () => {
    server = await startTestServer({ serving: { shutdownDelay: 1000, shutdownSendRetryAfter: true } });
    const watch = await server.client.watch(`${MAPS}?fieldSelector=metadata.name%3Dduring`);
    const closed = server.close();
    await eventually(async () => expect((await server.client.get('/readyz')).status).toBe(500));
    expect((await server.client.post(MAPS, { metadata: { name: 'during' } })).status).toBe(201);
    const event = await watch.next();
    expect(JSON.stringify(event)).toContain('during');
    await closed;
  });

  it('ends watches over the period of grace, each with a whole answer', async () => {
    server = await startTestServer({ serving: { shutdownWatchTerminationGracePeriod: 1000 } });
    const { session } = await open();
    const started = performance.now();
    const ends = Array.from({ length: 60 }, async () => {
      const watch = session.request({ ':path': `${MAPS}?watch=1`, ...CREDENTIALS });
      await once(watch, 'response');
      return async (): Promise<number> => {
        watch.resume();
        await once(watch, 'close');
        expect(watch.rstCode).toBe(constants.NGHTTP2_NO_ERROR);
        return performance.now() - started;
      };
    });
    const watches = await Promise.all(ends);
    const begun = performance.now() - started;
    const times = Promise.all(watches.map((end) => end()));
    await server.close();
    const all = (await times).sort((a, b) => a - b);
    expect(all[59] - begun).toBeGreaterThan(250);
    expect(all[59] - begun).toBeLessThan(5000);
    expect(all[30]).toBeLessThan(all[59]);
  });
});
