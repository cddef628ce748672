import { once } from 'node:events';
import type { TLSSocket } from 'node:tls';
import { jest } from '@jest/globals';
import { dialOrigin } from '../../../test/support/dial-origin.js';
import { eventually } from '../../../test/support/eventually.js';
import { Http2Origin } from '../../../test/support/http2-origin.js';
import { FakeClock } from '../../testing/fake-clock.js';
import { UnprocessedRequest, exchange } from './http2-exchange.js';
import { Http2Session } from './http2-session.js';

const GET = { ':method': 'GET', ':path': '/' };

let origin: Http2Origin;
let socket: TLSSocket;
let session: Http2Session;
let events: string[];

beforeEach(async () => {
  origin = await Http2Origin.start();
  origin.answer = () => {};
  socket = await dialOrigin(origin.url);
  events = [];
  session = new Http2Session(socket, origin.url, {
    clock: new FakeClock(),
    onRoom: () => void events.push('room'),
    onRetired: () => void events.push('retired'),
    onClosed: () => void events.push('closed'),
  });
  await eventually(() => expect(events).toEqual(['room']));
});

afterEach(async () => {
  jest.restoreAllMocks();
  socket.destroy();
  await origin.close();
});

describe('the end of an HTTP/2 connection', () => {
  it('keeps the process alive while it is awaited', async () => {
    const [ref, unref] = [jest.spyOn(socket, 'ref'), jest.spyOn(socket, 'unref')];
    const last = session.begin(GET, { endStream: true })!;
    const closed = session.close();
    expect(ref).toHaveBeenCalledTimes(2);
    last.close();
    await once(last, 'close');
    expect(unref).not.toHaveBeenCalled();
    await closed;
  });

  it('leaves no room, before it is announced, where a request could not begin', () => {
    (session as unknown as { session: { destroy(): void } }).session.destroy();
    expect(session.begin(GET, { endStream: true })).toBeUndefined();
    expect([session.hasRoom, events]).toEqual([false, ['room', 'retired']]);
  });

  it('begins with the first request that has no number, which may be sent again', async () => {
    const { session: node } = session as unknown as { session: { setNextStreamID(id: number): void } };
    node.setNextStreamID(2 ** 31 - 1);
    const { signal } = new AbortController();
    const target = { origin: origin.url, path: '/', method: 'GET', headers: {} } as const;
    const request = { ...target, body: undefined, signal };
    const last = exchange(session, request);
    await eventually(() => expect(origin.streams).toHaveLength(1));
    await expect(exchange(session, request)).rejects.toBeInstanceOf(UnprocessedRequest);
    expect([session.hasRoom, events]).toEqual([false, ['room', 'retired']]);
    origin.streams[0].respond({ ':status': 200 }, { endStream: true });
    expect((await last).status).toBe(200);
    await eventually(() => expect(events.at(-1)).toBe('closed'));
  });
});
