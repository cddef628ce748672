import type { ServerResponse } from 'node:http';

/** Bytes of an answer that may be sent before its client reads them. */
const HEAD_START_BYTES = 1024 * 1024;
/** Maximum number of concurrent answers with the larger buffer. */
const MOST_AT_ONCE = 8;

/** The larger buffers of a server's answers, of which few are given at a time. */
export class HeadStarts {
  private taken = 0;

  /**
   * Returns how many bytes of an answer may be in transit before the server waits for its client: waiting after every piece
   * costs a long list a third more. 0 where enough other answers have theirs, so that clients who do not read cost no more
   * than they did. An answer that gets some gives it back when it is over.
   */
  take(response: ServerResponse): number {
    if (this.taken >= MOST_AT_ONCE || response.destroyed) return 0;
    this.taken += 1;
    response.once('close', this.giveBack);
    return HEAD_START_BYTES;
  }

  private readonly giveBack = (): void => {
    this.taken -= 1;
  };
}
