import type { RangeAllocator } from '../../../../src/plugin-api/built-in.js';

/** An attempt to give out a number, as metrics count it. */
type Attempt = readonly [range: RangeAllocator, scope: Parameters<RangeAllocator['count']>[0], isGiven: boolean];

/** The numbers that one write allocates and frees, by range: reserved first, then stored, then kept or released. */
export class NumberChanges {
  private readonly taken = new Map<RangeAllocator, number[]>();
  private readonly freed = new Map<RangeAllocator, number[]>();
  private readonly attempts: Attempt[] = [];
  private readonly startedAt = performance.now();
  private isStored = false;

  /** Records an attempt to reserve a number, for `count`. */
  attempted(...attempt: Attempt): void {
    this.attempts.push(attempt);
  }

  /** Counts the attempts, and the time that they took: those of the reservation that decides, since others may precede it. */
  count(): void {
    const seconds = (performance.now() - this.startedAt) / 1000;
    for (const [range, scope, isGiven] of this.attempts) range.count(scope, isGiven, seconds);
  }

  /** Records a number that has been reserved. */
  take(range: RangeAllocator, number: number): void {
    append(this.taken, range, number);
  }

  /** Records a number that is to be freed once the write is done. */
  free(range: RangeAllocator, number: number): void {
    append(this.freed, range, number);
  }

  /** Takes what is reserved in the store; false, and nothing is taken, when another process was first. */
  async store(): Promise<boolean> {
    const all = [...this.taken];
    const outcomes = await Promise.allSettled(all.map(([range, numbers]) => range.store(numbers)));
    const done = all.filter((_, i) => (outcomes[i] as PromiseFulfilledResult<boolean>).value);
    this.isStored = done.length === all.length;
    if (this.isStored) return true;
    await releaseAll(done);
    const failed = outcomes.find((outcome) => outcome.status === 'rejected');
    if (failed) throw failed.reason;
    return false;
  }

  /** Frees what the write no longer needs. */
  async commit(): Promise<void> {
    await releaseAll(this.freed);
  }

  /** Releases the allocated numbers. */
  async revert(): Promise<void> {
    if (this.isStored) await releaseAll(this.taken);
    else this.cancel();
  }

  /** Releases reservations that are not committed. */
  cancel(): void {
    for (const [range, numbers] of this.taken) range.cancel(numbers);
  }
}

/** Numbers that cannot be freed now are freed by the next repair: they must not fail a completed write. */
async function releaseAll(numbers: Iterable<[RangeAllocator, number[]]>): Promise<void> {
  await Promise.allSettled([...numbers].map(([range, freed]) => range.release(freed)));
}

function append(map: Map<RangeAllocator, number[]>, range: RangeAllocator, number: number): void {
  const numbers = map.get(range);
  if (numbers) numbers.push(number);
  else map.set(range, [number]);
}
