import type { IncomingMessage } from 'node:http';
import { type ServerHttp2Stream, constants } from 'node:http2';

/** How much of a body that was refused is still read, in bytes, and for how long, in milliseconds. */
const MAX_DISCARDED_BYTES = 4 * 1024 * 1024;
const DISCARD_MS = 1000;

/**
 * Discards an unused body, once its request is answered. The rest is read, so that the client comes to read the answer
 * and the connection can carry the next request; where there is no end of it, the connection is closed, or the stream.
 */
export function discardBody(request: IncomingMessage): void {
  const stream = streamOf(request);
  if (request.complete || stream?.endAfterHeaders) return;
  const giveUp = (): void => void (stream ? stream.close(constants.NGHTTP2_NO_ERROR) : request.socket.destroy());
  const timer = setTimeout(giveUp, DISCARD_MS).unref();
  let left = MAX_DISCARDED_BYTES;
  request.on('data', (chunk: Buffer) => {
    left -= chunk.length;
    if (left < 0) giveUp();
  });
  request.once('close', () => clearTimeout(timer));
}

function streamOf(request: IncomingMessage): ServerHttp2Stream | undefined {
  return (request as { stream?: ServerHttp2Stream }).stream;
}
