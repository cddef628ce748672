import { internalError } from '../../apimachinery/index.js';
import type { AllocationCounts, AllocationScope } from './allocation-counts.js';
import { Bitmap } from './bitmap.js';
import { fromStorageError, orStatusError } from '../store/storage-errors.js';
import { type NumberRange, type RangeState, StoredRange, type StoredRangeParts } from './stored-range.js';

/** The numbers in use of a range, read after it was refreshed. */
export interface HeldNumbers {
  /** The revision that `refresh` answered. */
  readonly since: number;
  readonly held: readonly number[];
  /** False where there are holders that cannot be read: nothing is freed then. */
  readonly isWhole: boolean;
}

/** A change of what is taken that is not stored yet. */
interface Change {
  /** Applied to a copy of the newest state, again whenever that was not the newest. Answers false to change nothing. */
  readonly apply: (taken: Bitmap) => boolean;
  /** True if it may be applied to an invalid stored state. */
  readonly isRepair?: boolean;
}

interface WaitingChange extends Change {
  resolve(isDone: boolean): void;
  reject(error: unknown): void;
}

const RESOURCE = { group: '', resource: 'rangeallocations' };
/** The most lost races against other processes: each loss is another one's gain. */
const ATTEMPTS = 64;
/** An unused number may belong to a write in progress; so often in a row it does not. */
const SIGHTINGS_OF_A_LEAK = 3;

/**
 * Allocates the numbers of one range, each once, across all processes that share the store (upstream: the allocator
 * of cluster addresses and node ports). A number is reserved here first, at once, so that two requests of this process
 * never draw the same one; `store` then takes it in the store by compare and swap, with all that wait at that time.
 *
 * @internal
 * @example
 * const take = async (numbers: RangeAllocator) => { if (numbers.reserve(7)) await numbers.store([7]); };
 */
export class RangeAllocator {
  private readonly stored: StoredRange;
  private state: RangeState;
  /** Taken here, but not in the store yet. */
  private readonly reserved = new Set<number>();
  private waiting: WaitingChange[] = [];
  private writing: Promise<void> | undefined;
  /** How often in a row a taken number was unused. */
  private sightings = new Map<number, number>();
  /** How often that has to be until it counts as leaked; until numbers are pending, once is enough for a sole writer. */
  private sightingsOfALeak: number;

  constructor(
    private readonly numbers: NumberRange,
    parts: StoredRangeParts,
    private readonly counts?: Pick<AllocationCounts, 'note'>,
  ) {
    this.stored = new StoredRange(numbers, parts);
    this.sightingsOfALeak = parts.storage.isSoleWriter ? 1 : SIGHTINGS_OF_A_LEAK;
    this.state = { taken: Bitmap.empty(numbers.size), revision: 0, isValid: false };
  }

  /** The range in words, as of `NumberRange`. */
  get range(): string {
    return this.numbers.range;
  }

  /** How many numbers there are. */
  get size(): number {
    return this.numbers.size;
  }

  /** How many of them are free, as far as is known here. */
  get free(): number {
    return this.size - this.state.taken.count - this.reserved.size;
  }

  /** Counts, for metrics, that a number was given out within so many seconds, or could not be. */
  count(scope: AllocationScope, isGiven: boolean, seconds: number): void {
    this.counts?.note(this.numbers, { scope, isGiven, seconds });
  }

  /** Reports whether a number is taken, as far as is known here: other processes may have been there since. */
  has(number: number): boolean {
    return this.state.taken.has(number) || this.reserved.has(number);
  }

  /** Reads what other processes have taken and freed; returns the revision of that state. */
  async refresh(): Promise<number> {
    const newest = await orStatusError(this.stored.read(), RESOURCE, this.numbers.name);
    // A read that was overtaken by a write of this process knows less than it.
    if (newest.revision === 0 || newest.revision >= this.state.revision) this.state = newest;
    return this.state.revision;
  }

  /** Reserves a number for a write that is under way; false when it is taken. Followed by `store` or `cancel`. */
  reserve(number: number): boolean {
    if (this.has(number)) return false;
    this.sightingsOfALeak = SIGHTINGS_OF_A_LEAK;
    this.reserved.add(number);
    return true;
  }

  /** Releases reservations that have not been stored. */
  cancel(numbers: readonly number[]): void {
    for (const number of numbers) this.reserved.delete(number);
  }

  /**
   * Takes reserved numbers in the store. False when another process has one of them: then none is taken, and what is
   * known here is up to date. The reservations are over either way. Rejects as the store does.
   */
  async store(numbers: readonly number[]): Promise<boolean> {
    if (numbers.length === 0) return true;
    try {
      return await this.change({ apply: (taken) => addAll(taken, numbers) });
    } finally {
      this.cancel(numbers);
    }
  }

  /** Frees numbers in the store. Rejects as the store does; what stays taken then is found by `repair`. */
  async release(numbers: readonly number[]): Promise<void> {
    if (numbers.length === 0) return;
    this.sightingsOfALeak = SIGHTINGS_OF_A_LEAK;
    await this.change({
      apply: (taken) => {
        for (const number of numbers) taken.delete(number);
        return true;
      },
    });
  }

  /**
   * Synchronizes the store with the real usage, at the start and periodically: takes what is used but free, and frees what
   * was unused three times in a row, such as what was taken for a write that a crash cut off; where no other process writes,
   * what was left so is freed before the first number is given out. False when the range has changed since it was refreshed:
   * then what is held has to be looked at again.
   */
  async repair({ since, held, isWhole }: HeldNumbers): Promise<boolean> {
    const leaked = isWhole ? this.leaks(new Set(held)) : [];
    const isRight = leaked.length === 0 && held.every((number) => this.state.taken.has(number));
    if (this.state.isValid && isRight) return true;
    const apply = (taken: Bitmap): boolean => {
      if (this.state.revision !== since) return false;
      for (const number of leaked) taken.delete(number);
      for (const number of held) taken.add(number);
      return true;
    };
    return this.change({ apply, isRepair: true });
  }

  private leaks(holders: ReadonlySet<number>): number[] {
    const sightings = new Map<number, number>();
    for (const number of this.state.taken.numbers()) {
      if (!holders.has(number)) sightings.set(number, (this.sightings.get(number) ?? 0) + 1);
    }
    this.sightings = sightings;
    return [...sightings].filter(([, times]) => times >= this.sightingsOfALeak).map(([number]) => number);
  }

  private change(change: Change): Promise<boolean> {
    return new Promise((resolve, reject) => {
      const waiting = { ...change, resolve, reject };
      // Numbers in use take precedence over requested ones.
      if (change.isRepair) this.waiting.unshift(waiting);
      else this.waiting.push(waiting);
      this.writing ??= this.writeWaiting();
    });
  }

  /** Writes what waits, all of it at once, until nothing does. */
  private async writeWaiting(): Promise<void> {
    while (this.waiting.length > 0) {
      const batch = this.waiting;
      this.waiting = [];
      try {
        const outcomes = await this.write(batch);
        for (const [i, change] of batch.entries()) change.resolve(outcomes[i]!);
      } catch (error) {
        const told = fromStorageError(error, RESOURCE, this.numbers.name);
        for (const change of batch) change.reject(told);
      }
    }
    this.writing = undefined;
  }

  /** Applies changes to the newest state and stores the result; returns which of them were made. */
  private async write(batch: readonly Change[]): Promise<boolean[]> {
    const isRepair = batch.some((change) => change.isRepair);
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      if (attempt > 0 || !this.state.isValid) await this.refresh();
      if (!this.state.isValid && !isRepair) break;
      const taken = this.state.taken.clone();
      const outcomes = batch.map((change) => change.apply(taken));
      if (!outcomes.includes(true)) return outcomes;
      const written = await this.stored.write(taken, this.state.revision);
      if (!written) continue;
      this.state = written;
      return outcomes;
    }
    throw internalError(`the allocations of ${this.numbers.name} cannot be changed at the moment`);
  }
}

/** Adds numbers to a set, all or none: none when one is there already. */
function addAll(taken: Bitmap, numbers: readonly number[]): boolean {
  if (numbers.some((number) => taken.has(number))) return false;
  for (const number of numbers) taken.add(number);
  return true;
}
