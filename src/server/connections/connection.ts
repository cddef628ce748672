import type { Socket } from 'node:net';
import { ownerOf } from './connection-owner.js';
import type { PooledConnection } from './connection-pool.js';
import { answerOn } from './http1-socket.js';
import type { SessionWatch } from './http2-sessions.js';

/** A connection that may carry anything yet: its handshake, HTTP/1.1 or HTTP/2. */
export class Connection implements PooledConnection {
  readonly owner: string;
  private http1: Socket | undefined;
  private http2: SessionWatch | undefined;
  private lastRead = 0;

  /** `socket`: that of TCP. */
  constructor(private readonly socket: Socket) {
    this.owner = ownerOf(socket.remoteAddress ?? '');
  }

  /** Sets the socket of HTTP/1.1 requests, once that is known. */
  carriesHttp1(socket: Socket): void {
    this.http1 = socket;
  }

  /** Marks the connection as HTTP/2. */
  carriesHttp2(session: SessionWatch): void {
    this.http2 = session;
  }

  isBusy(): boolean {
    if (this.http2) return this.http2.isBusy;
    return this.http1 !== undefined && answerOn(this.http1) !== undefined;
  }

  hasMoved(): boolean {
    const { bytesRead } = this.http1 ?? this.socket;
    const hasMoved = bytesRead !== this.lastRead;
    this.lastRead = bytesRead;
    return hasMoved;
  }

  retire(): void {
    this.http2?.retire();
  }

  close(): void {
    if (this.http2 && !this.http2.isBusy) this.http2.close();
    else this.socket.destroy();
  }
}

/** Identifies the connections of one server. */
export function peerOf({ remoteAddress, remotePort }: Pick<Socket, 'remoteAddress' | 'remotePort'>): string {
  return `${remoteAddress} ${remotePort}`;
}
