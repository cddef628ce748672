import { AttributeIndex, type Narrowing } from './attribute-index.js';
import type { CacheEntry } from './cache-entry.js';

/** Fewer entries are looked through as fast. */
const FEWEST_ENTRIES = 1000;
/** How often an attribute is asked for before it gets an index. */
const ASKS = 3;
/** How many attributes have one; the one that was asked for least lately goes. */
const MOST_INDEXES = 8;
/** Attributes whose askers are counted. */
const MOST_COUNTED = 64;
/** An unused index is dropped. */
const IDLE_MS = 10 * 60_000;
/** More entries are looked through in turns with others. */
const MOST_FOUND = 5000;
/** An index is of use where it leaves over this part of all entries at most. */
const PART_FOUND = 1 / 8;

interface KeptIndex {
  readonly index: AttributeIndex;
  askedAt: number;
}

/** The indexes of one resource's entries by labels and fields that lists ask for again and again. */
export class AttributeIndexes {
  /** In order of asking. */
  private readonly kept = new Map<string, KeptIndex>();
  private readonly asks = new Map<string, number>();

  constructor(
    private readonly entries: ReadonlyMap<string, CacheEntry>,
    private readonly now: () => number,
  ) {}

  /** Returns the entries among which are all that are asked for, in order of key; undefined where all have to be looked at. */
  find(narrowing: Narrowing): CacheEntry[] | undefined {
    if (this.entries.size < FEWEST_ENTRIES) return undefined;
    const index = this.indexFor(narrowing);
    if (!index?.isComplete) return undefined;
    const count = index.count(narrowing.values);
    if (count > MOST_FOUND || count > this.entries.size * PART_FOUND) return undefined;
    return index.keysOf(narrowing.values).map((key) => this.entries.get(key)!);
  }

  /** Follows a change: has to be called for each. */
  replace(previous: CacheEntry | undefined, entry: CacheEntry | undefined): void {
    for (const { index } of this.kept.values()) index.replace(previous, entry);
  }

  private indexFor(narrowing: Narrowing): AttributeIndex | undefined {
    const name = `${narrowing.of} ${narrowing.name}`;
    const askedAt = this.now();
    this.dropIdle(askedAt);
    const known = this.kept.get(name);
    if (known) {
      known.askedAt = askedAt;
      this.kept.delete(name);
      this.kept.set(name, known);
      return known.index;
    }
    if (this.countAsk(name) < ASKS) return undefined;
    this.asks.delete(name);
    const index = new AttributeIndex(narrowing);
    this.kept.set(name, { index, askedAt });
    if (this.kept.size > MOST_INDEXES) this.kept.delete(this.kept.keys().next().value!);
    void index.fill(this.entries);
    return index;
  }

  private countAsk(name: string): number {
    const asks = (this.asks.get(name) ?? 0) + 1;
    if (this.asks.size >= MOST_COUNTED) this.asks.clear();
    this.asks.set(name, asks);
    return asks;
  }

  private dropIdle(now: number): void {
    for (const [name, { askedAt }] of this.kept) {
      if (now - askedAt <= IDLE_MS) return;
      this.kept.delete(name);
    }
  }
}
