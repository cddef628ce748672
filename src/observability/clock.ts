/** A timer that can be stopped. Stopping one that has fired, or twice, does nothing. */
export interface Timer {
  cancel(): void;
}

/** A wait of attended work, on a clock that moves only when it is moved. */
export interface Rest {
  /** In milliseconds. */
  readonly delay: number;
  /** Ends the wait before its time. */
  wake(): void;
}

/** Is notified of the waits of attended work. */
export interface RestListener {
  began(rest: Rest): void;
  ended(rest: Rest): void;
}

/**
 * The source of time for everything that measures, waits or expires; injected so that tests need not sleep.
 *
 * @public
 * @example
 * class Tide { constructor(@Inject(Clock) private readonly clock: Clock) {} }
 */
export abstract class Clock {
  /** Returns the time of day in milliseconds since 1970. May jump. */
  abstract now(): number;

  /** Returns milliseconds on a clock that only moves forward, for measuring how long something took. */
  abstract monotonic(): number;

  /** Calls `callback` once after a delay in milliseconds. A pending timer does not keep the process alive. */
  abstract schedule(delay: number, callback: () => void): Timer;

  /**
   * Runs work. A clock that stands still reports when the work waits for it, since nothing else would end that; others just run
   * it.
   */
  attend(work: () => Promise<void>, _listener: RestListener): Promise<void> {
    return work();
  }

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
