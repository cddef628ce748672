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
  for (let i = 0; i < one.length; i++) {
    // Most updates change few bytes, and equal ones at one place cancel each other out.
    if (one[i] === other[i]) continue;
    surplus[one[i]]++;
    surplus[other[i]]--;
  }
  return surplus.every((count) => count === 0);
}

const BYTE_VALUES = 256;
