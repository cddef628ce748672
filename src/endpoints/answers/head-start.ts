import type { ServerResponse } from 'node:http';

/** Bytes an answer may have on their way before its client reads them. */
const HEAD_START_BYTES = 1024 * 1024;
/** Answers that may have so much at a time. */
const MOST_AT_ONCE = 8;

let taken = 0;

/**
 * How many bytes of an answer may be on their way before anybody waits for its client: waiting after every piece costs a
 * long list a third more. 0 where enough other answers have theirs, so that clients who do not read cost no more than
 * they did. An answer that gets some gives it back when it is over.
 */
export function takeHeadStart(response: ServerResponse): number {
  if (taken >= MOST_AT_ONCE || response.destroyed) return 0;
  taken += 1;
  response.once('close', giveBack);
  return HEAD_START_BYTES;
}

function giveBack(): void {
  taken -= 1;
}
