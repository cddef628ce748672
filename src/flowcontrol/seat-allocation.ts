/** The seats that a level may get in an allocation, and how many it wants. */
export interface SeatClaim {
  readonly target: number;
  readonly lowerBound: number;
  /** Not below the lower bound. */
  readonly upperBound: number;
}

/** The seats of each claim, and what they are of the targets where no bound applies. */
export interface SeatAllocation {
  readonly seats: readonly number[];
  readonly fairFraction: number;
}

/** Smaller targets count as this one, so that all levels have a proportion. */
const LEAST_TARGET = 0.001;
/** Sums of bounds that differ by less are equal. */
const TOLERANCE = 1e-7;

/**
 * Divides a number of seats among claims, in proportion to their targets but within their bounds (upstream:
 * computeConcurrencyAllocation). Undefined if the bounds leave no room for the sum.
 */
export function allocateSeats(sum: number, claims: readonly SeatClaim[]): SeatAllocation | undefined {
  const targets = claims.map(({ target }) => Math.max(target, LEAST_TARGET));
  const lowest = total(claims.map(({ lowerBound }) => lowerBound));
  const highest = total(claims.map(({ upperBound }) => upperBound));
  if (lowest - sum > TOLERANCE || sum - highest > TOLERANCE) return undefined;
  if (sum === 0) return { seats: claims.map(() => 0), fairFraction: 0 };
  const lower = claims.map(({ lowerBound }, i) => lowerBound / targets[i]);
  const upper = claims.map(({ upperBound }, i) => upperBound / targets[i]);
  if (lowest - sum > -TOLERANCE)
    return { seats: claims.map(({ lowerBound }) => lowerBound), fairFraction: Math.min(...lower) };
  if (sum - highest > -TOLERANCE)
    return { seats: claims.map(({ upperBound }) => upperBound), fairFraction: Math.max(...upper) };
  const seatsAt = (fraction: number): number[] =>
    claims.map(({ lowerBound, upperBound }, i) => Math.max(lowerBound, Math.min(upperBound, fraction * targets[i])));
  const fairFraction = findFraction(sum, [...lower, ...upper].sort(ascending), (at) => total(seatsAt(at)));
  return { seats: seatsAt(fairFraction), fairFraction };
}

/** Finds where a sum that rises in straight lines between corners has a value; it has it between the outermost two. */
function findFraction(sum: number, corners: readonly number[], sumAt: (fraction: number) => number): number {
  let low = 0;
  let high = corners.length - 1;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (sumAt(corners[middle]) < sum) low = middle;
    else high = middle;
  }
  const [from, to] = [corners[low], corners[high]];
  const [least, most] = [sumAt(from), sumAt(to)];
  return least >= most ? to : from + ((sum - least) * (to - from)) / (most - least);
}

const ascending = (a: number, b: number): number => a - b;

function total(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}
