import { jest } from '@jest/globals';
import type { Server } from 'node:http';
import type { Http2SecureServer } from 'node:http2';
import type { Socket } from 'node:net';
import { FakeHttp2Session } from '../../../test/support/fake-http2-session.js';
import { FakeServer, ONE_CONNECTION, fakeSocket } from '../../../test/support/fake-server.js';
import { ConnectionGuard, type ConnectionLimits } from './connection-guard.js';

let server: FakeServer;

beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask'] });
  server = new FakeServer();
});

afterEach(() => jest.useRealTimers());

function watchPlain(limits: Partial<ConnectionLimits> = {}): void {
  new ConnectionGuard({ ...ONE_CONNECTION, ...limits }).watchPlain(server as unknown as Server);
}

function watchSecure(limits: Partial<ConnectionLimits> = {}): ConnectionGuard {
  const guard = new ConnectionGuard({ ...ONE_CONNECTION, ...limits });
  guard.watchSecure(server as unknown as Http2SecureServer);
  return guard;
}

/** Opens a connection. */
function connect(remotePort: number, options: { isAnswering?: boolean } = {}): Socket {
  const socket = fakeSocket(remotePort, options);
  server.emit('connection', socket);
  return socket;
}

/** Starts HTTP/2 on a connection. */
function startHttp2(socket: Socket): FakeHttp2Session {
  const session = Object.assign(new FakeHttp2Session(), { socket });
  server.emit('session', session);
  return session;
}

const destroyed = (...sockets: Socket[]): boolean[] => sockets.map((socket) => socket.destroyed);

describe('ConnectionGuard.watchPlain()', () => {
  it('closes an idle connection in favour of a new one at the limit', () => {
    watchPlain();
    expect(destroyed(connect(1), connect(2))).toEqual([true, false]);
  });

  it('refuses a new connection while all others wait for an answer', () => {
    watchPlain();
    expect(destroyed(connect(1, { isAnswering: true }), connect(2))).toEqual([false, true]);
  });

  it('counts a connection once that is seen again after a declined upgrade', () => {
    watchPlain({ maxConnections: 2 });
    const first = connect(1);
    server.emit('connection', first);
    expect(destroyed(first, connect(2))).toEqual([false, false]);
  });

  it('does not count a connection that has ended', async () => {
    watchPlain();
    const first = connect(1, { isAnswering: true });
    first.destroy();
    await new Promise((resolve) => first.once('close', resolve));
    expect(connect(2).destroyed).toBe(false);
  });
});

describe('ConnectionGuard.watchSecure()', () => {
  it('closes a connection that carries nothing yet in favour of a new one at the limit', () => {
    watchSecure();
    const first = connect(1);
    expect(destroyed(connect(2), first)).toEqual([false, true]);
  });

  it('refuses a new connection while HTTP/1.1 requests of others wait for an answer', () => {
    watchSecure();
    const first = connect(1);
    server.emit('secureConnection', fakeSocket(1, { isAnswering: true }));
    expect(destroyed(connect(2), first)).toEqual([true, false]);
  });

  it('refuses a new connection while others have streams', () => {
    watchSecure();
    const first = connect(1);
    startHttp2(first).open();
    expect(destroyed(connect(2), first)).toEqual([true, false]);
  });

  it('sends GOAWAY on an idle HTTP/2 connection in favour of a new one', () => {
    watchSecure();
    const first = connect(1);
    const session = startHttp2(first);
    expect(destroyed(connect(2), first)).toEqual([false, false]);
    expect(session.endings).toEqual(['close']);
  });

  it('ends an HTTP/2 connection after the idle timeout', () => {
    watchSecure();
    const session = startHttp2(connect(1));
    jest.advanceTimersByTime(ONE_CONNECTION.idleTimeout);
    expect(session.endings).toEqual(['close']);
  });

  it('does not follow a session whose connection has ended', async () => {
    watchSecure();
    const socket = connect(1);
    socket.destroy();
    await new Promise((resolve) => socket.once('close', resolve));
    startHttp2(socket);
    expect(jest.getTimerCount()).toBe(0);
  });

  it('reports failed handshakes', () => {
    const onHandshakeError = jest.fn();
    watchSecure({ onHandshakeError });
    server.emit('tlsClientError', new Error('no shared cipher'));
    expect(onHandshakeError).toHaveBeenCalledTimes(1);
  });
});

describe('ConnectionGuard.retireAll()', () => {
  it('sends GOAWAY on all HTTP/2 connections, busy or not', () => {
    const guard = watchSecure({ maxConnections: 3 });
    const sessions = [1, 2].map((port) => startHttp2(connect(port)));
    sessions[0]!.open();
    guard.retireAll();
    expect(sessions.map(({ endings }) => endings)).toEqual([['close'], ['close']]);
  });
});
