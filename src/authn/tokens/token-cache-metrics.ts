import type { CounterChild, GaugeChild, HistogramChild, MetricsRegistry } from '../../observability/index.js';

const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Counts how often tokens are remembered, and what it takes to check those that are not. */
export class TokenCacheMetrics {
  private readonly hits: CounterChild;
  private readonly misses: CounterChild;
  private readonly hitDurations: HistogramChild;
  private readonly missDurations: HistogramChild;
  private readonly goodChecks: CounterChild;
  private readonly failedChecks: CounterChild;
  private readonly checking: GaugeChild;

  constructor(registry: MetricsRegistry) {
    const labels = ['status'];
    const requests = registry.counter({
      name: 'authentication_token_cache_request_total',
      help: 'Tokens that were asked for, by whether they were remembered.',
      labels,
    });
    const durations = registry.histogram({
      name: 'authentication_token_cache_request_duration_seconds',
      help: 'Time that it takes to know a token, in seconds, by whether it was remembered.',
      labels,
      buckets: BUCKETS,
    });
    const fetches = registry.counter({
      name: 'authentication_token_cache_fetch_total',
      help: 'Checks of tokens that were not remembered, by result.',
      labels,
    });
    const active = registry.gauge({
      name: 'authentication_token_cache_active_fetch_count',
      help: 'Checks of tokens that are under way.',
      labels,
    });
    [this.hits, this.misses] = [requests.labels('hit'), requests.labels('miss')];
    [this.hitDurations, this.missDurations] = [durations.labels('hit'), durations.labels('miss')];
    [this.goodChecks, this.failedChecks] = [fetches.labels('ok'), fetches.labels('error')];
    this.checking = active.labels('in_flight');
  }

  /** Records a token that was remembered; it has cost next to nothing. */
  hit(): void {
    this.hits.increment();
    this.hitDurations.observe(0);
  }

  /** Records a token that is being checked already. */
  join(): void {
    this.misses.increment();
  }

  /** Records the start of a check; what is answered notes its end. */
  miss(): (isFailed: boolean) => void {
    const started = performance.now();
    this.misses.increment();
    this.checking.increment();
    return (isFailed) => {
      this.checking.decrement();
      (isFailed ? this.failedChecks : this.goodChecks).increment();
      this.missDurations.observe((performance.now() - started) / 1000);
    };
  }
}
