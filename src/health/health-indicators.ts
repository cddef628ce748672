import { type CounterFamily, type GaugeFamily, MetricsRegistry } from '../observability/index.js';
import type { HealthEndpoint } from '../plugin-api/index.js';

/** What one check said when an endpoint was asked for all of its checks. */
export interface HealthObservation {
  readonly name: string;
  readonly endpoint: HealthEndpoint;
  readonly holds: boolean;
}

const SHARED = { stability: 'STABLE' } as const;

/**
 * What the checks said, as metrics of their own (`/metrics/slis`): service levels are scraped more often than
 * the rest, so they are few (upstream: component-base metrics/prometheus/slis).
 */
export class HealthIndicators {
  /** The metrics, without those of the process. */
  readonly metrics = new MetricsRegistry({ isWithoutProcess: true });
  private readonly last: GaugeFamily;
  private readonly total: CounterFamily;

  constructor() {
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
