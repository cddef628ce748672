import type { CounterChild, GaugeChild, HistogramChild } from '../observability/index.js';
import type { FlowControlMetrics, RejectionReason } from './flow-metrics.js';

const REASONS: readonly RejectionReason[] = ['concurrency-limit', 'queue-full', 'time-out', 'cancelled'];
const MS_IN_SECOND = 1000;

/** The metrics of the requests that one schema sends to one level. Each appears with its first value. */
export class FlowCounts {
  private executing: GaugeChild | undefined;
  private executingSeats: GaugeChild | undefined;
  private queued: GaugeChild | undefined;
  private queuedSeats: GaugeChild | undefined;
  private dispatched: CounterChild | undefined;
  private queueLength: HistogramChild | undefined;
  private watchers: HistogramChild | undefined;
  private estimated: HistogramChild | undefined;
  private waited: HistogramChild | undefined;
  private regular: HistogramChild | undefined;
  private watch: HistogramChild | undefined;

  constructor(
    private readonly families: FlowControlMetrics,
    private readonly schema: string,
    private readonly level: string,
  ) {}

  /** Counts an estimate. */
  estimate(seats: number): void {
    (this.estimated ??= this.families.flowHistograms.seats.labels(this.schema, this.level)).observe(seats);
  }

  /** Counts the watches that a write concerns. */
  countWatchers(count: number): void {
    (this.watchers ??= this.families.flowHistograms.watchers.labels(this.schema, this.level)).observe(count);
  }

  /** Requests begin to execute, or end if `requests` is negative; the seats of the latter are released by themselves. */
  execute(requests: number, seats: number): void {
    const { flowGauges } = this.families;
    this.executing ??= flowGauges.executing.labels(this.schema, this.level);
    this.executingSeats ??= flowGauges.executingSeats.labels(this.schema, this.level);
    this.executing.value += requests;
    this.executingSeats.value += seats;
  }

  /** Requests enter a queue, or leave it if the numbers are negative. */
  queue(requests: number, seats: number): void {
    const { flowGauges } = this.families;
    this.queued ??= flowGauges.queued.labels(this.schema, this.level);
    this.queuedSeats ??= flowGauges.queuedSeats.labels(this.schema, this.level);
    this.queued.value += requests;
    this.queuedSeats.value += seats;
  }

  /** Counts the length of a queue that a request was added to. */
  observeQueue(length: number): void {
    (this.queueLength ??= this.families.flowHistograms.queueLength.labels(this.schema, this.level)).observe(length);
  }

  /** Counts a request that is executed after some milliseconds; `undefined` for levels without limits. */
  dispatch(waitedMs: number | undefined): void {
    (this.dispatched ??= this.families.flowCounters.dispatched.labels(this.schema, this.level)).value++;
    if (waitedMs === undefined) return;
    this.waited ??= this.families.wait.labels('true', this.schema, this.level);
    this.waited.observe(waitedMs / MS_IN_SECOND);
  }

  /** Counts an execution. */
  executed(ms: number, isWatch: boolean): void {
    const { execution } = this.families;
    const child = isWatch
      ? (this.watch ??= execution.labels(this.schema, this.level, 'watch'))
      : (this.regular ??= execution.labels(this.schema, this.level, 'regular'));
    child.observe(ms / MS_IN_SECOND);
  }

  /** Counts a rejected request, and how long it waited. */
  reject(reason: RejectionReason, waitedMs: number): void {
    this.families.rejected.labels(this.schema, this.level, reason).value++;
    this.families.wait.labels('false', this.schema, this.level).observe(waitedMs / MS_IN_SECOND);
  }

  /** Counts a dispatch that failed for lack of seats. */
  lackSeats(): void {
    this.families.flowCounters.unaccommodated.labels(this.schema, this.level).value++;
  }

  /** Forgets the schema's metrics at the level. */
  remove(): void {
    const { flowGauges, flowCounters, flowHistograms, rejected, wait, execution } = this.families;
    for (const family of Object.values({ ...flowGauges, ...flowCounters, ...flowHistograms }))
      family.remove(this.schema, this.level);
    for (const reason of REASONS) rejected.remove(this.schema, this.level, reason);
    for (const execute of ['true', 'false']) wait.remove(execute, this.schema, this.level);
    for (const type of ['regular', 'watch']) execution.remove(this.schema, this.level, type);
  }
}
