import { type MaybePromise, withEnding } from '../../apimachinery/index.js';
import { type RequestContext, UNLIMITED } from '../../endpoints/index.js';
import type { ControlledRequest, FlowControl, WorkSlot } from '../../flowcontrol/index.js';
import type { Clock, GaugeChild, RequestMetrics } from '../../observability/index.js';
import { isClosed } from '../../request/index.js';
import { type LimitedWork, RequestLimiter, refuseForNow } from './request-limiter.js';

const READING: ReadonlySet<string> = new Set(['get', 'list', 'watch']);
/** Part of its time that a request may wait. */
const WAITING_PART = 1 / 4;
const LONGEST_WAIT_MS = 60_000;

/** An executing request, and the gauge that counts it. */
interface Execution {
  readonly controlled: ControlledRequest;
  readonly gauge: GaugeChild;
}

/** Priority and fairness for requests over HTTP. Of requests that stay open, only watches count, until they are initialized. */
export class PriorityAndFairnessFilter extends RequestLimiter {
  override readonly startStates = new Map([
    ['priority-and-fairness-config-consumer', () => this.control.isConfigured],
    ['priority-and-fairness-filter', () => this.control.isRunning],
  ]);

  constructor(
    override readonly control: FlowControl,
    private readonly clock: Clock,
    private readonly metrics: RequestMetrics,
  ) {
    super();
  }

  run(context: RequestContext, work: LimitedWork): MaybePromise<void> {
    if (context.isLongRunning && context.info.verb !== 'watch') return work(context);
    const controlled = this.control.start(context);
    context.seat = { ...UNLIMITED, flow: controlled.schema };
    switch (controlled.seat.state) {
      case 'executing':
        return this.execute(context, controlled, work);
      case 'waiting':
        return this.executeLater(context, controlled, work);
      default:
        return refuse(context, controlled);
    }
  }

  private async executeLater(context: RequestContext, controlled: ControlledRequest, work: LimitedWork): Promise<void> {
    if (!(await this.wait(context, controlled))) return refuse(context, controlled);
    const { startedAt, arrivedAt } = controlled.seat;
    context.seat = { ...context.seat, queuedMs: startedAt - arrivedAt };
    return this.execute(context, controlled, work);
  }

  /** Resolves when a waiting request is decided: it waits no longer than its time and its client allow. */
  private wait(context: RequestContext, controlled: ControlledRequest): Promise<boolean> {
    const { control, clock } = this;
    const { response, receivedAt, limitMs } = context;
    return new Promise((resolve) => {
      const longest = Math.min(limitMs * WAITING_PART, LONGEST_WAIT_MS) - (clock.monotonic() - receivedAt);
      const timer = clock.schedule(longest, () => control.giveUp(controlled, 'time-out'));
      const leave = (): void => control.giveUp(controlled, 'cancelled');
      response.once('close', leave);
      controlled.seat.onDecided = (isExecuted) => {
        timer.cancel();
        response.off('close', leave);
        control.decided(controlled);
        resolve(isExecuted);
      };
      if (isClosed(response)) leave();
    });
  }

  private execute(context: RequestContext, controlled: ControlledRequest, limited: LimitedWork): MaybePromise<void> {
    const { verb } = context.info;
    const isReading = READING.has(verb);
    const gauge = isReading ? this.metrics.readOnlyInFlight : this.metrics.mutatingInFlight;
    gauge.value++;
    const { level } = controlled;
    if (verb !== 'watch' && (isReading || level.isExempt)) {
      return this.executeFreely(context, limited, { controlled, gauge });
    }
    const work = (): MaybePromise<void> => limited(context);
    const end = (): void => this.end({ controlled, gauge });
    if (verb === 'watch') return this.executeWatch(context, work, end);
    return this.executeWrite(context, work, { level, end });
  }

  /** Executes a request without turns; reads that wait for nothing need no closure. */
  private executeFreely(context: RequestContext, work: LimitedWork, execution: Execution): MaybePromise<void> {
    let outcome: MaybePromise<void>;
    try {
      outcome = work(context);
    } catch (error) {
      this.end(execution);
      throw error;
    }
    if (outcome instanceof Promise) return this.endLater(outcome, execution);
    this.end(execution);
  }

  private endLater(outcome: Promise<void>, execution: Execution): Promise<void> {
    return outcome.finally(() => this.end(execution));
  }

  /**
   * Writes of limited levels are worked on in turn, from when their bodies are there to when the engine has them: slow
   * clients and slow disks delay no other request.
   */
  private executeWrite(
    context: RequestContext,
    work: () => MaybePromise<void>,
    { level, end }: { readonly level: ControlledRequest['level']; readonly end: () => void },
  ): MaybePromise<void> {
    let slot: WorkSlot | undefined;
    const bodyRead = (): Promise<void> | undefined => (slot = level.work.take()).ready;
    const storing = (): void => slot?.release();
    context.seat = { ...context.seat, lane: level, bodyRead, storing };
    return withEnding(work, () => {
      slot?.release();
      end();
    });
  }

  /** A watch needs its seats until it waits for changes. */
  private executeWatch(context: RequestContext, work: () => MaybePromise<void>, end: () => void): MaybePromise<void> {
    const forget = this.control.watches.add(context.info);
    let isInitialized = false;
    const initialized = (): void => {
      if (isInitialized) return;
      isInitialized = true;
      end();
    };
    context.seat = { ...context.seat, initialized };
    return withEnding(work, () => {
      initialized();
      forget();
    });
  }

  private end({ controlled, gauge }: Execution): void {
    gauge.value--;
    this.control.finish(controlled);
  }
}

function refuse(context: RequestContext, { level }: ControlledRequest): void {
  refuseForNow(context, level.dropped.retryAfter);
}
