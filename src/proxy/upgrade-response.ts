import { type IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';

/**
 * The answer to a request that asks for another protocol: an ordinary one, after which the connection ends, as long as
 * the connection is not taken over.
 */
export class UpgradeResponse extends ServerResponse {
  private isTaken = false;

  /** `head`: what has come on the connection after the request. */
  constructor(
    request: IncomingMessage,
    private readonly wire: Socket,
    private readonly head: Buffer,
  ) {
    super(request);
    this.shouldKeepAlive = false;
    this.assignSocket(wire);
    // The peer is notified by the end of the connection.
    wire.on('error', () => {});
    this.once('finish', () => {
      if (!this.isTaken) wire.end();
    });
  }

  /**
   * Takes the connection over, with what has come on it already put back: nothing is answered through this any more.
   * It closes when the connection does. Emits `taken` with the status code.
   */
  take(status: number): Duplex {
    this.isTaken = true;
    this.statusCode = status;
    this.emit('taken', status);
    this.wire.setTimeout(0);
    if (this.head.length > 0) this.wire.unshift(this.head);
    return this.wire;
  }

  /** Ends a connection that was taken over, or the answer. */
  interrupt(): void {
    if (this.isTaken) this.wire.destroy();
    else this.end();
  }
}

/** Returns the response of a request whose connection can be taken over; undefined for others. */
export function upgradeResponseOf(response: unknown): UpgradeResponse | undefined {
  return response instanceof UpgradeResponse ? response : undefined;
}
