import { type ClientHttp2Session, type ClientHttp2Stream, connect, constants } from 'node:http2';
import type { OutgoingHttpHeaders } from 'node:http';
import type { TLSSocket } from 'node:tls';
import type { Clock, Timer } from '../../observability/index.js';
import { OutboundError } from '../outbound-error.js';

/** The callbacks of a session for its pool. */
export interface SessionEvents {
  /** Called when there is room for another request. */
  onRoom(): void;
  /** Called once, when it takes no more requests; those in progress may still finish. */
  onRetired(): void;
  /** Called once, after that. */
  onClosed(): void;
}

/** Milliseconds between looks at a connection, and for the acknowledgement of a ping (Go: PingTimeout). */
const CHECK_PERIOD = 15_000;
/** Looks without a byte after which the server is sent a ping: 30 seconds (Go: ReadIdleTimeout). */
const SILENT_CHECKS = 2;
/** Looks without a request after which a connection is closed: 90 seconds (Go: IdleConnTimeout). */
const IDLE_CHECKS = 6;
/** Bytes of one response that the server may send ahead of its reader. */
const STREAM_WINDOW = 1024 * 1024;
/** Bytes of all responses: never less than those of the streams together, so that none waits for another's reader. */
const CONNECTION_WINDOW = 2 ** 30;
/** Requests at a time before the server has said how many it takes (Go: initialMaxConcurrentStreams). */
const FIRST_STREAMS = 100;
/** Requests at a time at most, also where the server has no limit. */
const MAX_STREAMS = 1000;
/** The highest number of a stream (RFC 9113, section 5.1.1). */
const LAST_STREAM = 2 ** 31 - 1;
/** Mebibytes that Node keeps for a session, of headers and of bodies that are not sent yet. */
const SESSION_MEMORY = 256;
/** Fields of the headers of a response. */
const MAX_HEADER_PAIRS = 1024;

/**
 * A connection of HTTP/2, with as many requests at a time as the server takes. It ends when it is silent for too long, when
 * it has had no request for some time, and gracefully when the server says that it goes away.
 */
export class Http2Session {
  private readonly session: ClientHttp2Session;
  private readonly checks: Timer;
  private active = 0;
  private maxStreams = FIRST_STREAMS;
  private isRetired = false;
  private isAwaited = false;
  /** The last stream that the server has looked at; later ones may be asked again. */
  private lastStream = Infinity;
  private bytesSeen = 0;
  private silentChecks = 0;
  private idleChecks = 0;

  constructor(
    private readonly socket: TLSSocket,
    origin: string,
    private readonly parts: SessionEvents & { readonly clock: Clock },
  ) {
    this.session = connect(origin, {
      createConnection: () => socket,
      maxSessionMemory: SESSION_MEMORY,
      maxHeaderListPairs: MAX_HEADER_PAIRS,
      settings: { enablePush: false, initialWindowSize: STREAM_WINDOW },
    });
    // Early releases of Node 20 emit it for sessions that were destroyed meanwhile, too.
    this.session.once('connect', () => {
      if (!this.session.destroyed) this.session.setLocalWindowSize(CONNECTION_WINDOW);
    });
    this.session.on('remoteSettings', ({ maxConcurrentStreams }) => this.allow(maxConcurrentStreams));
    this.session.on('goaway', (_code, lastStream) => this.goAway(lastStream));
    // Its streams fail with it.
    this.session.on('error', () => {});
    this.session.once('close', () => this.end());
    this.session.unref();
    this.checks = parts.clock.repeat(CHECK_PERIOD, () => this.check());
  }

  /** True if another request may begin. */
  get hasRoom(): boolean {
    return !this.isRetired && this.active < this.maxStreams;
  }

  /** Starts a request; undefined if the connection takes none any more. A request with a body has to be ended. */
  begin(headers: OutgoingHttpHeaders, { endStream }: { endStream: boolean }): ClientHttp2Stream | undefined {
    const stream = this.request(headers, endStream);
    if (!stream) return undefined;
    if (this.active++ === 0) this.session.ref();
    this.idleChecks = 0;
    stream.once('error', ({ code }: NodeJS.ErrnoException) => {
      if (code === 'ERR_HTTP2_OUT_OF_STREAMS') this.exhaust();
    });
    stream.once('close', () => {
      if (--this.active === 0 && !this.isAwaited) this.session.unref();
      if (this.hasRoom) this.parts.onRoom();
    });
    return stream;
  }

  /** Reports whether the server has said that it did nothing of a stream that has failed. */
  isUnprocessed({ id = Infinity, rstCode }: ClientHttp2Stream): boolean {
    return id > this.lastStream || rstCode === constants.NGHTTP2_REFUSED_STREAM;
  }

  /** Takes no more requests, and closes when those that it has are over. */
  async close(): Promise<void> {
    this.retire();
    if (this.session.destroyed) return;
    // An idle connection keeps no process running, but one that waits for its end.
    this.isAwaited = true;
    this.session.ref();
    await new Promise<void>((resolve) => {
      this.session.once('close', resolve);
      this.session.close();
    });
  }

  /** The same without a waiting caller, which keeps no process running. */
  private finish(): void {
    this.retire();
    this.session.close();
  }

  private request(headers: OutgoingHttpHeaders, endStream: boolean): ClientHttp2Stream | undefined {
    // A closed session throws before Node 24, and then returns a stream that fails.
    if (!this.session.closed && !this.session.destroyed) return this.session.request(headers, { endStream });
    this.finish();
    return undefined;
  }

  private allow(maxConcurrentStreams: number | undefined): void {
    this.maxStreams = Math.min(maxConcurrentStreams ?? MAX_STREAMS, MAX_STREAMS);
    if (this.hasRoom) this.parts.onRoom();
  }

  /** Node closes the session, gracefully where the server gives no error. */
  private goAway(lastStream: number): void {
    this.lastStream = lastStream;
    this.retire();
  }

  /** Streams that Node could give no number were never sent: they may be asked again on another connection. */
  private exhaust(): void {
    this.lastStream = Math.min(this.lastStream, LAST_STREAM);
    this.finish();
  }

  private end(): void {
    this.checks.cancel();
    this.retire();
    this.parts.onClosed();
  }

  private retire(): void {
    if (this.isRetired) return;
    this.isRetired = true;
    this.parts.onRetired();
  }

  private check(): void {
    // The server has not closed its side since the session ended: `close` would wait for it.
    if (this.session.destroyed) return void this.socket.destroy();
    if (this.active === 0 && ++this.idleChecks >= IDLE_CHECKS) return this.finish();
    const { bytesRead } = this.socket;
    if (bytesRead !== this.bytesSeen) {
      this.bytesSeen = bytesRead;
      this.silentChecks = 0;
      return;
    }
    this.silentChecks++;
    if (this.silentChecks === SILENT_CHECKS) this.session.ping(() => {});
    else if (this.silentChecks > SILENT_CHECKS) this.session.destroy(new OutboundError('reset', 'no answer to a ping'));
  }
}
