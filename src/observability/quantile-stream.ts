/** A quantile that is to be known, and by how much its rank may be wrong, as a fraction of all ranks. */
export interface QuantileObjective {
  readonly quantile: number;
  readonly error: number;
}

/**
 * Groups of neighbouring observations in ascending order, by members: numbers in their own lists are neither
 * allocated nor collected one by one.
 */
class Groups {
  size = 0;
  private free = 0;
  /** The largest observation of each group. */
  values = new Float64Array(0);
  /** The number of its observations. */
  widths = new Float64Array(0);
  /** By how much its rank may be larger than is known. */
  deltas = new Float64Array(0);

  /** Makes place for so many groups; those that are there may be lost. */
  reserve(count: number): void {
    if (count <= this.values.length) return;
    const length = count + (count >> 1);
    this.values = new Float64Array(length);
    this.widths = new Float64Array(length);
    this.deltas = new Float64Array(length);
  }

  /** Adds a group behind the others; there must be place. */
  append(value: number, width: number, delta: number): void {
    this.put(this.size++, { value, width, delta });
  }

  /** Begins again, with places for so many groups that are given from the last one on. */
  beginAtEnd(places: number): void {
    this.reserve(places);
    this.free = this.size = places;
  }

  /** Adds a group in front of the others. */
  prepend(value: number, width: number, delta: number): void {
    this.put(--this.free, { value, width, delta });
  }

  /** Moves the groups to the beginning, once all have been given. */
  settle(): void {
    for (const list of [this.values, this.widths, this.deltas]) list.copyWithin(0, this.free, this.size);
    this.size -= this.free;
  }

  private put(at: number, { value, width, delta }: { value: number; width: number; delta: number }): void {
    this.values[at] = value;
    this.widths[at] = width;
    this.deltas[at] = delta;
  }
}

/** The groups of a stream while observations are added to it; all streams use the same. */
const merged = new Groups();

/**
 * Estimates quantiles of many observations in little memory (Cormode, Korn, Muthukrishnan and Srivastava: Effective
 * Computation of Biased Quantiles over Data Streams; targeted quantiles). Groups far from the objectives are merged.
 */
export class QuantileStream {
  private readonly groups = new Groups();
  private count = 0;

  constructor(private readonly objectives: readonly QuantileObjective[]) {}

  /** How many groups are kept. */
  get size(): number {
    return this.groups.size;
  }

  /** Adds observations in ascending order. */
  add(sorted: Float64Array): void {
    const { values, widths, deltas, size } = this.groups;
    merged.reserve(size + sorted.length);
    merged.size = 0;
    let rank = 0;
    let next = 0;
    for (let i = 0; i < size; i++) {
      const value = values[i];
      while (next < sorted.length && sorted[next] < value) {
        merged.append(sorted[next++], 1, Math.max(0, Math.floor(this.allowance(rank)) - 1));
        rank++;
        this.count++;
      }
      rank += widths[i];
      merged.append(value, widths[i], deltas[i]);
    }
    for (; next < sorted.length; this.count++) merged.append(sorted[next++], 1, 0);
    this.compress();
  }

  /** Returns the value of a quantile; NaN without observations. */
  query(quantile: number): number {
    const { values, widths, deltas, size } = this.groups;
    const wanted = Math.ceil(quantile * this.count);
    if (size === 0) return NaN;
    // Exact as long as nothing has been merged.
    if (size === this.count) return values[Math.max(wanted - 1, 0)];
    const limit = wanted + Math.ceil(this.allowance(wanted) / 2);
    let rank = 0;
    let found = values[0];
    for (let i = 0; i < size; i++) {
      if (rank > 0 && rank + widths[i] + deltas[i] > limit) break;
      found = values[i];
      rank += widths[i];
    }
    return found;
  }

  /** Forgets all observations. */
  clear(): void {
    this.groups.size = 0;
    this.count = 0;
  }

  /** How many ranks a group at a rank may span. */
  private allowance(rank: number): number {
    const { objectives, count } = this;
    let least = Infinity;
    for (let i = 0; i < objectives.length; i++) {
      const { quantile, error } = objectives[i];
      const span = rank >= quantile * count ? rank / quantile : (count - rank) / (1 - quantile);
      const allowed = 2 * error * span;
      if (allowed < least) least = allowed;
    }
    return least;
  }

  /** Takes over the merged groups, from the last one on, with neighbours joined where an objective allows it. */
  private compress(): void {
    const { values, widths, deltas, size } = merged;
    const { groups } = this;
    groups.beginAtEnd(size);
    let last = size - 1;
    let width = widths[last];
    let rank = this.count - 1 - width;
    for (let i = size - 2; i >= 0; i--) {
      if (widths[i] + width + deltas[last] <= this.allowance(rank)) width += widths[i];
      else {
        groups.prepend(values[last], width, deltas[last]);
        last = i;
        width = widths[i];
      }
      rank -= widths[i];
    }
    if (size > 0) groups.prepend(values[last], width, deltas[last]);
    groups.settle();
  }
}
