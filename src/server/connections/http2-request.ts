import type { IncomingHttpHeaders } from 'node:http';
import { Http2ServerRequest, type ServerHttp2Stream } from 'node:http2';
import { StreamEvents } from './stream-events.js';

/** The socket of a connection that is gone. */
const NO_SOCKET = Object.freeze({});

/** Requests whose end comes with their headers and that are never read: a Readable for each would cost more than the rest. */
const BODILESS: ReadonlySet<string> = new Set(['GET', 'HEAD']);

/**
 * A request over HTTP/2 without a body. It has the members of an IncomingMessage that handlers use; events are those of
 * its stream.
 */
export class BodilessRequest extends StreamEvents {
  readonly httpVersion = '2.0';
  readonly httpVersionMajor = 2;
  readonly httpVersionMinor = 0;
  readonly complete = true;
  method: string;
  url: string;

  constructor(
    stream: ServerHttp2Stream,
    readonly headers: IncomingHttpHeaders,
    readonly rawHeaders: readonly string[],
  ) {
    super(stream);
    this.method = headers[':method'] as string;
    this.url = headers[':path'] as string;
  }

  /** That of the connection, for its addresses and certificates. */
  get socket(): object {
    const { session } = this.stream;
    return session && !session.destroyed ? session.socket : NO_SOCKET;
  }

  get aborted(): boolean {
    return this.stream.aborted;
  }

  get destroyed(): boolean {
    return this.stream.destroyed;
  }

  get readable(): boolean {
    return this.stream.readable;
  }

  read(): unknown {
    return this.stream.read();
  }

  pause(): this {
    this.stream.pause();
    return this;
  }

  resume(): this {
    this.stream.resume();
    return this;
  }

  setEncoding(encoding: BufferEncoding): this {
    this.stream.setEncoding(encoding);
    return this;
  }

  pipe<T extends NodeJS.WritableStream>(target: T): T {
    return this.stream.pipe(target);
  }

  [Symbol.asyncIterator](): AsyncIterator<unknown> {
    // Closing the iterator of the stream would end the answer too; there is nothing to read.
    return [][Symbol.iterator]() as unknown as AsyncIterator<unknown>;
  }
}

/**
 * Creates the request of a stream, for the option of that name of an HTTP/2 server, which calls it by `new`: one of
 * Node's where a body may be read.
 */
export function Http2Request(...made: [ServerHttp2Stream, IncomingHttpHeaders, undefined, readonly string[]]): object {
  const [stream, headers, options, rawHeaders] = made;
  const isBodiless = stream.endAfterHeaders && BODILESS.has(headers[':method'] as string);
  if (isBodiless) return new BodilessRequest(stream, headers, rawHeaders);
  return new Http2ServerRequest(stream, headers, options as never, rawHeaders);
}
