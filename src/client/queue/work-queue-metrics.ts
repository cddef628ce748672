import type {
  CounterChild,
  CounterFamily,
  GaugeChild,
  GaugeFamily,
  HistogramChild,
  HistogramFamily,
  MetricsRegistry,
  Sample,
} from '../../observability/index.js';

/** Powers of ten from 10 ns to 10 s (upstream: workqueue metrics). */
const BUCKETS = [1e-8, 1e-7, 1e-6, 1e-5, 1e-4, 1e-3, 1e-2, 1e-1, 1, 10];

const UNFINISHED = {
  name: 'workqueue_unfinished_work_seconds',
  help: 'Time that the keys of a queue have been worked on that are not done, in seconds; much of it is a stuck worker.',
};

const LONGEST = {
  name: 'workqueue_longest_running_processor_seconds',
  help: 'Time that the key has been worked on that was begun first, in seconds.',
};

/** Measures work queues, by their names, as upstream's workqueue does. */
export class WorkQueueMetrics {
  readonly adds: CounterFamily;
  readonly retries: CounterFamily;
  readonly depth: GaugeFamily;
  readonly waitSeconds: HistogramFamily;
  readonly workSeconds: HistogramFamily;
  private readonly meters = new Map<string, WorkQueueMeter>();

  private constructor(registry: MetricsRegistry) {
    const by = { labels: ['name'], releases: { stability: { '1.36': 'BETA' } } } as const;
    this.adds = registry.counter({ name: 'workqueue_adds_total', help: 'Keys added to a queue.', ...by });
    this.retries = registry.counter({ name: 'workqueue_retries_total', help: 'Keys to be tried again.', ...by });
    this.depth = registry.gauge({ name: 'workqueue_depth', help: 'Keys that wait in a queue.', ...by });
    this.waitSeconds = registry.histogram({
      name: 'workqueue_queue_duration_seconds',
      help: 'Time that a key waits in a queue, in seconds.',
      ...by,
      buckets: BUCKETS,
    });
    this.workSeconds = registry.histogram({
      name: 'workqueue_work_duration_seconds',
      help: 'Time that a key is worked on, in seconds.',
      ...by,
      buckets: BUCKETS,
    });
    const read = (of: (meter: WorkQueueMeter) => number) => (): Sample[] =>
      [...this.meters].map(([name, meter]) => ({ labels: { name }, value: of(meter) }));
    registry.observed(
      { ...UNFINISHED, ...by },
      'gauge',
      read((meter) => meter.unfinishedSeconds()),
    );
    registry.observed(
      { ...LONGEST, ...by },
      'gauge',
      read((meter) => meter.longestSeconds()),
    );
  }

  /** Returns the metrics of a server's queues. */
  static in(registry: MetricsRegistry): WorkQueueMetrics {
    let metrics = OF_REGISTRIES.get(registry);
    if (!metrics) OF_REGISTRIES.set(registry, (metrics = new WorkQueueMetrics(registry)));
    return metrics;
  }

  /** Returns the meter of a queue. Queues of the same name share one. */
  of(name: string): WorkQueueMeter {
    let meter = this.meters.get(name);
    if (!meter) this.meters.set(name, (meter = new WorkQueueMeter(this, name)));
    return meter;
  }
}

/** One per registry: all queues of a server are read together. */
const OF_REGISTRIES = new WeakMap<MetricsRegistry, WorkQueueMetrics>();

/** Measures one queue. Times are in milliseconds of `performance.now()`. */
export class WorkQueueMeter {
  private readonly adds: CounterChild;
  private readonly retries: CounterChild;
  private readonly depth: GaugeChild;
  private readonly waitSeconds: HistogramChild;
  private readonly workSeconds: HistogramChild;
  private readonly waiting = new Map<string, number>();
  private readonly working = new Map<string, number>();

  constructor({ adds, retries, depth, waitSeconds, workSeconds }: WorkQueueMetrics, name: string) {
    this.adds = adds.labels(name);
    this.retries = retries.labels(name);
    this.depth = depth.labels(name);
    this.waitSeconds = waitSeconds.labels(name);
    this.workSeconds = workSeconds.labels(name);
  }

  /** Counts a key that waits; one that waits already is not counted again. */
  added(key: string): void {
    if (this.waiting.has(key)) return;
    this.adds.value++;
    this.depth.value++;
    this.waiting.set(key, performance.now());
  }

  /** Records that a key is processed from now on. */
  began(key: string): void {
    const now = performance.now();
    const since = this.waiting.get(key) ?? now;
    if (this.waiting.delete(key)) this.depth.value--;
    this.waitSeconds.observe((now - since) / 1000);
    this.working.set(key, now);
  }

  /** Records that a key is done, whether it failed or not. */
  ended(key: string): void {
    const now = performance.now();
    this.workSeconds.observe((now - (this.working.get(key) ?? now)) / 1000);
    this.working.delete(key);
  }

  /** Counts a key that will be retried. */
  retried(): void {
    this.retries.value++;
  }

  /** Resets the depth: the queue is stopped. */
  cleared(): void {
    this.depth.value -= this.waiting.size;
    this.waiting.clear();
  }

  /** Returns how long all keys together have been worked on that are not done. */
  unfinishedSeconds(): number {
    const now = performance.now();
    return [...this.working.values()].reduce((sum, since) => sum + (now - since) / 1000, 0);
  }

  /** Returns how long the key has been worked on that was begun first; 0 where none is. */
  longestSeconds(): number {
    const [first] = this.working.values();
    return first === undefined ? 0 : (performance.now() - first) / 1000;
  }
}
