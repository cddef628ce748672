import type { CounterChild, HistogramChild, MetricsRegistry } from '../../../observability/index.js';

/** From 5 µs on, each twice the one before. */
const BUCKETS = Array.from({ length: 14 }, (_, i) => (5 * 2 ** i) / 1_000_000);

/** Times the making of keys that values are sealed with, by the reference's names. */
export class DataKeyMetrics {
  private readonly seconds: HistogramChild;
  private readonly failures: CounterChild;

  constructor(registry: MetricsRegistry) {
    this.seconds = registry
      .histogram({
        name: 'apiserver_storage_data_key_generation_duration_seconds',
        help: 'Time to make a key that values are sealed with, in seconds.',
        buckets: BUCKETS,
      })
      .labels();
    this.failures = registry
      .counter({
        name: 'apiserver_storage_data_key_generation_failures_total',
        help: 'Keys that values are sealed with that could not be made.',
      })
      .labels();
  }

  /** Creates a key; throws what that throws. Failures are counted, and not timed. */
  timed<K>(make: () => K): K {
    const started = performance.now();
    try {
      const key = make();
      this.seconds.observe((performance.now() - started) / 1000);
      return key;
    } catch (error) {
      this.failures.increment();
      throw error;
    }
  }
}
