import type { Clock, GaugeChild, MetricsRegistry } from '../observability/index.js';
import type { RequestDigest } from './matching.js';
import type { TimingRatio, TimingRatioFamily } from './timing-histogram.js';

const READING: ReadonlySet<string> = new Set(['get', 'list', 'watch']);

/** The use of one kind of request. */
interface Use {
  readonly waiting: TimingRatio;
  readonly executing: TimingRatio;
  readonly queued: GaugeChild;
}

/** Counts reading and writing requests that wait and execute. */
export class ReadWriteUse {
  private readonly reading: Use;
  private readonly writing: Use;

  constructor(
    timings: TimingRatioFamily,
    registry: MetricsRegistry,
    private readonly clock: Pick<Clock, 'monotonic'>,
  ) {
    const queued = registry.gauge({
      name: 'apiserver_current_inqueue_requests',
      help: 'Requests of a kind that wait in queues',
      labels: ['request_kind'],
    });
    const useOf = (kind: string): Use => ({
      waiting: timings.labels('waiting', kind),
      executing: timings.labels('executing', kind),
      queued: queued.labels(kind),
    });
    this.reading = useOf('readOnly');
    this.writing = useOf('mutating');
  }

  /** Sets how many requests may wait and execute. */
  setLimits({ waiting, executing }: { readonly waiting: number; readonly executing: number }): void {
    const now = this.clock.monotonic();
    for (const use of [this.reading, this.writing]) {
      use.waiting.setLimit(waiting, now);
      use.executing.setLimit(executing, now);
    }
  }

  /** Counts a request that starts to wait (1) or no longer does (-1). */
  wait(digest: RequestDigest, change: number): void {
    const use = this.of(digest);
    use.waiting.add(change, this.clock.monotonic());
    use.queued.value += change;
  }

  /** Counts a request that starts to execute (1) or ends (-1), at a reading of the monotonic clock. */
  execute(digest: RequestDigest, change: number, now: number): void {
    this.of(digest).executing.add(change, now);
  }

  private of({ info }: RequestDigest): Use {
    return READING.has(info.verb) ? this.reading : this.writing;
  }
}
