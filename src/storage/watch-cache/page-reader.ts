import { turns } from '../../observability/index.js';
import { prefixEnd } from '../key-range.js';
import type { CacheEntry } from './cache-entry.js';
import type { SortedTree } from './sorted-tree.js';

/** Which entries of a state make a page. */
export interface PageRange {
  /** The prefix of keys. */
  readonly prefix: string;
  /** Only keys from this one on. */
  readonly startAt: string;
  /** At most so many entries; 0: all. */
  readonly limit: number;
  /** Only entries it accepts; others do not count towards the limit. */
  readonly filter: ((entry: CacheEntry) => boolean) | undefined;
}

const STOP = { break: true };
/** Entries that are looked at between two looks at the clock. */
const STRIDE = 16;

/** Reads a page of a state, with pauses if it has to. */
export class PageReader {
  readonly entries: CacheEntry[] = [];
  /** True if entries follow that were not read because of the limit. */
  more = false;
  /** How many entries were looked at. */
  looked = 0;
  private startAt: string;

  constructor(private readonly range: PageRange) {
    this.startAt = range.startAt;
  }

  /** Reads to the end of the page. */
  readAll(tree: SortedTree<CacheEntry>): this {
    this.read(tree, false);
    return this;
  }

  /** Reads a page of entries in order of key, among which are all that the filter accepts. */
  readAmong(candidates: readonly CacheEntry[]): this {
    const { prefix, startAt } = this.range;
    for (const entry of candidates) {
      const isInRange = entry.key >= startAt && entry.key.startsWith(prefix);
      if (isInRange && !this.take(entry)) break;
    }
    return this;
  }

  /** Reads for one time slice; returns whether the read is complete. */
  readSome(tree: SortedTree<CacheEntry>): boolean {
    return this.read(tree, true);
  }

  /** Reads the rest in turns with others. The tree must not change meanwhile. */
  async readOn(tree: SortedTree<CacheEntry>): Promise<void> {
    do await turns.nextSlice();
    while (!this.readSome(tree));
  }

  /** True if entries were left out and not counted. */
  get isFiltered(): boolean {
    return this.range.filter !== undefined;
  }

  /** Returns how many follow. */
  countRest(tree: SortedTree<CacheEntry>): number {
    if (!this.more) return 0;
    // Without a visitor the tree adds up whole leaves, so this does not slow down long lists read in small pages.
    const last = this.entries[this.entries.length - 1]!.key;
    return Number(tree.forRange(last, prefixEnd(this.range.prefix), false)) - 1;
  }

  private read(tree: SortedTree<CacheEntry>, pauses: boolean): boolean {
    const { prefix } = this.range;
    const { startAt } = this;
    let isPaused = false;
    tree.forRange(startAt >= prefix ? startAt : prefix, prefixEnd(prefix), false, (key, entry) => {
      if (!this.take(entry)) return STOP;
      if (!pauses || this.looked % STRIDE !== 0 || !turns.isOver()) return undefined;
      // Keys hold no NUL: nothing lies between.
      this.startAt = `${key}\u0000`;
      isPaused = true;
      return STOP;
    });
    return !isPaused;
  }

  /** Takes an entry that is wanted; answers false where there is no room for it. */
  private take(entry: CacheEntry): boolean {
    const { limit, filter } = this.range;
    this.looked++;
    if (filter && !filter(entry)) return true;
    this.more = limit > 0 && this.entries.length === limit;
    if (this.more) return false;
    this.entries.push(entry);
    return true;
  }
}
