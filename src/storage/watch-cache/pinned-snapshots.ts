import type { CacheEntry } from './cache-entry.js';
import type { SortedTree } from './sorted-tree.js';

/** How many snapshots are kept, and for how long after they were last pinned. */
export interface PinLimits {
  readonly maxPins: number;
  readonly maxAgeMs: number;
}

/** States of a resource kept readable by revision; the least recently pinned goes first. */
export class PinnedSnapshots {
  /** In order of pinning. */
  private readonly pins = new Map<number, { tree: SortedTree<CacheEntry>; time: number }>();

  constructor(private readonly limits: PinLimits) {}

  /** The state at exactly this revision, when it is pinned. */
  get(revision: number, now: number): SortedTree<CacheEntry> | undefined {
    this.trim(now);
    return this.pins.get(revision)?.tree;
  }

  /** Keeps the state at a revision. The tree must not be changed afterwards. */
  set(revision: number, tree: SortedTree<CacheEntry>, now: number): void {
    this.pins.delete(revision);
    this.pins.set(revision, { tree, time: now });
    this.trim(now);
  }

  private trim(now: number): void {
    for (const [revision, { time }] of this.pins) {
      if (this.pins.size <= this.limits.maxPins && now - time <= this.limits.maxAgeMs) return;
      this.pins.delete(revision);
    }
  }
}
