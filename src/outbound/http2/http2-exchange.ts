import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http';
import { type ClientHttp2Stream, constants } from 'node:http2';
import { Readable } from 'node:stream';
import type { CarriedRequest } from '../carrier.js';
import { OutboundError } from '../outbound-error.js';
import type { Http2Session } from './http2-session.js';

/** A request that the server, by its own word, did nothing of: it may be sent again, whatever it is. */
export class UnprocessedRequest extends Error {}

/** A response of which the headers are there. */
export interface Http2Head {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly stream: ClientHttp2Stream;
}

/** Sends a request and resolves with the headers of its response. Fails with UnprocessedRequest where that is so. */
export function exchange(session: Http2Session, request: CarriedRequest): Promise<Http2Head> {
  const { body, signal } = request;
  const stream = session.begin(headersOf(request), { endStream: body === undefined });
  if (!stream) return Promise.reject(new UnprocessedRequest('the connection is closed'));
  const cancel = (): void => stream.close(constants.NGHTTP2_CANCEL);
  signal.addEventListener('abort', cancel);
  return new Promise((resolve, reject) => {
    let failure: Error | undefined;
    stream.once('response', ({ ':status': status, ...headers }) => resolve({ status: status!, headers, stream }));
    stream.on('error', (error) => (failure = error));
    stream.once('close', () => {
      signal.removeEventListener('abort', cancel);
      if (session.isUnprocessed(stream)) reject(new UnprocessedRequest('the server refused it', { cause: failure }));
      else reject(failure ?? brokenOff());
    });
    if (body !== undefined) stream.end(body);
  });
}

function headersOf({ origin, path, method, headers, body }: CarriedRequest): OutgoingHttpHeaders {
  return {
    ':method': method,
    ':path': path,
    ':authority': new URL(origin).host,
    ...headers,
    ...(body !== undefined && { 'content-length': Buffer.byteLength(body) }),
  };
}

/** Reads the whole body of a response. Fails with OutboundError where it is larger than `limit` bytes. */
export function wholeBody({ stream, headers }: Http2Head, limit: number): Promise<Buffer> {
  const length = Number(headers['content-length']);
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    stream.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size <= limit) return void chunks.push(chunk);
      reject(new OutboundError('too-large', 'the answer is too large'));
      stream.close(constants.NGHTTP2_CANCEL);
    });
    onEnd(stream, (failure) => {
      // A server that resets without an error ends the body, too.
      if (failure || size < length) reject(failure ?? brokenOff());
      else resolve(Buffer.concat(chunks, size));
    });
  });
}

/** How a body is read. */
interface BodySettings {
  /** Milliseconds without a byte after which it fails. */
  readonly silence: number;
  /** Fails it. */
  readonly signal: AbortSignal;
}

/** The body of a response, read no faster than it is asked for. Destroying it cancels the response. */
export class Http2Body extends Readable {
  constructor(
    private readonly stream: ClientHttp2Stream,
    { silence, signal }: BodySettings,
  ) {
    super();
    const fail = (): void => void this.destroy(signal.reason as Error);
    signal.addEventListener('abort', fail);
    this.once('close', () => signal.removeEventListener('abort', fail));
    stream.on('data', (chunk: Buffer) => {
      // A destroyed body takes nothing, but its stream ends only once everything has been read.
      if (!this.push(chunk) && !this.destroyed) stream.pause();
    });
    stream.setTimeout(silence, () => this.destroy(new OutboundError('timeout', 'no whole answer in time')));
    onEnd(stream, (failure) => {
      if (failure) this.destroy(failure);
      else this.push(null);
    });
  }

  override _read(): void {
    this.stream.resume();
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    if (!this.stream.closed) this.stream.close(constants.NGHTTP2_CANCEL);
    this.stream.resume();
    done(error);
  }
}

/** Calls once, when a body is whole or broken off: Node ends the bodies of broken connections like whole ones. */
function onEnd(stream: ClientHttp2Stream, tell: (failure?: Error) => void): void {
  let failure: Error | undefined;
  let isWhole = false;
  stream.once('end', () => {
    isWhole = stream.rstCode === constants.NGHTTP2_NO_ERROR;
    if (isWhole) tell();
  });
  stream.once('error', (error) => (failure = error));
  stream.once('close', () => {
    if (!isWhole) tell(failure ?? brokenOff());
  });
}

function brokenOff(): OutboundError {
  return new OutboundError('reset', 'the response broke off');
}
