import type { Clock, Rest } from '../../observability/index.js';

/** The keys of a queue that are being worked on, and which of them only wait for a clock that stands still. */
export class WorkInProgress {
  /** The waits of each key. */
  private readonly works = new Map<string, ReadonlySet<Rest>>();
  private readonly listeners = new Set<() => void>();

  constructor(private readonly clock: Pick<Clock, 'attend'>) {}

  /** How many keys there are. */
  get size(): number {
    return this.works.size;
  }

  /** The keys. */
  get keys(): string[] {
    return [...this.works.keys()];
  }

  /** Reports whether a key is being worked on. */
  has(key: string): boolean {
    return this.works.has(key);
  }

  /** Reports whether a key only waits for the clock. */
  isResting(key: string): boolean {
    return (this.works.get(key)?.size ?? 0) > 0;
  }

  /** Processes a key. It counts from the first step of the work on, which does not reject and calls `end` when it is done. */
  begin(key: string, work: () => Promise<void>): void {
    const rests = new Set<Rest>();
    const listener = {
      began: (rest: Rest) => (rests.add(rest), this.notify()),
      ended: (rest: Rest) => void rests.delete(rest),
    };
    this.works.set(key, rests);
    void this.clock.attend(work, listener);
  }

  /** Records that a key is done. */
  end(key: string): void {
    this.works.delete(key);
    this.notify();
  }

  /** Returns how many keys are at work, those that wait for longer than `within` milliseconds excepted. */
  busy(within: number): number {
    return [...this.works.values()].filter((rests) => ![...rests].some(({ delay }) => delay > within)).length;
  }

  /** Resolves when no key is at work, those that wait for longer than `within` milliseconds excepted; shorter waits are ended. */
  async idle(within: number): Promise<void> {
    while (this.busy(within) > 0) {
      this.wake(within);
      await this.changed();
    }
  }

  private wake(within: number): void {
    const rests = [...this.works.values()].flatMap((each) => [...each]);
    for (const rest of rests) if (rest.delay <= within) rest.wake();
  }

  /** Resolves when a key is done, or begins to wait. */
  private changed(): Promise<void> {
    return new Promise((resolve) => {
      const listener = (): void => {
        this.listeners.delete(listener);
        resolve();
      };
      this.listeners.add(listener);
    });
  }

  private notify(): void {
    for (const listener of [...this.listeners]) listener();
  }
}
