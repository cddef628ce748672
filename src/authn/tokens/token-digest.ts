import { hash } from 'node:crypto';

/**
 * Returns the cache key of a token. Lookups by digest reveal nothing about tokens through their timing, and
 * keep tokens themselves out of memory.
 */
export function digestToken(token: string): string {
  return hash('sha256', token, 'base64');
}

/** Returns the cache key of the answer for a token and audiences, which clients choose and may contain anything. */
export function digestReview(token: string, audiences: readonly string[]): string {
  return digestToken(token) + JSON.stringify(audiences);
}
