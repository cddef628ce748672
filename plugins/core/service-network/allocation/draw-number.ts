import { randomInt } from 'node:crypto';
import type { RangeAllocator } from '../../../../src/plugin-api/built-in.js';

const BAND_MIN = 16;

/** Returns how many of the first numbers of a range are kept for requests by number (upstream: static and dynamic bands). */
export function lowerBandOf(size: number, { step, max }: { step: number; max: number }): number {
  return size <= BAND_MIN ? 0 : Math.min(Math.max(BAND_MIN, Math.floor(size / step)), max);
}

/**
 * Reserves any free number, at random, from above the lower band while there is one; undefined when all are taken. The
 * lower band is left to clients that ask for a certain number.
 */
export function drawNumber(range: RangeAllocator, lowerBand: number): number | undefined {
  if (range.free <= 0) return undefined;
  return drawWithin(range, lowerBand, range.size) ?? drawWithin(range, 0, lowerBand);
}

/** Scans from a random start, so that a full range ends and neighbours are not given out in order. */
function drawWithin(range: RangeAllocator, from: number, to: number): number | undefined {
  const count = to - from;
  if (count <= 0) return undefined;
  const start = randomInt(count);
  for (let i = 0; i < count; i++) {
    const number = from + ((start + i) % count);
    if (range.reserve(number)) return number;
  }
  return undefined;
}
