/** A quantile that is to be known, and by how much its rank may be wrong, as a fraction of all ranks. */
export interface QuantileObjective {
  readonly quantile: number;
  readonly error: number;
}

/** Neighbouring observations, of which the largest is kept. */
interface Group {
  readonly value: number;
  readonly width: number;
  /** By how much the rank may be larger than is known. */
  readonly delta: number;
}

/**
 * Estimates quantiles of many observations in little memory (Cormode, Korn, Muthukrishnan and Srivastava: Effective
 * Computation of Biased Quantiles over Data Streams; targeted quantiles). Groups far from the objectives are merged.
 */
export class QuantileStream {
  private groups: Group[] = [];
  private count = 0;

  constructor(private readonly objectives: readonly QuantileObjective[]) {}

  /** How many groups are kept. */
  get size(): number {
    return this.groups.length;
  }

  /** Adds observations in ascending order. */
  add(sorted: Float64Array): void {
    const merged: Group[] = [];
    let rank = 0;
    let next = 0;
    for (const group of this.groups) {
      while (next < sorted.length && sorted[next] < group.value) {
        merged.push({ value: sorted[next++], width: 1, delta: Math.max(0, Math.floor(this.allowance(rank)) - 1) });
        rank++;
        this.count++;
      }
      rank += group.width;
      merged.push(group);
    }
    for (; next < sorted.length; this.count++) merged.push({ value: sorted[next++], width: 1, delta: 0 });
    this.groups = this.compressed(merged);
  }

  /** The value of a quantile; NaN without observations. */
  query(quantile: number): number {
    const wanted = Math.ceil(quantile * this.count);
    // Exact as long as nothing has been merged.
    if (this.groups.length === this.count) return this.groups[Math.max(wanted - 1, 0)]?.value ?? NaN;
    const limit = wanted + Math.ceil(this.allowance(wanted) / 2);
    let rank = 0;
    let found = this.groups[0].value;
    for (const { value, width, delta } of this.groups) {
      if (rank > 0 && rank + width + delta > limit) break;
      found = value;
      rank += width;
    }
    return found;
  }

  /** Forgets all observations. */
  clear(): void {
    this.groups = [];
    this.count = 0;
  }

  /** How many ranks a group at a rank may span. */
  private allowance(rank: number): number {
    let least = Infinity;
    for (const { quantile, error } of this.objectives) {
      const span = rank >= quantile * this.count ? rank / quantile : (this.count - rank) / (1 - quantile);
      least = Math.min(least, 2 * error * span);
    }
    return least;
  }

  private compressed(groups: readonly Group[]): Group[] {
    if (groups.length < 2) return [...groups];
    const kept: Group[] = [];
    let last = groups[groups.length - 1];
    let rank = this.count - 1 - last.width;
    for (let i = groups.length - 2; i >= 0; i--) {
      const group = groups[i];
      if (group.width + last.width + last.delta <= this.allowance(rank)) {
        last = { ...last, width: last.width + group.width };
      } else {
        kept.push(last);
        last = group;
      }
      rank -= group.width;
    }
    kept.push(last);
    return kept.reverse();
  }
}
