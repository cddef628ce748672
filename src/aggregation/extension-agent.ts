import { Agent, type AgentOptions } from 'node:https';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { TLSSocket } from 'node:tls';
import { DIAL_MS, limitConnecting } from '../proxy/index.js';

/**
 * Connections to one extension server that are used again. Its TLS settings are the same for all of them, so that a
 * connection is found by its address alone: Node's key of two dozen settings would be made for every request.
 */
export class ExtensionAgent extends Agent {
  /** True if the server has shown a certificate that names it in its subject only, and it was accepted. */
  isNameless = false;

  override getName({ host, port, servername }: AgentOptions = {}): string {
    return `${host}:${port}:${servername}`;
  }

  /** Opens a connection; only this has a timeout. */
  override createConnection(...args: Parameters<Agent['createConnection']>): Duplex | null | undefined {
    const socket = super.createConnection(...args);
    if (socket) limitConnecting(socket as Socket, { isTls: true, ms: DIAL_MS });
    if (this.options.rejectUnauthorized === false) {
      socket?.once('secureConnect', () => {
        const { subjectaltname } = (socket as TLSSocket).getPeerCertificate();
        this.isNameless = subjectaltname === undefined;
      });
    }
    return socket;
  }
}
