import type { IncomingMessage } from 'node:http';
import { type ServerHttp2Stream, constants } from 'node:http2';

/** How much of a body that was refused is still read, in bytes, and for how long, in milliseconds. */
const MAX_DISCARDED_BYTES = 4 * 1024 * 1024;
const DISCARD_MS = 1000;

/**
 * Lets go of a body that is not wanted any more, once its request is answered. A stream is ended. On a connection of
 * HTTP/1.1 the rest has to be read before the next request, and to let the client read the answer; one that takes too
 * long for it is closed.
 */
export function discardBody(request: IncomingMessage): void {
  const stream = streamOf(request);
  if (stream) {
    if (!stream.endAfterHeaders && !stream.destroyed) stream.close(constants.NGHTTP2_NO_ERROR);
    return;
  }
  if (request.complete) return;
  const giveUp = (): void => void request.socket.destroy();
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
