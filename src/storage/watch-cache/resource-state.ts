import { eachInSlices } from '../../observability/index.js';
import { compacted, tooLargeRevision } from '../storage-error.js';
import type { StorageEvent, StoredValue } from '../storage.js';
import type { Narrowing } from './attribute-index.js';
import { AttributeIndexes } from './attribute-indexes.js';
import type { CacheEntry, CacheEvent, Ingest } from './cache-entry.js';
import { Defragmentation } from './defragmentation.js';
import { EventRing, type EventRingLimits } from './event-ring.js';
import { type PageRange, PageReader } from './page-reader.js';
import { PinnedSnapshots, type PinLimits } from './pinned-snapshots.js';
import { newSortedTree, type SortedTree } from './sorted-tree.js';

/** The options of a list. */
export interface CacheListOptions {
  /** Keys that start with it; unset: the whole resource. */
  readonly prefix?: string;
  /** Only keys from this one on. */
  readonly startAt?: string;
  /** At most so many entries; unset or 0: all. */
  readonly limit?: number;
  /** The state at exactly this revision; unset: the newest. */
  readonly revision?: number;
  /** Only entries it accepts; others do not count towards the limit. */
  readonly filter?: (entry: CacheEntry) => boolean;
  /** A necessary condition of the filter, if one is known: avoids scanning other entries. */
  readonly narrowing?: Narrowing;
  /** The key of the only entry that the filter may accept. */
  readonly onlyKey?: string;
}

/** One page of a list. */
export interface CacheList {
  /** In order of key. */
  readonly entries: CacheEntry[];
  /** The revision the list is the state of. */
  readonly revision: number;
  /** True if entries follow that were not given because of the limit. */
  readonly more: boolean;
  /** The entries among them that cannot be read. */
  readonly unreadable: readonly CacheEntry[];
  /** How many entries were looked at. */
  readonly fetched: number;
  /** The index that led to the entries: of a field, of labels, or of the namespace; empty without one. */
  readonly index: string;
  /** How many follow; unset when filtered, because they were not counted. */
  readonly remaining: number | undefined;
  /**
   * The revision of the resource's last change, where the entries are all there are under the prefix: lists of that prefix
   * with the same one hold the same entries. Unset for all others.
   */
  readonly changed?: number;
}

/** A state that a page is read of. */
interface ReadState {
  readonly tree: SortedTree<CacheEntry>;
  readonly revision: number;
  /** The last change before it, where the page may be all of it. */
  readonly changed: number | undefined;
}

/** Adding up a length takes less time than reading the clock. */
const SIZES_PER_READING = 256;

/** The bounds of what one resource keeps besides its newest state, and the clock they are measured with. */
export interface ResourceStateLimits {
  readonly ring: EventRingLimits;
  readonly pins: PinLimits;
  readonly now: () => number;
}

/** The parameters of a resource state. */
export interface ResourceStateParts {
  /** The prefix of the resource's keys. */
  readonly prefix: string;
  readonly ingest: Ingest;
  readonly limits: ResourceStateLimits;
}

/**
 * The state of one resource in memory, the way back to recent older states, and nothing that waits: it is built from a
 * load and moved forward event by event.
 */
export class ResourceState {
  readonly ring: EventRing;
  private readonly entries = new Map<string, CacheEntry>();
  private readonly tree: SortedTree<CacheEntry> = newSortedTree();
  private readonly pins: PinnedSnapshots;
  private readonly indexes: AttributeIndexes;
  private readonly defragmentation = new Defragmentation();
  private readonly prefix: string;
  private readonly ingest: Ingest;
  private readonly now: () => number;
  /** The newest event, or the load: the state has not changed since. */
  private changed: number;
  /** The newest revision of a value, also of one that is gone. */
  private latest = 0;
  /** States before this revision are no longer to be read. */
  private oldest = 0;
  private mayBeUnreadable = false;

  constructor(
    { prefix, ingest, limits }: ResourceStateParts,
    /** The revision the loaded values were read at. */
    readonly loadedAt: number,
  ) {
    this.prefix = prefix;
    this.ingest = ingest;
    this.now = limits.now;
    this.changed = loadedAt;
    this.ring = new EventRing(loadedAt, limits.ring);
    this.pins = new PinnedSnapshots(limits.pins);
    this.indexes = new AttributeIndexes(this.entries, limits.now);
  }

  /** True if this state or an older one may have entries that cannot be read: lists do not look for them otherwise. */
  get hasUnreadable(): boolean {
    return this.mayBeUnreadable;
  }

  /** The newest revision at which one of its values was written, as far as that can be seen; 0 if there are none. */
  get latestWrite(): number {
    return this.latest;
  }

  /** How many objects there are. */
  get size(): number {
    return this.entries.size;
  }

  /** Returns how many bytes the objects have in their stored form, in turns with others. */
  async sizeInBytes(): Promise<number> {
    let bytes = 0;
    const add = (entry: CacheEntry): void => {
      bytes += (entry.stored ?? entry.bytes).length;
    };
    await eachInSlices(this.entries.values(), add, { stride: SIZES_PER_READING });
    return bytes;
  }

  /** Adds a loaded value. Only before the first event. */
  load(value: StoredValue): void {
    const entry = this.ingest(value);
    if (entry.unreadable !== undefined) this.mayBeUnreadable = true;
    this.latest = Math.max(this.latest, entry.revision);
    this.entries.set(entry.key, entry);
    this.tree.set(entry.key, entry);
  }

  /** Applies a change and returns the event for watchers. */
  apply(change: StorageEvent): CacheEvent {
    const { key, revision, createRevision, value } = change;
    const entry = this.ingest({ key, value, revision, createRevision });
    if (entry.unreadable !== undefined) this.mayBeUnreadable = true;
    const previous = this.entries.get(key);
    const type = eventType(change, previous);
    const event: CacheEvent = { type, revision, entry, previous, frames: undefined };
    if (change.type === 'delete') {
      this.entries.delete(key);
      this.tree.delete(key);
    } else {
      this.entries.set(key, entry);
      this.tree.set(key, entry);
    }
    if (previous) this.defragmentation.sawReplaced(previous);
    this.indexes.replace(previous, change.type === 'delete' ? undefined : entry);
    this.changed = this.latest = revision;
    this.ring.push(event, this.now());
    return event;
  }

  /** Returns the newest state of one object. */
  get(key: string): CacheEntry | undefined {
    return this.entries.get(key);
  }

  /** Lists the newest state, which holds at `current`, or an older one. */
  list(options: CacheListOptions, current: number): CacheList {
    const state = this.stateFor(options, current);
    return this.pageOf(new PageReader(this.rangeOf(options)).readAll(state.tree), state, this.indexOf(options));
  }

  /** Lists the same in turns with others, where there is much to look at; all of it is of one state. */
  listInTurns(options: CacheListOptions, current: number): CacheList | Promise<CacheList> {
    if (!options.filter && this.mostListed(options) <= SHORT_LIST) return this.list(options, current);
    const state = this.stateFor(options, current);
    const { tree } = state;
    const reader = new PageReader(this.rangeOf(options));
    const candidates = this.candidates(options, tree);
    if (candidates) return this.pageOf(reader.readAmong(candidates), state, this.indexOf(options));
    const finish = (): CacheList => this.pageOf(reader, state, this.indexOf({ prefix: options.prefix }));
    if (reader.readSome(tree)) return finish();
    return reader.readOn(tree === this.tree ? tree.clone() : tree).then(finish);
  }

  /**
   * Reports whether the state at a revision is at hand, or nearly so; one that has not happened is not missing either.
   */
  isAtHand(revision: number): boolean {
    // Nothing is restored that `list` would refuse.
    if (revision < this.oldest) return true;
    if (revision >= this.changed || this.pins.get(revision, this.now()) !== undefined) return true;
    return revision >= this.ring.floor && this.ring.after(revision, FEW + 1).length <= FEW;
  }

  /** Reconstructs the state at an older revision from recent events, in time slices; returns whether they reach. */
  async undo(revision: number): Promise<boolean> {
    if (revision < this.ring.floor) return false;
    const tree = this.tree.clone();
    await eachInSlices(this.ring.after(revision, Infinity).reverse(), (event) => undoEvent(tree, event));
    this.pins.set(revision, tree, { now: this.now() });
    return true;
  }

  /** Keeps an older state, read from the store page by page, as if it had been pinned. */
  async recall(revision: number, pages: AsyncIterable<readonly StoredValue[]>): Promise<void> {
    const tree: SortedTree<CacheEntry> = newSortedTree();
    let bytes = 0;
    for await (const values of pages) {
      await eachInSlices(values, (value) => {
        const newest = this.entries.get(value.key);
        // Unchanged entries are stored once, for any number of older states.
        const isNewest = newest?.revision === value.revision;
        const entry = isNewest ? newest : this.ingest(value);
        if (!isNewest) bytes += entry.bytes.length;
        if (entry.unreadable !== undefined) this.mayBeUnreadable = true;
        tree.set(entry.key, entry);
      });
    }
    this.pins.set(revision, tree, { now: this.now(), bytes });
  }

  /** Makes the states before a revision unreadable. */
  forgetBefore(revision: number): void {
    this.oldest = Math.max(this.oldest, revision);
    this.pins.dropBefore(revision);
  }

  /** Moves the bytes of entries closer together where many were replaced since the last time, in turns with others. */
  async defragment(): Promise<void> {
    if (this.defragmentation.isDue) await this.defragmentation.run(() => this.keptEntries());
  }

  private *keptEntries(): Generator<CacheEntry> {
    yield* this.entries.values();
    yield* this.ring.outdatedEntries();
  }

  /** Reports whether a token that leads to a revision still counts. */
  honoursToken(revision: number): boolean {
    return this.pins.honours(revision, this.now());
  }

  /** Keeps the state at a revision readable, for as long as before where it is kept already; throws as `list` does. */
  keep(revision: number, current: number): void {
    if (this.pins.get(revision, this.now()) === undefined) this.pin(revision, current);
  }

  /** Keeps the state at a revision readable from now on; throws as `list` does. */
  pin(revision: number, current: number): void {
    const tree = this.treeAt(revision, current);
    this.pins.set(revision, tree === this.tree ? this.tree.clone() : tree, { now: this.now() });
  }

  private mostListed({ limit = 0 }: CacheListOptions): number {
    return limit > 0 ? Math.min(limit, this.entries.size) : this.entries.size;
  }

  /** The entries among which all are that are listed; undefined where each might be. */
  private candidates({ onlyKey, narrowing }: CacheListOptions, tree: SortedTree<CacheEntry>): CacheEntry[] | undefined {
    if (onlyKey !== undefined) {
      const entry = tree.get(onlyKey);
      return entry ? [entry] : [];
    }
    // Indexes are of the newest state; and the content of unreadable entries is unknown.
    const isIndexed = narrowing && tree === this.tree && !this.mayBeUnreadable;
    return isIndexed ? this.indexes.find(narrowing) : undefined;
  }

  private treeAt(revision: number, current: number): SortedTree<CacheEntry> {
    if (revision > current) throw tooLargeRevision(revision, current);
    if (revision < this.oldest) throw compacted(revision, this.oldest);
    if (revision >= this.changed) return this.tree;
    const pinned = this.pins.get(revision, this.now());
    if (pinned) return pinned;
    if (revision < this.ring.floor) throw compacted(revision, this.ring.floor);
    const older = this.rebuild(revision);
    // Clients read an older state page by page.
    this.pins.set(revision, older, { now: this.now() });
    return older;
  }

  private rebuild(revision: number): SortedTree<CacheEntry> {
    const tree = this.tree.clone();
    this.ring.forEachBackTo(revision, (event) => undoEvent(tree, event));
    return tree;
  }

  private rangeOf({ prefix = this.prefix, startAt = '', limit = 0, filter }: CacheListOptions): PageRange {
    return { prefix, startAt, limit, filter };
  }

  private stateFor(options: CacheListOptions, current: number): ReadState {
    const { revision = current, filter, startAt, onlyKey } = options;
    const tree = this.treeAt(revision, current);
    const changed = tree === this.tree && !filter && !startAt && onlyKey === undefined ? this.changed : undefined;
    return { tree, revision, changed };
  }

  /** Label keys come from clients, so all labels count as one index. */
  private indexOf({ prefix = this.prefix, onlyKey, narrowing }: CacheListOptions): string {
    if (onlyKey !== undefined) return 'f:metadata.name';
    if (narrowing) return narrowing.of === 'labels' ? 'l' : `f:${narrowing.name}`;
    return prefix === this.prefix ? '' : 'f:metadata.namespace';
  }

  private pageOf(reader: PageReader, { tree, revision, changed }: ReadState, index: string): CacheList {
    const { entries, more, looked: fetched } = reader;
    const unreadable = this.mayBeUnreadable ? unreadableAmong(entries) : NONE;
    const remaining = reader.isFiltered ? undefined : reader.countRest(tree);
    return { entries, more, fetched, index, remaining, unreadable, revision, changed: more ? undefined : changed };
  }
}

/** Entries that are listed in next to no time. */
const SHORT_LIST = 1000;

/** Events that are undone in next to no time. */
const FEW = 1000;

function undoEvent(tree: SortedTree<CacheEntry>, { entry, previous }: CacheEvent): void {
  if (previous) tree.set(entry.key, previous);
  else tree.delete(entry.key);
}

const NONE: readonly CacheEntry[] = [];

function unreadableAmong(entries: readonly CacheEntry[]): readonly CacheEntry[] {
  return entries.filter((entry) => entry.unreadable !== undefined);
}

function eventType(change: StorageEvent, previous: CacheEntry | undefined): CacheEvent['type'] {
  if (change.type === 'delete') return 'DELETED';
  return previous ? 'MODIFIED' : 'ADDED';
}
