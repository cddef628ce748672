import { type CounterFamily, type GaugeFamily, MetricsRegistry } from '../observability/index.js';
import type { HealthEndpoint } from '../plugin-api/built-in.js';

/** The result of one check in a request for all checks of an endpoint. */
export interface HealthObservation {
  readonly name: string;
  readonly endpoint: HealthEndpoint;
  readonly holds: boolean;
}

const SHARED = { stability: 'STABLE' } as const;

/**
 * Publishes the results of checks as their own metrics (`/metrics/slis`): service level indicators are scraped more
 * often than other metrics, so they are few (upstream: component-base metrics/prometheus/slis).
 */
export class HealthIndicators {
  /** The metrics, without those of the process. */
  readonly metrics = new MetricsRegistry({ isWithoutProcess: true });
  private readonly last: GaugeFamily;
  private readonly total: CounterFamily;

  constructor() {
    this.metrics.observed(
      { name: 'process_start_time_seconds', help: 'When the process started, in seconds since 1970' },
      'gauge',
      () => [{ labels: {}, value: performance.timeOrigin / 1000 }],
    );
    this.last = this.metrics.gauge({
      ...SHARED,
      name: 'kubernetes_healthcheck',
      help: 'Whether a health check held when it was last asked: 1 when it did',
      labels: ['name', 'type'],
    });
    this.total = this.metrics.counter({
      ...SHARED,
      name: 'kubernetes_healthchecks_total',
      help: 'Answers of health checks',
      labels: ['name', 'status', 'type'],
    });
  }

  /** Takes down what a check said. */
  observe({ name, endpoint, holds }: HealthObservation): void {
    this.last.labels(name, endpoint).set(holds ? 1 : 0);
    this.total.labels(name, holds ? 'success' : 'error', endpoint).increment();
  }

  /** Forgets everything that was taken down. */
  reset(): void {
    this.metrics.forget();
  }
}
