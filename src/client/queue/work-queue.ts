import { isConflict } from '../../apimachinery/index.js';
import type { Clock, Logger, Timer } from '../../observability/index.js';
import { terminatingNamespaceOf } from '../requests/api-errors.js';
import { LOOP_MEND, RepeatedWork } from './repeated-work.js';
import { WorkInProgress } from './work-in-progress.js';
import { TokenBucket } from './token-bucket.js';
import type { WorkQueueMeter } from './work-queue-metrics.js';
import { WorkWatch } from './work-watch.js';

/**
 * How a controller works: `running`, as soon as there is something; `stepped`, only when it is
 * asked for a step.
 *
 * @public
 * @example
 * const pace: ControllerPace = 'running';
 */
export type ControllerPace = 'running' | 'stepped';

/**
 * How a queue works.
 *
 * @public
 * @example
 * const settings: WorkQueueSettings = { name: 'tide', process: async (key) => logger.info(key), clock, logger };
 */
export interface WorkQueueSettings {
  readonly name: string;
  /** Reconciles one key. A failure is retried later. */
  readonly process: (key: string) => Promise<void>;
  readonly clock: Clock;
  readonly logger: Logger;
  /** How many keys are worked on at a time. */
  readonly workers?: number;
  /** True if keys are worked on by themselves; they are when not given. */
  readonly pace?: ControllerPace;
  /** How often keys are tried again that have failed, all of them together; as often as each may where unset. */
  readonly retryLimit?: { readonly perSecond: number; readonly burst: number };
  /** Measures the queue; nothing does where unset. */
  readonly meter?: WorkQueueMeter;
}

const FIRST_RETRY = 5;
const LONGEST_RETRY = 60_000;
/** Namespaces that are remembered as being deleted; with more of them a line is repeated. */
const MOST_NAMESPACES = 1000;
/** More failures in a row than these are unlikely to pass by themselves. */
const QUIET_FAILURES = 5;
/** A change may fix a permanent failure, or be caused by the failure itself: it is processed, but no sooner. */
const RETRY_AFTER_CHANGE = 1_000;

/** A key that is added later. */
interface PutOff {
  readonly timer: Timer;
  /** In milliseconds. */
  readonly delay: number;
}

/** How often in a row a key has failed, and when it did so last. */
interface Failures {
  readonly count: number;
  readonly at: number;
}

/**
 * Keys that have to be worked on, each once at a time: a key added while it is worked on is done again afterwards, so
 * the last look always comes after the last change (upstream: workqueue).
 *
 * @public
 * @example
 * const queue = new WorkQueue({ name: 'tide', process: async (key) => logger.info(key), clock, logger });
 * queue.add('harbor/north');
 */
export class WorkQueue {
  private readonly waiting = new Set<string>();
  private readonly working: WorkInProgress;
  private readonly again = new Set<string>();
  /** The namespaces that were being deleted when something failed, by messages about them, and when that was. */
  private readonly terminating = new Map<string, number>();
  private readonly failures = new Map<string, Failures>();
  private readonly timers = new Map<string, PutOff>();
  private isStopped = false;
  private readonly retries: TokenBucket | undefined;
  private readonly watch: WorkWatch;
  private readonly repeated: RepeatedWork;
  private isAdvancing: boolean;

  constructor(private readonly settings: WorkQueueSettings) {
    const { name, logger, retryLimit, clock } = settings;
    this.working = new WorkInProgress(clock);
    this.watch = new WorkWatch({ name, logger, isResting: (key) => this.working.isResting(key) });
    this.repeated = new RepeatedWork({ name, logger });
    this.isAdvancing = settings.pace !== 'stepped';
    this.retries = retryLimit && new TokenBucket(retryLimit, clock);
  }

  /** Asks for a key to be worked on: at once, unless it has just failed once again, or was added too often in a row. */
  add(key: string): void {
    // It will be worked on whatever comes.
    if (this.waiting.has(key) || this.working.has(key)) return this.take(key);
    const wait = Math.max(this.waitOf(key), this.repeated.take(key));
    if (wait === 0) this.take(key);
    else if (!this.timers.has(key) || !this.repeated.isSlowed(key)) this.addAfter(key, wait);
  }

  private take(key: string): void {
    if (this.isStopped) return;
    this.settings.meter?.added(key);
    if (this.working.has(key)) this.again.add(key);
    else this.waiting.add(key);
    this.advance();
  }

  /** Asks for a key to be worked on after a delay in milliseconds; the latest delay counts. */
  addAfter(key: string, delay: number): void {
    if (this.isStopped) return;
    this.timers.get(key)?.timer.cancel();
    const timer = this.settings.clock.schedule(delay, () => {
      this.timers.delete(key);
      this.addLater(key);
    });
    this.timers.set(key, { timer, delay });
  }

  /** A key whose delay has passed; it has waited for long enough, unless it has failed meanwhile. */
  private addLater(key: string): void {
    const wait = this.waitOf(key);
    if (wait > 0) this.addAfter(key, wait);
    else this.take(key);
  }

  /**
   * Processes all keys there are, delayed ones too, and those that are added meanwhile. Resolves when none is left
   * but such as were delayed during the step.
   */
  async step(): Promise<void> {
    const wasAdvancing = this.isAdvancing;
    const delayed = [...this.timers.keys()];
    for (const { timer } of this.timers.values()) timer.cancel();
    this.timers.clear();
    this.isAdvancing = true;
    for (const key of delayed) this.take(key);
    this.advance();
    await this.working.idle(Infinity);
    this.isAdvancing = wasAdvancing;
  }

  /**
   * Processes all keys that are due, and those that are added meanwhile. Those that were put off by no more than
   * `within` milliseconds count as due, and those that are slowed down. Returns true if there was anything.
   */
  async settle(within: number): Promise<boolean> {
    const wasAdvancing = this.isAdvancing;
    const soon = [...this.timers].filter(([key, { delay }]) => delay <= within || this.repeated.isSlowed(key));
    const hadWork = soon.length + this.waiting.size + this.working.busy(within) > 0;
    for (const [key, { timer }] of soon) {
      timer.cancel();
      this.timers.delete(key);
    }
    this.isAdvancing = true;
    for (const [key] of soon) this.take(key);
    this.advance();
    await this.working.idle(within);
    this.isAdvancing = wasAdvancing;
    return hadWork;
  }

  /** Takes no more; resolves when what is being worked on is done. */
  async stop(): Promise<void> {
    this.isStopped = true;
    for (const { timer } of this.timers.values()) timer.cancel();
    this.timers.clear();
    this.waiting.clear();
    this.settings.meter?.cleared();
    await this.working.idle(Infinity);
  }

  private advance(): void {
    const { workers = 2 } = this.settings;
    if (!this.isAdvancing) return;
    for (const key of this.waiting) {
      if (this.working.size >= workers || this.isStopped) return;
      this.waiting.delete(key);
      this.working.begin(key, () => this.work(key));
    }
  }

  private async work(key: string): Promise<void> {
    const { meter } = this.settings;
    meter?.began(key);
    this.watch.began(key);
    try {
      await this.settings.process(key);
      this.recover(key);
    } catch (error) {
      this.retry(key, error);
    }
    meter?.ended(key);
    this.watch.ended(key);
    this.working.end(key);
    if (this.again.delete(key)) this.add(key);
    if (!this.isStopped) this.advance();
  }

  /** Ends waits of the work that is in progress, and resolves when it is done. */
  finish(): Promise<void> {
    return this.working.idle(Infinity);
  }

  /** The keys that are being worked on. */
  get inProgress(): readonly string[] {
    return this.working.keys;
  }

  /** The work that is in progress, in words for a message about code that waits for it. */
  get pendingWork(): readonly string[] {
    return this.working.keys.map(
      (key) => `has been working on ${key} for ${Math.round(this.watch.ageOf(key) / 1000)} s`,
    );
  }

  /** How long the oldest work in progress has taken, in milliseconds; 0 without any. */
  get oldestWorkMs(): number {
    return Math.max(0, ...this.working.keys.map((key) => this.watch.ageOf(key)));
  }

  /** The work that changes have added again and again of late, in words. */
  get repeatedWork(): readonly string[] {
    return this.repeated.frequent.map((key) => `is called for ${key} again and again (${LOOP_MEND})`);
  }

  private retry(key: string, error: unknown): void {
    const { name, logger, clock, meter } = this.settings;
    meter?.retried();
    const count = (this.failures.get(key)?.count ?? 0) + 1;
    this.failures.set(key, { count, at: clock.monotonic() });
    const fields = { controller: name, key, failures: count, error };
    const terminating = terminatingNamespaceOf(error);
    if (terminating !== undefined) this.reportTerminating(terminating);
    else if (count === QUIET_FAILURES + 1) logger.warn('a controller keeps failing', fields);
    else if (count === 1 && !isConflict(error)) logger.warn('a controller failed and will try again', fields);
    else logger.verbose(2, 'a controller will try again', fields);
    const wait = Math.min(FIRST_RETRY * 2 ** (count - 1), LONGEST_RETRY);
    this.addAfter(key, Math.max(wait, this.retries?.reserve() ?? 0));
  }

  /** One line for all objects of a namespace that is being deleted: each of them fails until it is gone, too. */
  private reportTerminating(reason: string): void {
    const { name, logger, clock } = this.settings;
    const now = clock.monotonic();
    const last = this.terminating.get(reason) ?? -Infinity;
    if (this.terminating.size >= MOST_NAMESPACES) this.terminating.clear();
    this.terminating.set(reason, now);
    if (now - last < LONGEST_RETRY * 2)
      logger.verbose(2, 'a controller cannot create objects', { controller: name, reason });
    else logger.info('a controller cannot create objects', { controller: name, reason });
  }

  private recover(key: string): void {
    const failures = this.failures.get(key)?.count ?? 0;
    this.failures.delete(key);
    const { name, logger } = this.settings;
    if (failures > QUIET_FAILURES) logger.info('a controller has recovered', { controller: name, key, failures });
  }

  /** How long a key that fails again and again is left alone yet, in milliseconds. */
  private waitOf(key: string): number {
    const failed = this.failures.get(key);
    if (!failed || failed.count <= QUIET_FAILURES) return 0;
    return failed.at + RETRY_AFTER_CHANGE - this.settings.clock.monotonic();
  }
}
