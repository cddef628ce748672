import type { Server as HttpServer } from 'node:http';
import type { Http2SecureServer } from 'node:http2';
import { Socket } from 'node:net';
import { answerClientError, endWith, plainAnswer } from './client-errors.js';
import { Connection, peerOf } from './connection.js';
import { ConnectionPool } from './connection-pool.js';
import { answerOn } from './http1-socket.js';
import { MAX_HEADER_BYTES, sessionLimits } from './http2-limits.js';
import { EventLoopTurns } from './event-loop-turns.js';
import { SessionWatch } from './http2-sessions.js';

/** The limits of connections. Times in milliseconds. */
export interface ConnectionLimits {
  /** Connections at a time; 0 sets no limit. */
  readonly maxConnections: number;
  /** How long a connection may be idle, and an answer wait for its reader. */
  readonly idleTimeout: number;
  /** Requests at a time on one connection of HTTP/2; 0 for the default. */
  readonly http2MaxStreamsPerConnection: number;
  /** How long the headers of a request may take. */
  readonly headersTimeout: number;
  /** How long a request may take to arrive, its body included. */
  readonly arrivalTimeout: number;
  /** Called when a client and the server could not agree on TLS. */
  readonly onHandshakeError?: () => void;
}

/** How often Node looks for requests that take too long to arrive. */
const CHECK_PERIOD_MS = 1000;

/** Holds the connections of servers to their limits. Nothing of it is done per request. */
export class ConnectionGuard {
  private readonly pool: ConnectionPool;
  private readonly plain = new WeakSet<Socket>();

  constructor(private readonly limits: ConnectionLimits) {
    this.pool = new ConnectionPool(limits.maxConnections);
  }

  /** Watches over a server of HTTP/1.1 alone; to be called before it listens. */
  watchPlain(server: HttpServer): void {
    this.limitHttp1(server);
    server.on('connection', (socket: Socket) => {
      // One whose wish for another protocol was declined comes again.
      if (this.plain.has(socket)) return;
      this.plain.add(socket);
      this.admit(socket)?.carriesHttp1(socket);
    });
  }

  /** Watches over a server of both protocols; to be called before it listens. */
  watchSecure(server: Http2SecureServer): void {
    // With HTTP/1.1 allowed it has the settings of such a server, though as properties only.
    this.limitHttp1(server as unknown as HttpServer);
    const known = new Map<string, Connection>();
    server.on('connection', (socket: Socket) => {
      const connection = this.admit(socket);
      if (!connection) return;
      const peer = peerOf(socket);
      known.set(peer, connection);
      socket.once('close', () => known.delete(peer));
    });
    server.on('tlsClientError', () => this.limits.onHandshakeError?.());
    server.on('secureConnection', (socket) => known.get(peerOf(socket))?.carriesHttp1(socket));
    const { idleTimeout, http2MaxStreamsPerConnection } = this.limits;
    const limits = sessionLimits(idleTimeout, http2MaxStreamsPerConnection);
    const turns = new EventLoopTurns();
    server.on('session', (session) => {
      known.get(peerOf(session.socket))?.carriesHttp2(new SessionWatch(session, limits, turns));
    });
  }

  /** Asks the clients of all connections to go elsewhere. */
  retireAll(): void {
    for (const connection of this.pool.all()) connection.retire();
  }

  private admit(socket: Socket): Connection | undefined {
    const connection = new Connection(socket);
    if (!this.pool.admit(connection)) return void socket.destroy();
    socket.once('close', () => this.pool.remove(connection));
    return connection;
  }

  private limitHttp1(server: HttpServer): void {
    const { idleTimeout, headersTimeout, arrivalTimeout } = this.limits;
    Object.assign(server, {
      maxHeaderSize: MAX_HEADER_BYTES,
      // Node would silently drop those beyond: the pipeline rejects the request.
      maxHeadersCount: 0,
      headersTimeout,
      requestTimeout: Math.max(headersTimeout, arrivalTimeout),
      connectionsCheckingInterval: Math.min(CHECK_PERIOD_MS, headersTimeout),
    });
    server.setTimeout(idleTimeout, endStill);
    server.on('connect', (_request, socket) => endWith(socket as Socket, plainAnswer('405 Method Not Allowed')));
    server.removeAllListeners('clientError');
    server.on('clientError', answerClientError as (error: Error, socket: unknown) => void);
  }
}

/** Ends a connection on which nothing moves, unless it is the server that has nothing to say yet. */
function endStill(socket: unknown): void {
  // Sessions of HTTP/2 come here too, and are looked after elsewhere.
  if (!(socket instanceof Socket)) return;
  if (socket.writableLength > 0 || !answerOn(socket)) socket.destroy();
}
