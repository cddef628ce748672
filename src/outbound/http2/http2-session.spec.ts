import { once } from 'node:events';
import { type ClientHttp2Stream, constants } from 'node:http2';
import type { TLSSocket } from 'node:tls';
import { jest } from '@jest/globals';
import { type CutProxy, startCutProxy } from '../../../test/support/cut-proxy.js';
import { dialOrigin } from '../../../test/support/dial-origin.js';
import { eventually } from '../../../test/support/eventually.js';
import { Http2Origin } from '../../../test/support/http2-origin.js';
import { FakeClock } from '../../testing/fake-clock.js';
import { Http2Session } from './http2-session.js';

/** Milliseconds between two looks at a connection. */
const LOOK = 15_000;
const GET = { ':method': 'GET', ':path': '/' };

let origin: Http2Origin;
let clock: FakeClock;
let socket: TLSSocket;
let session: Http2Session;
let events: string[];
let pings: number;
let relay: CutProxy | undefined;

async function open(settings: Parameters<typeof Http2Origin.start>[0] = {}): Promise<void> {
  origin = await Http2Origin.start(settings);
  await connectTo(origin.url);
}

async function connectTo(server: string): Promise<void> {
  origin.answer = () => {};
  clock = new FakeClock();
  socket = await dialOrigin(server);
  events = [];
  session = new Http2Session(socket, server, {
    clock,
    onRoom: () => void events.push('room'),
    onRetired: () => void events.push('retired'),
    onClosed: () => void events.push('closed'),
  });
}

/** Resolves when the settings of the server have arrived. */
async function settled(): Promise<void> {
  await eventually(async () => expect(events).toContain('room'));
  pings = 0;
  origin.sessions[0].on('ping', () => pings++);
}

function begin(): ClientHttp2Stream {
  const stream = session.begin(GET, { endStream: true })!;
  return stream.on('error', () => {}).resume();
}

const turn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 30));

/** Advances the clock by a look at a connection whose server answers nothing. */
async function lookInVain(): Promise<void> {
  clock.advance(LOOK);
  await turn();
}

/** Advances the clock by some looks; what is sent at one, a ping or the end, has been answered before the next. */
async function look(times: number): Promise<void> {
  for (let i = 0; i < times; i++) {
    const { bytesRead, bytesWritten } = socket;
    await lookInVain();
    if (socket.bytesWritten === bytesWritten) continue;
    await eventually(() => expect(socket.bytesRead > bytesRead || socket.destroyed).toBe(true));
  }
}

/** Advances the clock by a look, and waits until the server has had so many pings, and answered the last. */
async function lookAndPing(count: number): Promise<void> {
  const { bytesRead } = socket;
  clock.advance(LOOK);
  await eventually(async () => expect([pings, socket.bytesRead > bytesRead]).toEqual([count, true]));
}

afterEach(async () => {
  jest.restoreAllMocks();
  for (const stream of origin.streams) stream.destroy();
  socket.destroy();
  await relay?.close();
  relay = undefined;
  await origin.close();
});

describe('the room of an HTTP/2 connection', () => {
  it('is a hundred requests before the server has said how many it takes', async () => {
    await open();
    for (let i = 0; i < 99; i++) begin();
    expect(session.hasRoom).toBe(true);
    begin();
    expect(session.hasRoom).toBe(false);
  });

  it('is a thousand requests where the server has no limit', async () => {
    await open();
    await settled();
    for (let i = 0; i < 999; i++) begin();
    expect(session.hasRoom).toBe(true);
    begin();
    expect(session.hasRoom).toBe(false);
  });

  it('is announced when a request is over, and none is there before', async () => {
    await open({ settings: { maxConcurrentStreams: 1 } });
    await settled();
    const first = begin();
    expect([session.hasRoom, events]).toEqual([false, ['room']]);
    first.close();
    await once(first, 'close');
    expect([session.hasRoom, events]).toEqual([true, ['room', 'room']]);
  });

  it('is not announced by settings that give none', async () => {
    await open({ settings: { maxConcurrentStreams: 1 } });
    begin();
    begin();
    await eventually(async () => expect(session.hasRoom).toBe(false));
    expect(events).toEqual([]);
  });

  it('is nothing once the connection takes no more requests', async () => {
    await open();
    await settled();
    const last = begin();
    const closed = session.close();
    expect([session.hasRoom, events]).toEqual([false, ['room', 'retired']]);
    expect(session.begin(GET, { endStream: true })).toBeUndefined();
    last.close();
    await closed;
    await eventually(async () => expect(events).toEqual(['room', 'retired', 'closed']));
  });
});

describe('the windows of an HTTP/2 connection', () => {
  it('are a mebibyte for each response and a gibibyte for all, without pushed ones', async () => {
    await open();
    await eventually(async () => {
      expect(origin.sessions[0].remoteSettings).toMatchObject({ enablePush: false, initialWindowSize: 1024 * 1024 });
      expect(origin.sessions[0].state.remoteWindowSize).toBe(2 ** 30);
    });
  });
});

describe('a process with HTTP/2 connections', () => {
  it('is kept alive by their requests alone', async () => {
    await open();
    const [ref, unref] = [jest.spyOn(socket, 'ref'), jest.spyOn(socket, 'unref')];
    const calls = () => [ref.mock.calls.length, unref.mock.calls.length];
    await settled();
    const before = calls();
    const [first, second] = [begin(), begin()];
    const during = calls();
    first.close();
    await once(first, 'close');
    expect(calls()).toEqual(during);
    second.close();
    await once(second, 'close');
    expect([before[0], during[0] - before[0], during[1] - before[1]]).toEqual([0, 1, 0]);
    expect(calls()).toEqual([1, during[1] + 1]);
  });

  it('can end while there are none', async () => {
    const unref = jest.spyOn(Object.getPrototypeOf(Object.getPrototypeOf(socket)) as TLSSocket, 'unref');
    await open();
    expect(unref.mock.contexts).toContain(socket);
  });
});

describe('a request that failed', () => {
  it('was not looked at where the server refused it, or said that it came too late', async () => {
    await open();
    const failed = (id: number | undefined, rstCode: number) => ({ id, rstCode }) as ClientHttp2Stream;
    expect(session.isUnprocessed(failed(1, constants.NGHTTP2_INTERNAL_ERROR))).toBe(false);
    expect(session.isUnprocessed(failed(1, constants.NGHTTP2_REFUSED_STREAM))).toBe(true);
    await settled();
    begin();
    await eventually(async () => expect(origin.streams).toHaveLength(1));
    origin.sessions[0].goaway(constants.NGHTTP2_NO_ERROR, 1);
    await eventually(async () => expect(events).toContain('retired'));
    const code = constants.NGHTTP2_INTERNAL_ERROR;
    expect([1, 3, undefined].map((id) => session.isUnprocessed(failed(id, code)))).toEqual([false, true, true]);
  });
});

describe('an HTTP/2 connection that is silent', () => {
  it('is pinged after two looks without a byte, again after the answer, and lives on', async () => {
    await open();
    await settled();
    begin();
    await turn();
    await look(2);
    expect(pings).toBe(0);
    await lookAndPing(1);
    await look(2);
    expect(pings).toBe(1);
    await lookAndPing(2);
    expect(socket.destroyed).toBe(false);
  });

  it('fails at the look after a ping that was not answered', async () => {
    origin = await Http2Origin.start();
    relay = await startCutProxy(origin.url);
    await connectTo(relay.url);
    await settled();
    const failed = expect(once(begin(), 'close')).rejects.toMatchObject({ message: 'no answer to a ping' });
    // Bytes that a busy machine delivers late would count as an answer.
    await eventually(async () => expect(origin.streams).toHaveLength(1));
    await turn();
    await look(2);
    relay.stall();
    await lookInVain();
    expect(session.hasRoom).toBe(true);
    await lookInVain();
    await failed;
    expect(events.slice(-2)).toEqual(['retired', 'closed']);
  });
});

describe('an HTTP/2 connection without requests', () => {
  it('is closed after six looks, and looked at no more', async () => {
    await open();
    expect(clock.untilNext()).toBe(LOOK);
    await settled();
    await look(5);
    expect(events).toEqual(['room']);
    await look(1);
    await eventually(async () => expect(events).toEqual(['room', 'retired', 'closed']));
    expect(clock.pendingTimers).toBe(0);
    await session.close();
    expect(events).toEqual(['room', 'retired', 'closed']);
  });

  it('is cut off at the next look where the server does not finish its end', async () => {
    origin = await Http2Origin.start();
    relay = await startCutProxy(origin.url);
    await connectTo(relay.url);
    await settled();
    relay.stall();
    const closed = session.close();
    await turn();
    await lookInVain();
    await closed;
    expect([socket.destroyed, events]).toEqual([true, ['room', 'retired', 'closed']]);
  });

  it('counts its looks from the last request on', async () => {
    await open();
    await settled();
    await look(5);
    const last = begin();
    last.close();
    await once(last, 'close');
    await look(5);
    expect(session.hasRoom).toBe(true);
    await look(1);
    expect(session.hasRoom).toBe(false);
  });

  it('does not count looks during a request', async () => {
    await open();
    await settled();
    begin();
    await eventually(async () => expect(origin.streams).toHaveLength(1));
    await look(7);
    expect(session.hasRoom).toBe(true);
  });
});
