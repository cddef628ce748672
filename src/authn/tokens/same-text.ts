import { timingSafeEqual } from 'node:crypto';

/** Compares two texts in constant time. */
export function isSameText(expected: string, actual: string): boolean {
  const [a, b] = [Buffer.from(expected), Buffer.from(actual)];
  return a.length === b.length && timingSafeEqual(a, b);
}
