import { AsyncLocalStorage } from 'node:async_hooks';
import { Clock, type Rest, type RestListener, type Timer } from '../observability/index.js';

interface Pending {
  readonly due: number;
  readonly order: number;
  readonly callback: () => void;
}

/** A clock that stands still until a test moves it. */
export class FakeClock extends Clock {
  private readonly pending = new Set<Pending>();
  private readonly attended = new AsyncLocalStorage<RestListener | undefined>();
  private elapsed = 0;
  private scheduled = 0;

  /** Starts at a time of day in milliseconds since 1970. */
  constructor(private readonly start = Date.UTC(2024, 0, 1)) {
    super();
  }

  now(): number {
    return this.start + this.elapsed;
  }

  monotonic(): number {
    return this.elapsed;
  }

  schedule(delay: number, callback: () => void): Timer {
    const entry = { due: this.elapsed + Math.max(0, delay), order: this.scheduled++, callback };
    this.pending.add(entry);
    return { cancel: () => void this.pending.delete(entry) };
  }

  /** Reports the waits of the work, until it has ended. */
  override async attend(work: () => Promise<void>, listener: RestListener): Promise<void> {
    let hasEnded = false;
    const whileWorking: RestListener = {
      began: (rest) => !hasEnded && listener.began(rest),
      ended: (rest) => !hasEnded && listener.ended(rest),
    };
    // Background tasks that the work has started are not part of it.
    await this.attended.run(whileWorking, work).finally(() => (hasEnded = true));
  }

  override sleep(delay: number, signal?: AbortSignal): Promise<void> {
    const listener = this.attended.getStore();
    if (!listener || signal?.aborted) return super.sleep(delay, signal);
    return new Promise((resolve) => {
      const finish = (): void => {
        timer.cancel();
        signal?.removeEventListener('abort', finish);
        // Work that need not wait any more counts as continued at once.
        listener.ended(rest);
        resolve();
      };
      const timer = this.schedule(delay, finish);
      const rest: Rest = { delay, wake: finish };
      signal?.addEventListener('abort', finish, { once: true });
      listener.began(rest);
    });
  }

  /** How many timers have not fired. */
  get pendingTimers(): number {
    return this.pending.size;
  }

  /** Returns milliseconds until the next timer fires; Infinity without one. */
  untilNext(): number {
    return Math.max(0, (this.nextDue(Infinity)?.due ?? Infinity) - this.elapsed);
  }

  /** Moves the clock forward and fires what is due on the way, earliest first. */
  advance(milliseconds: number): void {
    const target = this.elapsed + milliseconds;
    for (let next = this.nextDue(target); next !== undefined; next = this.nextDue(target)) {
      this.pending.delete(next);
      this.elapsed = next.due;
      next.callback();
    }
    this.elapsed = target;
  }

  private nextDue(limit: number): Pending | undefined {
    let next: Pending | undefined;
    for (const each of this.pending) {
      if (each.due > limit) continue;
      if (!next || each.due < next.due || (each.due === next.due && each.order < next.order)) next = each;
    }
    return next;
  }
}
