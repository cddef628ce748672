import { randomInt } from 'node:crypto';

const BAND_MIN = 16;

/** Numbers below `size`, each free or taken. New ones are drawn at random, from the upper band while it has any. */
export class NumberPool {
  private readonly taken = new Set<number>();

  /** The first `lowerBand` numbers are given out last: they are left to those who ask for one of their own. */
  constructor(
    readonly size: number,
    private readonly lowerBand: number,
  ) {}

  /** Tells whether a number is taken. */
  has(number: number): boolean {
    return this.taken.has(number);
  }

  /** Takes a number; false when it is taken already. */
  take(number: number): boolean {
    if (this.taken.has(number)) return false;
    this.taken.add(number);
    return true;
  }

  /** Takes any free number; undefined when there is none. */
  takeAny(): number | undefined {
    if (this.taken.size >= this.size) return undefined;
    return this.takeWithin(this.lowerBand, this.size) ?? this.takeWithin(0, this.lowerBand);
  }

  /** Frees a number; freeing a free one does nothing. */
  free(number: number): void {
    this.taken.delete(number);
  }

  /** Scans from a random start, so that a full range ends and neighbours are not given out in order. */
  private takeWithin(from: number, to: number): number | undefined {
    const count = to - from;
    if (count <= 0) return undefined;
    const start = randomInt(count);
    for (let i = 0; i < count; i++) {
      const number = from + ((start + i) % count);
      if (this.take(number)) return number;
    }
    return undefined;
  }
}

/** How many of the first numbers of a range are kept for requests by number (upstream: static and dynamic bands). */
export function lowerBandOf(size: number, { step, max }: { step: number; max: number }): number {
  return size <= BAND_MIN ? 0 : Math.min(Math.max(BAND_MIN, Math.floor(size / step)), max);
}
