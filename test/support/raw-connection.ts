import { once } from 'node:events';
import { type TLSSocket, connect } from 'node:tls';
import type { ApiServer } from '../../src/index.js';

const NEVER = /(?!)/;

/** A TLS connection that a test writes bytes to as it likes. */
export class RawConnection {
  private received = '';
  private changed: () => void = () => {};

  private constructor(readonly socket: TLSSocket) {
    socket.on('data', (chunk: Buffer) => {
      this.received += chunk.toString('latin1');
      this.changed();
    });
    socket.on('close', () => this.changed());
    // Servers may well hang up on what is written here.
    socket.on('error', () => {});
  }

  /** Connects, as a client of HTTP/1.1. */
  static async open({
    url,
    certificateAuthority,
  }: Pick<ApiServer, 'url' | 'certificateAuthority'>): Promise<RawConnection> {
    const { hostname, port } = new URL(url);
    const socket = connect({
      host: hostname,
      port: Number(port),
      ca: certificateAuthority,
      ALPNProtocols: ['http/1.1'],
    });
    await once(socket, 'secureConnect');
    return new RawConnection(socket);
  }

  /** Writes bytes, one after another. */
  write(...parts: (string | Buffer)[]): void {
    for (const part of parts) this.socket.write(part);
  }

  /** Resolves with everything that has come once the pattern is in it, or once the server has hung up. */
  async until(pattern: RegExp): Promise<string> {
    while (!pattern.test(this.received) && !this.socket.closed) {
      await new Promise<void>((resolve) => (this.changed = resolve));
    }
    return this.received;
  }

  /** Resolves with everything that has come once the server has hung up. */
  untilClosed(): Promise<string> {
    return this.until(NEVER);
  }

  /** Breaks the connection off. */
  drop(): void {
    this.socket.destroy();
  }
}
