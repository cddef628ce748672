import { createHash } from 'node:crypto';

/** Returns the hash of a JSON value: equal values have equal hashes, in a few bytes each however large they are. */
export function contentHash(value: unknown): string {
  const text = JSON.stringify(value, (_name, each: unknown) => (typeof each === 'bigint' ? `${each}n` : each));
  return createHash('sha256').update(text).digest('base64');
}
