/** The least and the most that something may be. */
export interface Range {
  readonly min: number;
  readonly max: number;
}

const MOST = 2 ** 64 - 1;

/** What nothing is known of. */
export const UNKNOWN: Range = { min: 0, max: MOST };

/** What is exactly one number. */
export function exactly(value: number): Range {
  return { min: value, max: value };
}

function capped(value: number): number {
  return value > MOST ? MOST : value;
}

/** The sum of ranges. */
export function sum(...ranges: readonly Range[]): Range {
  let [min, max] = [0, 0];
  for (const range of ranges) {
    min += range.min;
    max += range.max;
  }
  return { min: capped(min), max: capped(max) };
}

/** The product of two ranges. */
export function product(a: Range, b: Range): Range {
  return { min: capped(a.min * b.min), max: capped(a.max * b.max) };
}

/** A range times a factor, rounded up. */
export function scaled({ min, max }: Range, factor: number): Range {
  return { min: capped(Math.ceil(min * factor)), max: capped(Math.ceil(max * factor)) };
}

/** The range that has all of two. */
export function union(a: Range, b: Range): Range {
  return { min: Math.min(a.min, b.min), max: Math.max(a.max, b.max) };
}
