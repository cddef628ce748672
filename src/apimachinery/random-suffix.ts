import { randomFillSync } from 'node:crypto';

/** Without vowels and the digits that look like them, so that no suffix spells a word. */
const ALPHABET = 'bcdfghjklmnpqrstvwxz2456789';
const SUFFIX_LENGTH = 5;
const FAIR_BYTES = 256 - (256 % ALPHABET.length);

const pool = Buffer.allocUnsafe(1024);
let used = pool.length;

/**
 * Returns the five random characters that `generateName` appends to a name.
 *
 * @internal
 * @example
 * const name = `berth-${randomSuffix()}`;
 */
export function randomSuffix(): string {
  let suffix = '';
  while (suffix.length < SUFFIX_LENGTH) {
    if (used === pool.length) {
      randomFillSync(pool);
      used = 0;
    }
    const byte = pool[used++];
    // Bytes beyond the last whole multiple would favour the first letters.
    if (byte < FAIR_BYTES) suffix += ALPHABET[byte % ALPHABET.length];
  }
  return suffix;
}
