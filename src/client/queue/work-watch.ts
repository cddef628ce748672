import type { Logger } from '../../observability/index.js';

/** Work of a key that takes so many milliseconds is reported; again each time that it has taken twice as long. */
const LONG_MS = 30_000;
/** How often it is looked at. */
const LOOK_MS = 5_000;

/** A key that is being worked on. */
interface Work {
  readonly since: number;
  /** When it is reported next, in milliseconds after its begin. */
  reportAt: number;
}

/** The queue whose work is watched. */
export interface WatchedQueue {
  readonly name: string;
  readonly logger: Pick<Logger, 'warn'>;
  /** Reports whether a key only waits for a clock, as before a repeated request. */
  isResting(key: string): boolean;
}

/**
 * Reports work that does not end: a promise that never resolves is no error, and keeps its key and a worker for ever. Goes by the time
 * of the machine, whatever the clock of the queue: code waits for that.
 */
export class WorkWatch {
  private readonly works = new Map<string, Work>();
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly queue: WatchedQueue) {}

  began(key: string): void {
    this.works.set(key, { since: performance.now(), reportAt: LONG_MS });
    this.timer ??= this.look();
  }

  ended(key: string): void {
    this.works.delete(key);
  }

  /** Returns for how many milliseconds a key has been worked on; 0 for others. */
  ageOf(key: string): number {
    const work = this.works.get(key);
    return work ? performance.now() - work.since : 0;
  }

  private look(): NodeJS.Timeout {
    const timer = setInterval(() => this.reportAll(), LOOK_MS);
    // Node has one; a timer of a browser holds nothing.
    timer.unref?.();
    return timer;
  }

  private reportAll(): void {
    if (this.works.size === 0) {
      clearInterval(this.timer);
      this.timer = undefined;
    }
    for (const [key, work] of this.works) this.report(key, work);
  }

  private report(key: string, work: Work): void {
    const { name: controller, logger, isResting } = this.queue;
    const age = performance.now() - work.since;
    if (age < work.reportAt || isResting(key)) return;
    work.reportAt *= 2;
    const seconds = Math.round(age / 1000);
    logger.warn('a controller does not end with an object', { controller, key, seconds, fix: FIX });
  }
}

const FIX = 'a promise that it awaits may never resolve; give waits a limit, such as AbortSignal.timeout(10_000)';
