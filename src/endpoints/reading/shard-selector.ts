import type { CacheEntry } from '../../storage/index.js';
import { uidOfEntry } from '../../registry/index.js';
import { shardHash } from './shard-hash.js';

/** A field by whose hash objects are divided into shards. */
export type ShardField = 'object.metadata.uid' | 'object.metadata.namespace';

/** A range of hashes: from `start` on, and below `end`. Both are numbers of the same count of hexadecimal digits. */
export interface ShardRange {
  readonly start: string;
  readonly end: string;
}

/** Digits of a bound: one more than a hash has, because 2^64 ends the last range. */
export const BOUND_DIGITS = 17;

const VALUE_OF: Readonly<Record<ShardField, (entry: CacheEntry) => string>> = {
  'object.metadata.uid': uidOfEntry,
  'object.metadata.namespace': ({ fields }) => fields['metadata.namespace'] ?? '',
};

/** The part of a collection that a client requests by `shardSelector` (upstream: sharding.Selector). */
export class ShardSelector {
  /** Disjoint and sorted, so that the cost of an object is logarithmic in the number of ranges that were sent. */
  private readonly ranges: readonly ShardRange[];

  constructor(
    /** The selector as it was sent. */
    readonly text: string,
    private readonly field: ShardField,
    ranges: readonly ShardRange[],
  ) {
    this.ranges = merged(ranges);
  }

  /**
   * Reports whether an object belongs to the shard. The uid of an object that cannot be read is unknown, so it counts as
   * a member of every shard by uid.
   */
  matches(entry: CacheEntry): boolean {
    if (entry.unreadable !== undefined && this.field === 'object.metadata.uid') return true;
    return this.covers(shardHash(VALUE_OF[this.field](entry)));
  }

  /** Reports whether a hash is in one of the ranges. */
  covers(hash: string): boolean {
    const value = hash.padStart(BOUND_DIGITS, '0');
    let [low, high] = [0, this.ranges.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.ranges[middle].end <= value) low = middle + 1;
      else high = middle;
    }
    return low < this.ranges.length && this.ranges[low].start <= value;
  }
}

/** Texts of equal length sort as their numbers do. */
function merged(ranges: readonly ShardRange[]): ShardRange[] {
  const found: ShardRange[] = [];
  for (const range of [...ranges].sort((a, b) => (a.start < b.start ? -1 : a.start > b.start ? 1 : 0))) {
    const last = found.at(-1);
    if (!last || last.end < range.start) found.push(range);
    else if (last.end < range.end) found[found.length - 1] = { start: last.start, end: range.end };
  }
  return found;
}
