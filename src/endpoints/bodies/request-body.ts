import type { IncomingMessage } from 'node:http';
import { MAX_BODY_BYTES, type StatusError, badRequest, requestEntityTooLarge } from '../../apimachinery/index.js';
import type { RequestSeat } from '../request-seat.js';

/** Reads a whole request body; 413 when it is larger than the limit, 400 when the client breaks off. */
export function readBody(request: IncomingMessage, limit = MAX_BODY_BYTES): Promise<Buffer> {
  const announced = Number(request.headers['content-length'] ?? 0);
  if (announced > limit) return Promise.reject(tooLarge(limit));
  return new Promise((resolve, reject) => {
    let chunks: Buffer[] = [];
    let size = 0;
    const finish = (error?: StatusError): void => {
      request.off('data', onData);
      if (error) reject(error);
      else resolve(chunks.length === 1 ? chunks[0] : Buffer.concat(chunks));
      // The listeners stay for as long as the request does.
      chunks = [];
    };
    const onData = (chunk: Buffer): void => {
      size += chunk.length;
      if (size > limit) finish(tooLarge(limit));
      else chunks.push(chunk);
    };
    request.on('data', onData);
    request.once('end', () => finish());
    request.once('error', () => finish(badRequest('the request body could not be read')));
    request.once('aborted', () => finish(badRequest('the request body could not be read')));
  });
}

/** A request whose body is read. */
export interface BodiedRequest {
  readonly request: IncomingMessage;
  readonly seat: Pick<RequestSeat, 'bodyRead'>;
  /** Bytes of the body, once it is read. */
  bodyBytes: number | undefined;
}

/** Reads the whole body of a request that is worked on afterwards, in its turn; fails as `readBody` does. */
export async function readBodyInTurn(bodied: BodiedRequest): Promise<Buffer> {
  const bytes = await readBody(bodied.request);
  bodied.bodyBytes = bytes.length;
  const turn = bodied.seat.bodyRead?.();
  if (turn) await turn;
  return bytes;
}

function tooLarge(limit: number): StatusError {
  return requestEntityTooLarge(`limit is ${limit}`);
}
