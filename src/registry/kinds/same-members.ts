import { isDeepEqual } from '../../patch/index.js';

/**
 * Reports whether two JSON documents have the same members in another order. Documents whose bytes are no permutation of
 * each other are distinguished without parsing.
 */
export function haveSameMembers(one: Buffer, other: Buffer, parse: (bytes: Buffer) => unknown): boolean {
  return isPermutation(one, other) && isDeepEqual(parse(one), parse(other));
}

function isPermutation(one: Buffer, other: Buffer): boolean {
  if (one.length !== other.length) return false;
  const surplus = new Int32Array(BYTE_VALUES);
  for (const byte of one) surplus[byte]++;
  for (const byte of other) surplus[byte]--;
  return surplus.every((count) => count === 0);
}

const BYTE_VALUES = 256;
