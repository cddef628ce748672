import { EventEmitter } from 'node:events';
import { Socket } from 'node:net';
import type { ConnectionLimits } from '../../src/server/connections/index.js';

/** Limits with room for one connection. */
export const ONE_CONNECTION: ConnectionLimits = {
  maxConnections: 1,
  idleTimeout: 60_000,
  http2MaxStreamsPerConnection: 0,
  headersTimeout: 5000,
  arrivalTimeout: 30_000,
};

/** A server without connections of its own. */
export class FakeServer extends EventEmitter {
  timeout = 0;

  setTimeout(ms: number, listener: (socket: unknown) => void): void {
    this.timeout = ms;
    this.on('timeout', listener);
  }
}

/** A socket of a client; connections of one client differ in their port. */
export function fakeSocket(remotePort: number, { isAnswering = false, writableLength = 0 } = {}): Socket {
  const properties = { remoteAddress: '192.0.2.1', remotePort, writableLength, _httpMessage: isAnswering ? {} : null };
  return Object.defineProperties(
    new Socket(),
    Object.fromEntries(Object.entries(properties).map(([name, value]) => [name, { value }])),
  );
}
