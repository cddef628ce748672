import type { Socket } from 'node:net';
import type { buildConnector } from 'undici';
import { OutboundError } from './outbound-error.js';

/** The sockets of a client, from the moment in which they begin to connect. */
export class OpenSockets {
  private readonly dialing = new Set<Socket>();
  private readonly all = new Set<Socket>();
  private isClosed = false;

  /** Returns a connector whose sockets are among these. */
  of(connect: buildConnector.connector): buildConnector.connector {
    return (options, callback) => {
      // The library's connectors return their socket, which their type does not say, and call back later.
      const socket = connect(options, (...result) => {
        this.dialing.delete(socket);
        callback(...result);
      }) as unknown as Socket;
      this.dialing.add(socket);
      this.all.add(socket);
      socket.once('close', () => this.all.delete(socket));
      if (this.isClosed) this.destroy();
    };
  }

  /** Ends all of them, and each that follows. */
  destroy(): void {
    this.isClosed = true;
    // Connectors expect the reason as an error; a socket that was handed over may have no listener for errors.
    for (const socket of this.dialing) socket.destroy(new OutboundError('canceled', 'the connections are closed'));
    for (const socket of this.all) socket.destroy();
  }
}
