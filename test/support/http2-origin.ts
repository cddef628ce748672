import { once } from 'node:events';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { type Server, createServer } from 'node:https';
import {
  type Http2SecureServer,
  type IncomingHttpHeaders,
  type SecureServerOptions,
  type ServerHttp2Session,
  type ServerHttp2Stream,
  createSecureServer,
} from 'node:http2';
import type { AddressInfo, Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { MetricsRegistry, SystemClock, type Clock } from '../../src/observability/index.js';
import {
  OutboundClient,
  OutboundMetrics,
  PLAIN_TLS,
  fixedConnection,
  type HttpVersion,
} from '../../src/outbound/index.js';
import { type KubeletCertificates, makeKubeletCertificates } from './fake-kubelet.js';

type StreamAnswer = (stream: ServerHttp2Stream, headers: IncomingHttpHeaders) => void;

interface OriginSettings extends SecureServerOptions {
  readonly port?: number;
  /** The certificates of an earlier one. */
  readonly trusted?: KubeletCertificates;
  /** Serves HTTP/1.1 only. */
  readonly http1?: RequestListener;
}

/** A server of HTTP/2 whose frames are the test's. Its connections are counted, whatever they speak. */
export class Http2Origin {
  /** Handles streams; responds with their method and path where it is not set. */
  answer: StreamAnswer = (stream, headers) => {
    stream.respond({ ':status': 200 });
    stream.end(`${headers[':method']} ${headers[':path']}`);
  };
  /** Sessions, the newest last. */
  readonly sessions: ServerHttp2Session[] = [];
  /** Streams, the newest last. */
  readonly streams: ServerHttp2Stream[] = [];
  readonly sockets: Socket[] = [];

  private constructor(
    private readonly server: Http2SecureServer | Server,
    readonly certificates: KubeletCertificates,
  ) {
    server.on('connection', (socket: Socket) => {
      this.sockets.push(socket);
      socket.on('error', () => {});
    });
    server.on('session', (session: ServerHttp2Session) => {
      this.sessions.push(session);
      session.on('error', () => {});
    });
    server.on('sessionError', () => {});
    server.on('stream', (stream: ServerHttp2Stream, headers: IncomingHttpHeaders) => {
      this.streams.push(stream);
      stream.on('error', () => {});
      this.answer(stream, headers);
    });
  }

  /** Starts one; `port` is that of a server that has been closed. */
  static async start({ port = 0, http1, trusted, ...options }: OriginSettings = {}): Promise<Http2Origin> {
    const certificates = trusted ?? (await makeKubeletCertificates());
    const { certificate: cert, key } = certificates.serving;
    const server = http1 ? createServer({ cert, key }, http1) : createSecureServer({ cert, key, ...options });
    const origin = new Http2Origin(server, certificates);
    origin.server.listen(port, '127.0.0.1');
    await once(origin.server, 'listening');
    return origin;
  }

  /** Handles requests over HTTP/1.1 also. */
  serveHttp1(answer: RequestListener): void {
    this.server.on('request', (request: IncomingMessage, response: ServerResponse) => {
      if (request.httpVersionMajor === 1) answer(request, response);
    });
  }

  /** Serves a connection that another server has accepted. */
  adopt(socket: TLSSocket): void {
    this.server.emit('secureConnection', socket);
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  get url(): string {
    return `https://127.0.0.1:${this.port}`;
  }

  /** A client of this server. */
  client({
    httpVersion = 'negotiated',
    clock = new SystemClock(),
    maxConnections = 8,
    server = this.url,
    proxyUrl = '',
  }: Partial<ClientParts> = {}): OutboundClient {
    const tls = { ...PLAIN_TLS, authority: this.certificates.authority };
    return new OutboundClient(fixedConnection({ server, tls, proxyUrl }), {
      clock,
      metrics: new OutboundMetrics(new MetricsRegistry()),
      environment: {},
      limits: { maxConnections, maxAnswerBytes: 16 * 1024 * 1024 },
      httpVersion,
    });
  }

  async close(): Promise<void> {
    const closed = once(this.server, 'close');
    this.server.close();
    for (const socket of this.sockets) socket.destroy();
    await closed;
  }
}

interface ClientParts {
  readonly httpVersion: HttpVersion;
  readonly clock: Clock;
  readonly maxConnections: number;
  readonly server: string;
  readonly proxyUrl: string;
}
