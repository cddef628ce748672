import type { OutgoingHttpHeaders } from 'node:http';
import type { ServerHttp2Stream } from 'node:http2';
import { type Listener, StreamEvents } from './stream-events.js';

type Chunk = string | Uint8Array;

/** Headers about a connection of HTTP/1.1; HTTP/2 has none of them (RFC 9113, 8.2.2). */
const OF_CONNECTION: ReadonlySet<string> = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'transfer-encoding',
  'upgrade',
]);

const ignore = (): void => {};

/**
 * The answer to a request over HTTP/2, written to its stream directly. It has the members of a ServerResponse that
 * handlers, Fastify and `pipeline` use; events are those of the stream.
 */
export class Http2Response extends StreamEvents {
  statusCode = 200;
  /** Where this is not undefined, an answer is sent in chunks. */
  readonly chunkedEncoding = undefined;
  private prepared: OutgoingHttpHeaders | undefined;

  constructor(stream: ServerHttp2Stream) {
    super(stream);
    // Clients reset streams with any code; there may be no other listener.
    stream.on('error', ignore);
  }

  get headersSent(): boolean {
    return this.stream.headersSent;
  }

  get destroyed(): boolean {
    return this.stream.destroyed;
  }

  get closed(): boolean {
    return this.stream.destroyed;
  }

  get writable(): boolean {
    return this.stream.writable;
  }

  get writableEnded(): boolean {
    return this.stream.writableEnded;
  }

  get finished(): boolean {
    return this.stream.writableEnded;
  }

  get writableFinished(): boolean {
    return this.stream.writableFinished;
  }

  get writableLength(): number {
    return this.stream.writableLength;
  }

  get writableHighWaterMark(): number {
    return this.stream.writableHighWaterMark;
  }

  get writableNeedDrain(): boolean {
    return this.stream.writableNeedDrain;
  }

  setHeader(name: string, value: number | string | readonly string[]): this {
    const key = name.toLowerCase();
    if (!OF_CONNECTION.has(key))
      (this.prepared ??= Object.create(null) as OutgoingHttpHeaders)[key] = value as OutgoingHttpHeaders[string];
    return this;
  }

  getHeader(name: string): OutgoingHttpHeaders[string] {
    const { prepared } = this;
    const key = name.toLowerCase();
    return prepared && Object.hasOwn(prepared, key) ? prepared[key] : undefined;
  }

  getHeaders(): OutgoingHttpHeaders {
    return { ...this.prepared };
  }

  getHeaderNames(): string[] {
    return Object.keys(this.prepared ?? {});
  }

  hasHeader(name: string): boolean {
    return this.getHeader(name) !== undefined;
  }

  removeHeader(name: string): void {
    if (this.prepared) delete this.prepared[name.toLowerCase()];
  }

  /** Sends the head. A reason phrase is ignored: HTTP/2 has none. */
  writeHead(status: number, reason?: string | OutgoingHttpHeaders, headers?: OutgoingHttpHeaders): this {
    const added = typeof reason === 'object' ? reason : headers;
    this.statusCode = status;
    if (added && !this.prepared && areFit(added)) this.prepared = { ...added };
    else for (const name in added) if (added[name] !== undefined) this.setHeader(name, added[name]);
    this.begin(false);
    return this;
  }

  flushHeaders(): void {
    if (!this.headersSent) this.begin(false);
  }

  writeContinue(): void {
    if (!this.stream.destroyed && !this.headersSent) this.stream.additionalHeaders({ ':status': 100 });
  }

  write(chunk: Chunk, encoding?: BufferEncoding | Listener, done?: Listener): boolean {
    const { stream } = this;
    const written = typeof encoding === 'function' ? encoding : done;
    if (stream.destroyed) return false;
    if (!stream.headersSent) this.begin(false);
    // The answer to HEAD ends with its headers.
    if (isForHead(stream)) return (process.nextTick(written ?? ignore), true);
    return stream.write(chunk, encodingOf(encoding), written as never);
  }

  end(chunk?: Chunk | Listener | null, encoding?: BufferEncoding | Listener, done?: Listener): this {
    const { stream } = this;
    const body = typeof chunk === 'function' ? undefined : chunk;
    const finished = [chunk, encoding, done].find((each) => typeof each === 'function') as Listener | undefined;
    if (!stream.headersSent) this.begin(body === undefined || body === null);
    if (stream.destroyed || stream.writableEnded) return (finished && process.nextTick(finished), this);
    if (body === undefined || body === null || isForHead(stream)) stream.end(finished);
    else stream.end(body, encodingOf(encoding), finished);
    return this;
  }

  cork(): void {
    this.stream.cork();
  }

  uncork(): void {
    this.stream.uncork();
  }

  private begin(isWhole: boolean): void {
    const { stream, prepared = {} } = this;
    if (stream.destroyed) return;
    prepared[':status'] = this.statusCode;
    stream.respond(prepared, isWhole ? { endStream: true } : undefined);
  }
}

/** Reports whether headers can be sent as they are: Node writes names in lower case, and fails on the others. */
function areFit(headers: OutgoingHttpHeaders): boolean {
  for (const name in headers) if (headers[name] === undefined || name[0] < 'a' || OF_CONNECTION.has(name)) return false;
  return true;
}

/** Node's types do not include the property. */
function isForHead(stream: ServerHttp2Stream): boolean {
  return (stream as { headRequest?: boolean }).headRequest === true;
}

function encodingOf(encoding: BufferEncoding | Listener | undefined): BufferEncoding {
  return typeof encoding === 'string' ? encoding : 'utf8';
}
