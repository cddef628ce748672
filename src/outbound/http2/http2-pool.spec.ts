import { getEventListeners, once } from 'node:events';
import { type ClientHttp2Stream, constants } from 'node:http2';
import type { TLSSocket } from 'node:tls';
import { dialOrigin } from '../../../test/support/dial-origin.js';
import { eventually } from '../../../test/support/eventually.js';
import { Http2Origin } from '../../../test/support/http2-origin.js';
import { FakeClock } from '../../testing/fake-clock.js';
import { Http2Pool } from './http2-pool.js';
import type { Http2Session } from './http2-session.js';

const UNREACHABLE = new Error('unreachable');

let origin: Http2Origin;
let pool: Http2Pool;
let dialed: TLSSocket[];
let isReachable: boolean;
let streams: ClientHttp2Stream[];
let ending: AbortController;

/** Opens a pool of one connection to a server that takes some requests at a time. */
async function open(maxConcurrentStreams: number): Promise<void> {
  origin = await Http2Origin.start({ settings: { maxConcurrentStreams } });
  origin.answer = () => {};
  [dialed, streams, isReachable, ending] = [[], [], true, new AbortController()];
  const dial = async (signal: AbortSignal): Promise<TLSSocket> => {
    if (!isReachable) throw UNREACHABLE;
    const socket = await dialOrigin(origin.url, signal);
    dialed.push(socket);
    return socket;
  };
  pool = new Http2Pool(dial, { clock: new FakeClock(), maxConnections: 1, origin: origin.url });
}

afterEach(async () => {
  for (const socket of dialed) socket.destroy();
  await origin.close();
});

/** A request that lasts until its stream is closed. */
const use = async (session: Http2Session): Promise<string> => {
  const stream = session.begin({ ':method': 'GET', ':path': '/' }, { endStream: true })!;
  streams.push(stream.resume());
  await once(stream, 'close');
  return 'done';
};
const begin = (signal = ending.signal): Promise<string> => pool.run(signal, use);
const begun = (count: number): Promise<void> => eventually(async () => expect(streams).toHaveLength(count));
const turn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 20));
const reasonOf = (failing: Promise<unknown>): Promise<unknown> => failing.catch((error: unknown) => error);

/** Begins a request, and waits until the limit of the server is known. */
async function beginFirst(): Promise<{ first: Promise<string> }> {
  const first = begin();
  await begun(1);
  await eventually(async () => expect(origin.sessions[0].pendingSettingsAck).toBe(false));
  await turn();
  return { first };
}

describe('requests that wait for room on an HTTP/2 connection', () => {
  it('all begin when there is room for all of them', async () => {
    await open(1);
    await beginFirst();
    const calls = Array.from({ length: 5 }, () => begin());
    await turn();
    origin.sessions[0].settings({ maxConcurrentStreams: 20 });
    await begun(6);
    for (const stream of streams) stream.close();
    expect(await Promise.all(calls)).toEqual(Array.from({ length: 5 }, () => 'done'));
    expect(dialed).toHaveLength(1);
  });

  it('end with their signals, and hold up no others', async () => {
    await open(1);
    await beginFirst();
    const [given, other] = [new AbortController(), new AbortController()];
    const [failed, next] = [reasonOf(begin(given.signal)), begin(other.signal)];
    await turn();
    given.abort(UNREACHABLE);
    expect(await failed).toBe(UNREACHABLE);
    streams[0].close();
    await begun(2);
    expect(getEventListeners(other.signal, 'abort')).toEqual([]);
    streams[1].close();
    expect(await next).toBe('done');
  });

  it('pass on a turn that they cannot use', async () => {
    await open(1);
    await beginFirst();
    const given = new AbortController();
    const [failed, next] = [reasonOf(begin(given.signal)), begin()];
    await turn();
    streams[0].once('close', () => given.abort(UNREACHABLE));
    streams[0].close();
    expect(await failed).toBe(UNREACHABLE);
    await begun(2);
    streams[1].close();
    expect(await next).toBe('done');
  });

  it('begin on another connection as soon as the server goes away, while earlier ones go on', async () => {
    await open(1);
    const { first } = await beginFirst();
    const second = begin();
    await turn();
    origin.sessions[0].goaway(constants.NGHTTP2_NO_ERROR);
    await begun(2);
    expect([dialed.length, streams[0].closed]).toEqual([2, false]);
    for (const stream of streams) stream.close();
    expect(await Promise.all([first, second])).toEqual(['done', 'done']);
  });

  it('each fail when no other connection can be made, and later ones try again', async () => {
    await open(1);
    await beginFirst();
    const failed = [reasonOf(begin()), reasonOf(begin())];
    await turn();
    isReachable = false;
    origin.sessions[0].goaway(constants.NGHTTP2_NO_ERROR);
    expect(await Promise.all(failed)).toEqual([UNREACHABLE, UNREACHABLE]);
    isReachable = true;
    void begin();
    await begun(2);
  });
});

describe('Http2Pool.close()', () => {
  it('fails what waits and what comes later, and waits for what runs', async () => {
    await open(1);
    const { first: running } = await beginFirst();
    const waiting = reasonOf(begin());
    await turn();
    let isClosed = false;
    const closed = pool.close().then(() => (isClosed = true));
    const failure = { fault: 'canceled', message: 'the connections are closed' };
    expect(await waiting).toMatchObject(failure);
    expect(await reasonOf(begin())).toMatchObject(failure);
    await turn();
    expect(isClosed).toBe(false);
    streams[0].close();
    expect(await running).toBe('done');
    await closed;
    expect(dialed[0].destroyed).toBe(true);
  });

  it('closes a connection that is made in spite of its signal', async () => {
    await open(1);
    const dial = async (): Promise<TLSSocket> => {
      dialed.push(await dialOrigin(origin.url));
      return dialed[0];
    };
    const parts = { clock: new FakeClock(), maxConnections: 1, origin: origin.url };
    const other = new Http2Pool(dial, parts);
    const given = new AbortController();
    const failed = reasonOf(other.run(given.signal, use));
    given.abort(UNREACHABLE);
    expect(await failed).toBe(UNREACHABLE);
    await other.close();
    expect(dialed.map(({ destroyed }) => destroyed)).toEqual([true]);
  });

  it('waits for connections that take no more requests', async () => {
    await open(1);
    await beginFirst();
    origin.sessions[0].goaway(constants.NGHTTP2_NO_ERROR);
    const next = begin();
    await begun(2);
    streams[1].close();
    await next;
    let isClosed = false;
    const closed = pool.close().then(() => (isClosed = true));
    await eventually(async () => expect(dialed[1].destroyed).toBe(true));
    expect(isClosed).toBe(false);
    streams[0].close();
    await closed;
  });
});
