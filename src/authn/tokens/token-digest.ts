import { hash } from 'node:crypto';

/**
 * The cache key of a token. Lookups by digest reveal nothing about tokens through their timing, and keep tokens
 * themselves out of memory.
 */
export function digestToken(token: string): string {
  return hash('sha256', token, 'base64');
}
