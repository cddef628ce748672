import type { CacheEntry, CacheEvent } from './cache-entry.js';

/** How much recent history a ring keeps; it gives up the oldest event when any bound is passed. */
export interface EventRingLimits {
  readonly maxAgeMs: number;
  readonly maxEvents: number;
  /** Of what is only kept for the ring: the events, and wire forms. */
  readonly maxBytes: number;
}

/** Given-up events hold memory until the cut: at most an eighth of what the ring holds. */
const CUT_AT = 8;

interface Slot {
  readonly event: CacheEvent;
  readonly time: number;
  readonly bytes: number;
}

/** The recent events of one resource, in order of revision. */
export class EventRing {
  private slots: Slot[] = [];
  /** Slots before it are given up; the array is only cut when one in `CUT_AT` is. */
  private first = 0;
  private bytes = 0;

  constructor(
    /** Every event after this revision is in the ring. */
    private lowest: number,
    private readonly limits: EventRingLimits,
  ) {}

  /** The oldest revision from which the ring has every later event. */
  get floor(): number {
    return this.lowest;
  }

  /** Adds the newest event, at a time in milliseconds. */
  push(event: CacheEvent, time: number): void {
    const bytes = heldBytes(event);
    this.slots.push({ event, time, bytes });
    this.bytes += bytes;
    this.trim(time);
  }

  /** Returns the events after a revision, oldest first, at most `limit`. The revision must not be below the floor. */
  after(revision: number, limit: number): CacheEvent[] {
    const from = this.indexAfter(revision);
    return this.slots.slice(from, from + limit).map((slot) => slot.event);
  }

  /** Calls `visit` for the events after a revision, newest first. The revision must not be below the floor. */
  forEachBackTo(revision: number, visit: (event: CacheEvent) => void): void {
    for (let i = this.slots.length - 1; i >= this.first; i--) {
      const { event } = this.slots[i]!;
      if (event.revision <= revision) return;
      visit(event);
    }
  }

  /** Returns the entries that only the ring holds, each once. */
  *outdatedEntries(): Generator<CacheEntry> {
    for (const { event } of this.slots.slice(this.first)) {
      const { type, entry, previous, left } = event;
      if (previous) yield previous;
      if (type === 'DELETED') yield entry;
      if (left) yield left;
    }
  }

  /** Drops the events up to and including a revision. */
  dropUpTo(revision: number): void {
    if (revision <= this.lowest) return;
    const kept = this.slots.slice(this.indexAfter(revision));
    this.bytes = kept.reduce((sum, { bytes }) => sum + bytes, 0);
    this.slots = kept;
    this.first = 0;
    this.lowest = revision;
  }

  private indexAfter(revision: number): number {
    let low = this.first;
    let high = this.slots.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.slots[middle]!.event.revision <= revision) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  private trim(now: number): void {
    const { maxAgeMs, maxEvents, maxBytes } = this.limits;
    while (this.first < this.slots.length) {
      const oldest = this.slots[this.first]!;
      const isFull = this.slots.length - this.first > maxEvents || this.bytes > maxBytes;
      if (!isFull && now - oldest.time <= maxAgeMs) break;
      this.bytes -= oldest.bytes;
      this.lowest = oldest.event.revision;
      this.first += 1;
    }
    if (this.first > 64 && this.first * CUT_AT > this.slots.length) {
      this.slots = this.slots.slice(this.first);
      this.first = 0;
    }
  }
}

/** Estimated overhead in bytes of an event and its previous state, besides their values. */
const OVERHEAD = 500;

/** The state after is the newest one, or the state before of a later event, and counted there; a deleted one is not. */
function heldBytes({ type, entry, previous }: CacheEvent): number {
  return OVERHEAD + (previous?.bytes.length ?? 0) + (type === 'DELETED' ? entry.bytes.length : 0);
}
