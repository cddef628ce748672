/** A timer that can be stopped. Stopping one that has fired, or twice, does nothing. */
export interface Timer {
  cancel(): void;
}

/** The source of time for everything that measures, waits or expires; injected so that tests need not sleep. */
export abstract class Clock {
  /** The time of day in milliseconds since 1970. May jump. */
  abstract now(): number;

  /** Milliseconds on a clock that only moves forward, for measuring how long something took. */
  abstract monotonic(): number;

  /** Calls `callback` once after a delay in milliseconds. A pending timer does not keep the process alive. */
  abstract schedule(delay: number, callback: () => void): Timer;

  /** Calls `callback` again and again, `period` milliseconds apart, until it is cancelled. */
  repeat(period: number, callback: () => void): Timer {
    let isCancelled = false;
    let timer: Timer;
    const arm = (): void => {
      timer = this.schedule(period, () => {
        callback();
        if (!isCancelled) arm();
      });
    };
    arm();
    return {
      cancel: () => {
        isCancelled = true;
        timer.cancel();
      },
    };
  }

  /** Resolves after a delay in milliseconds, or at once when the signal is aborted. */
  sleep(delay: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      if (signal?.aborted) return resolve();
      const timer = this.schedule(delay, finish);
      signal?.addEventListener('abort', finish, { once: true });
      function finish(): void {
        timer.cancel();
        signal?.removeEventListener('abort', finish);
        resolve();
      }
    });
  }
}

/** setTimeout fires at once for longer delays. */
const LONGEST_TIMEOUT = 2 ** 31 - 1;

/** The clock of the machine. */
export class SystemClock extends Clock {
  now(): number {
    return Date.now();
  }

  monotonic(): number {
    return performance.now();
  }

  schedule(delay: number, callback: () => void): Timer {
    if (delay > LONGEST_TIMEOUT) return this.scheduleInSteps(delay, callback);
    const handle = setTimeout(callback, Math.max(0, delay));
    handle.unref();
    return { cancel: () => clearTimeout(handle) };
  }

  private scheduleInSteps(delay: number, callback: () => void): Timer {
    let timer = this.schedule(LONGEST_TIMEOUT, () => {
      timer = this.schedule(delay - LONGEST_TIMEOUT, callback);
    });
    return { cancel: () => timer.cancel() };
  }
}

interface Pending {
  readonly due: number;
  readonly order: number;
  readonly callback: () => void;
}

/** A clock that stands still until a test moves it. */
export class FakeClock extends Clock {
  private readonly pending = new Set<Pending>();
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

  /** How many timers have not fired. */
  get pendingTimers(): number {
    return this.pending.size;
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
    return [...this.pending].filter(({ due }) => due <= limit).sort((a, b) => a.due - b.due || a.order - b.order)[0];
  }
}
