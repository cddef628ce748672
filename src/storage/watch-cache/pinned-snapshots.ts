import type { CacheEntry } from './cache-entry.js';
import type { SortedTree } from './sorted-tree.js';

/** How many snapshots are kept, and for how long after the first page of a list pinned them. */
export interface PinLimits {
  readonly maxPins: number;
  /** The life of continue tokens; Infinity: as long as history reaches. */
  readonly maxAgeMs: number;
  /** Of what only the snapshots hold; the one pinned last is kept whatever it holds. */
  readonly maxBytes: number;
}

interface Pin {
  readonly tree: SortedTree<CacheEntry>;
  readonly time: number;
  /** Bytes of objects that are not in the newest state. */
  readonly bytes: number;
}

/** States of a resource kept readable by revision; the least recently pinned goes first. */
export class PinnedSnapshots {
  /** In order of pinning. */
  private readonly pins = new Map<number, Pin>();
  private bytes = 0;
  /** States before this revision were pinned longer ago than tokens live. */
  private tokenFloor = 0;

  constructor(private readonly limits: PinLimits) {}

  /** Returns the state at exactly this revision, when it is pinned. */
  get(revision: number, now: number): SortedTree<CacheEntry> | undefined {
    this.trim(now);
    return this.pins.get(revision)?.tree;
  }

  /** Keeps the state at a revision, which holds so many bytes alone. The tree must not be changed afterwards. */
  set(revision: number, tree: SortedTree<CacheEntry>, { now, bytes = 0 }: { now: number; bytes?: number }): void {
    const known = this.pins.get(revision);
    this.drop(revision);
    const pin = { tree, time: now, bytes: Math.max(bytes, known?.bytes ?? 0) };
    this.pins.set(revision, pin);
    this.bytes += pin.bytes;
    this.trim(now);
  }

  /** Reports whether a token may still lead to the state at a revision: where no first page is known of, it may. */
  honours(revision: number, now: number): boolean {
    this.trim(now);
    return revision >= this.tokenFloor || this.pins.has(revision);
  }

  /** Forgets the states before a revision. */
  dropBefore(oldest: number): void {
    for (const revision of [...this.pins.keys()]) if (revision < oldest) this.drop(revision);
  }

  private trim(now: number): void {
    const { maxPins, maxAgeMs, maxBytes } = this.limits;
    for (const [revision, { time }] of this.pins) {
      const isFull = this.pins.size > maxPins || (this.bytes > maxBytes && this.pins.size > 1);
      const isOld = now - time > maxAgeMs;
      if (!isFull && !isOld) return;
      if (isOld) this.tokenFloor = Math.max(this.tokenFloor, revision + 1);
      this.drop(revision);
    }
  }

  private drop(revision: number): void {
    this.bytes -= this.pins.get(revision)?.bytes ?? 0;
    this.pins.delete(revision);
  }
}
