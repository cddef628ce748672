import { hash } from 'node:crypto';

/**
 * The key a token is looked up by. Looking up digests tells an attacker nothing about tokens, however long it takes,
 * and keeps tokens themselves out of memory.
 */
export function digestToken(token: string): string {
  return hash('sha256', token, 'base64');
}
