import type { MetricsRegistry } from '../../../src/plugin-api/index.js';
import type { Availability } from './available-condition.js';

/** Counts what is not available (facts: metrics, aggregator). */
export class AvailabilityMetrics {
  private readonly unavailable;
  private readonly transitions;

  constructor(registry: MetricsRegistry) {
    this.unavailable = registry.gauge({
      name: 'aggregator_unavailable_apiservice',
      help: 'Whether an API service is not available, by its name.',
      labels: ['name'],
    });
    this.transitions = registry.counter({
      name: 'aggregator_unavailable_apiservice_total',
      help: 'How often an API service has become unavailable, by its name and the reason.',
      labels: ['name', 'reason'],
    });
  }

  /** Counts a check of an API service. */
  observe(name: string, { status }: Availability): void {
    this.unavailable.labels(name).set(status === 'True' ? 0 : 1);
  }

  /** Records that the condition of an API service was stored; `before` is its former status. */
  stored(name: string, { status, reason }: Availability, before: string | undefined): void {
    if (status !== 'True' && before === 'True') this.transitions.labels(name, reason).increment();
  }

  /** Removes the samples of a deleted API service. */
  forget(name: string): void {
    this.unavailable.remove(name);
  }
}
