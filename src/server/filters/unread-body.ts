import type { IncomingMessage } from 'node:http';
import { type ServerHttp2Stream, constants } from 'node:http2';

/** How much of a body that was refused is still read, in bytes. */
const MAX_DISCARDED_BYTES = 4 * 1024 * 1024;
/** Between two looks whether more of it has come, in milliseconds, and how many of them there are. */
const LOOK_MS = 500;
const MAX_LOOKS = 20;

/**
 * Discards an unused body, once its request is answered. The rest is read, so that the client comes to read the answer
 * and the connection can carry the next request; where there is no end of it, the connection is closed, or the stream.
 */
export function discardBody(request: IncomingMessage): void {
  const stream = streamOf(request);
  if (request.complete || stream?.endAfterHeaders) return;
  const giveUp = (): void => void (stream ? stream.close(constants.NGHTTP2_NO_ERROR) : request.socket.destroy());
  let left = MAX_DISCARDED_BYTES;
  let looks = 0;
  let isIdle = false;
  // After a pause of this process timers come before what has arrived: a single look would give up on a lively client.
  const timer = setInterval(() => {
    if (isIdle || ++looks >= MAX_LOOKS) giveUp();
    isIdle = true;
  }, LOOK_MS).unref();
  request.on('data', (chunk: Buffer) => {
    isIdle = false;
    left -= chunk.length;
    if (left < 0) giveUp();
  });
  request.once('close', () => clearInterval(timer));
}

function streamOf(request: IncomingMessage): ServerHttp2Stream | undefined {
  return (request as { stream?: ServerHttp2Stream }).stream;
}
