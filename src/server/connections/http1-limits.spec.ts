import { jest } from '@jest/globals';
import type { Server } from 'node:http';
import type { Http2SecureServer } from 'node:http2';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { FakeHttp2Session } from '../../../test/support/fake-http2-session.js';
import { FakeServer, ONE_CONNECTION, fakeSocket } from '../../../test/support/fake-server.js';
import { ConnectionGuard, type ConnectionLimits } from './connection-guard.js';

let server: FakeServer;

beforeEach(() => {
  server = new FakeServer();
});

function watchPlain(limits: Partial<ConnectionLimits> = {}): void {
  new ConnectionGuard({ ...ONE_CONNECTION, ...limits }).watchPlain(server as unknown as Server);
}

function watchSecure(limits: Partial<ConnectionLimits> = {}): void {
  new ConnectionGuard({ ...ONE_CONNECTION, ...limits }).watchSecure(server as unknown as Http2SecureServer);
}

describe.each([
  ['plain', watchPlain],
  ['secure', watchSecure],
])('ConnectionGuard of a %s server', (_kind, watch) => {
  it('sets the limits that Node enforces for HTTP/1.1', () => {
    watch();
    expect(server).toMatchObject({
      maxHeaderSize: 1024 * 1024,
      maxHeadersCount: 0,
      headersTimeout: 5000,
      requestTimeout: 30_000,
      connectionsCheckingInterval: 1000,
      timeout: 60_000,
    });
  });

  it('checks often enough for short timeouts, and lets requests arrive for as long as their headers', () => {
    watch({ headersTimeout: 500, arrivalTimeout: 400 });
    expect(server).toMatchObject({ requestTimeout: 500, connectionsCheckingInterval: 500 });
  });

  it('responds 405 to CONNECT', async () => {
    watch();
    const socket = new PassThrough();
    server.emit('connect', {}, socket);
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 405 Method Not Allowed\r\n/);
  });

  it('replaces the handler of input that is no HTTP', () => {
    const former = jest.fn();
    server.on('clientError', former);
    watch();
    const socket = fakeSocket(1);
    server.emit('clientError', new Error('reset'), socket);
    expect([former.mock.calls.length, socket.destroyed]).toEqual([0, true]);
  });

  it.each([
    ['closes an idle connection', { isAnswering: false, writableLength: 0 }, true],
    ['closes a connection whose answer is not read', { isAnswering: true, writableLength: 1 }, true],
    ['keeps a connection whose answer has nothing to send', { isAnswering: true, writableLength: 0 }, false],
  ])('%s at the idle timeout', (_what, state, isDestroyed) => {
    watch();
    const socket = fakeSocket(1, state);
    server.emit('timeout', socket);
    expect(socket.destroyed).toBe(isDestroyed);
  });

  it('leaves HTTP/2 sessions alone at the idle timeout', () => {
    watch();
    const session = new FakeHttp2Session();
    server.emit('timeout', session);
    expect(session.endings).toEqual([]);
  });
});
