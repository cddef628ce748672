/** The least and the most that something may be, of 64 bits each. */
export interface Range {
  readonly min: bigint;
  readonly max: bigint;
}

const MOST = 2n ** 64n - 1n;
const MOST_NUMBER = 2 ** 64;

/** The range of what nothing is known of. */
export const UNKNOWN: Range = { min: 0n, max: MOST };

/** Returns the range that is exactly one number. */
export function exactly(value: number): Range {
  return { min: BigInt(value), max: BigInt(value) };
}

function capped(value: bigint): bigint {
  return value > MOST ? MOST : value;
}

/** Returns the sum of ranges. */
export function sum(...ranges: readonly Range[]): Range {
  let [min, max] = [0n, 0n];
  for (const range of ranges) {
    min += range.min;
    max += range.max;
  }
  return { min: capped(min), max: capped(max) };
}

/** Returns the product of two ranges. */
export function product(a: Range, b: Range): Range {
  return { min: capped(a.min * b.min), max: capped(a.max * b.max) };
}

/** Returns a range times a factor, rounded up; what is rounded is a floating point number, as in the reference. */
export function scaled({ min, max }: Range, factor: number): Range {
  return { min: scaledNumber(min, factor), max: scaledNumber(max, factor) };
}

function scaledNumber(value: bigint, factor: number): bigint {
  const result = Math.ceil(Number(value) * factor);
  return result >= MOST_NUMBER ? MOST : BigInt(result);
}

/** Returns the smallest whole number of parts of some size that make up another one. */
export function ceilDivide(value: bigint, size: bigint): bigint {
  return scaledQuotient(Number(value) / Number(size));
}

function scaledQuotient(quotient: number): bigint {
  const result = Math.ceil(quotient);
  return result >= MOST_NUMBER ? MOST : BigInt(result);
}

/** Returns the range that has all of two. */
export function union(a: Range, b: Range): Range {
  return { min: a.min < b.min ? a.min : b.min, max: a.max > b.max ? a.max : b.max };
}
