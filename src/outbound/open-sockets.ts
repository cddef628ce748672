import type { Socket } from 'node:net';
import type { buildConnector } from 'undici';
import { OutboundError } from './outbound-error.js';

/** The sockets of a client, from the moment in which they begin to connect. */
export class OpenSockets {
  private readonly sockets = new Set<Socket>();
  private isClosed = false;

  /** A connector whose sockets are among these. */
  of(connect: buildConnector.connector): buildConnector.connector {
    return (options, callback) => {
      // The library's connectors return their socket, which their type does not say.
      const socket = connect(options, callback) as unknown as Socket;
      this.sockets.add(socket);
      socket.once('close', () => this.sockets.delete(socket));
      if (this.isClosed) this.destroy();
    };
  }

  /** Ends all of them, and each that follows. */
  destroy(): void {
    this.isClosed = true;
    for (const socket of this.sockets) socket.destroy(new OutboundError('canceled', 'the connections are closed'));
  }
}
