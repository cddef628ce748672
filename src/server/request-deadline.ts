import { DurationError, badRequest, parseDuration, timeout } from '../apimachinery/index.js';
import type { RequestContext } from '../endpoints/index.js';
import { isLongRunning } from '../request/index.js';

const NANOSECONDS_IN_MS = 1_000_000n;

/**
 * How long a request may take, in milliseconds: what its `timeout` parameter says, and no longer than the server allows;
 * nothing and less than nothing say that the client does not mind. 400 for a duration that cannot be read, whatever the
 * path, but for requests that stay open.
 */
export function requestLimit({ query, info }: Pick<RequestContext, 'query' | 'info'>, longestMs: number): number {
  const sent = query.get('timeout');
  if (sent === null || sent === '' || isLongRunning(info)) return longestMs;
  const asked = readDuration(sent);
  if (asked <= 0n) return longestMs;
  return Math.min(Math.ceil(Number(asked) / Number(NANOSECONDS_IN_MS)), longestMs);
}

function readDuration(text: string): bigint {
  try {
    return parseDuration(text);
  } catch (error) {
    if (!(error instanceof DurationError)) throw error;
    throw badRequest(`invalid timeout specified in the request URL - ${error.message}`);
  }
}

/** Waits for an answer so long; 504 after that. One promise and one timer: this is part of every request. */
export function withTimeout(handled: Promise<void>, limitMs: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const giveUp = (): void => reject(timeout('request did not complete within the allotted timeout'));
    const timer = setTimeout(giveUp, limitMs);
    const settle =
      <T>(outcome: (value: T) => void) =>
      (value: T): void => {
        clearTimeout(timer);
        outcome(value);
      };
    handled.then(settle(resolve), settle(reject));
  });
}
