import { getEventListeners, once } from 'node:events';
import { constants } from 'node:http2';
import { buffer } from 'node:stream/consumers';
import { dialOrigin } from '../../../test/support/dial-origin.js';
import { eventually } from '../../../test/support/eventually.js';
import { Http2Origin } from '../../../test/support/http2-origin.js';
import { FakeClock } from '../../testing/fake-clock.js';
import type { CarriedRequest } from '../carrier.js';
import { Http2Body, type Http2Head, UnprocessedRequest, exchange, wholeBody } from './http2-exchange.js';
import { Http2Session } from './http2-session.js';

const SILENCE = 60_000;
const MEBIBYTE = 1024 * 1024;

let origin: Http2Origin;
let session: Http2Session;
let ending: AbortController;

beforeEach(async () => {
  origin = await Http2Origin.start();
  const events = { onRoom: () => {}, onRetired: () => {}, onClosed: () => {} };
  session = new Http2Session(await dialOrigin(origin.url), origin.url, { clock: new FakeClock(), ...events });
  ending = new AbortController();
});

afterEach(async () => {
  ending.abort();
  for (const stream of origin.streams) stream.destroy();
  await origin.close();
});

/** Begins a request of a method; `body` and `headers` may be given. */
function ask(given: Partial<CarriedRequest> = {}): Promise<Http2Head> {
  const { signal } = ending;
  return exchange(session, {
    origin: origin.url,
    path: '/',
    method: 'POST',
    headers: {},
    body: undefined,
    signal,
    ...given,
  });
}

const listeners = (): number => getEventListeners(ending.signal, 'abort').length;
const begun = (): Promise<void> => eventually(async () => expect(origin.streams).toHaveLength(1));

/** Responds with a body, and with headers beside the status. */
function answerWith(body: string | Buffer, headers: Record<string, number> = {}): void {
  origin.answer = (stream) => {
    stream.respond({ ':status': 200, ...headers });
    stream.end(body);
  };
}

describe('exchange()', () => {
  it('sends the headers of the request, and the length of its body in bytes', async () => {
    origin.answer = (stream, headers) => {
      stream.respond({
        ':status': 201,
        seen: `${headers.extra} ${headers['content-length']} ${headers[':authority']}`,
      });
      stream.end();
    };
    const { status, headers } = await ask({ headers: { extra: 'yes' }, body: 'é' });
    expect([status, headers.seen]).toEqual([201, `yes 2 ${new URL(origin.url).host}`]);
    expect((await ask()).headers.seen).toBe(`undefined undefined ${new URL(origin.url).host}`);
  });

  it('fails as not looked at where the connection takes no more requests', async () => {
    await session.close();
    await expect(ask()).rejects.toBeInstanceOf(UnprocessedRequest);
  });

  it('takes a request back that is given up before it is answered', async () => {
    origin.answer = () => {};
    const failed = expect(ask()).rejects.toMatchObject({ fault: 'reset' });
    await begun();
    ending.abort();
    await failed;
    await eventually(async () => expect(origin.streams[0].rstCode).toBe(constants.NGHTTP2_CANCEL));
  });

  it('fails with the error of the stream, or as broken off where that has none', async () => {
    origin.answer = (stream) => stream.close(constants.NGHTTP2_INTERNAL_ERROR);
    await expect(ask()).rejects.toMatchObject({ code: 'ERR_HTTP2_STREAM_ERROR' });
    origin.answer = (stream) => stream.close(constants.NGHTTP2_NO_ERROR);
    await expect(ask()).rejects.toMatchObject({ fault: 'reset', message: 'the response broke off' });
  });

  it('leaves nothing at the signal of a request that is over', async () => {
    answerWith('whole');
    const head = await ask();
    expect(listeners()).toBe(1);
    await wholeBody(head, 10);
    await eventually(async () => expect(listeners()).toBe(0));
  });
});

describe('wholeBody()', () => {
  it('reads a body of the length that was announced, and of the limit', async () => {
    answerWith('four', { 'content-length': 4 });
    expect(String(await wholeBody(await ask(), 4))).toBe('four');
    await expect(wholeBody(await ask(), 3)).rejects.toMatchObject({ fault: 'too-large' });
  });

  it('fails with the error that ends the connection', async () => {
    origin.answer = (stream) => stream.respond({ ':status': 200 });
    const failed = expect(wholeBody(await ask(), 10)).rejects.toMatchObject({ code: 'ERR_HTTP2_SESSION_ERROR' });
    origin.sessions[0].goaway(constants.NGHTTP2_ENHANCE_YOUR_CALM);
    await failed;
  });
});

describe('Http2Body', () => {
  const read = async (silence = SILENCE): Promise<Http2Body> =>
    new Http2Body((await ask()).stream, { silence, signal: ending.signal });

  it('is read whole, however much larger it is than what is read ahead', async () => {
    const large = Buffer.alloc(3 * MEBIBYTE, 'binnacle');
    answerWith(large);
    expect((await buffer(await read())).equals(large)).toBe(true);
  });

  it('fails after a time without a byte', async () => {
    origin.answer = (stream) => stream.respond({ ':status': 200 });
    const [error] = (await once((await read(50)).resume(), 'error')) as unknown[];
    expect(error).toMatchObject({ fault: 'timeout', message: 'no whole answer in time' });
  });

  it('fails with the reason of its signal', async () => {
    origin.answer = (stream) => stream.respond({ ':status': 200 });
    const body = await read();
    const failed = once(body, 'error');
    const reason = new Error('given up');
    ending.abort(reason);
    expect(await failed).toEqual([reason]);
  });

  it('leaves nothing at its signal once it is over, and nothing unread in its stream', async () => {
    answerWith(Buffer.alloc(MEBIBYTE / 2));
    const { stream } = await ask();
    const body = new Http2Body(stream, { silence: SILENCE, signal: ending.signal });
    await once(body, 'readable');
    await eventually(async () => expect(stream.closed).toBe(true));
    const closed = once(stream, 'close');
    body.destroy();
    await closed;
    expect(listeners()).toBe(0);
  });
});
