import type { CounterChild, MetricsRegistry } from '../observability/index.js';

/** The metrics of the servers behind this one (facts: metrics, aggregator). */
export class AggregationMetrics {
  private readonly aggregations: CounterChild;
  private readonly namelessCertificates: CounterChild;

  constructor(registry: MetricsRegistry) {
    this.aggregations = registry
      .counter({
        name: 'aggregator_discovery_aggregation_count_total',
        help: 'Number of times that discovery was put together.',
        releases: { since: '1.27' },
      })
      .labels();
    this.namelessCertificates = registry
      .counter({
        name: 'apiserver_kube_aggregator_x509_missing_san_total',
        help: 'Connections to extension servers whose certificate names its server in its subject only.',
        releases: { since: '1.21' },
      })
      .labels();
  }

  /** Counts an aggregation of discovery. */
  observeAggregation(): void {
    this.aggregations.increment();
  }

  /** Counts a server whose certificate names it in its subject only. */
  observeNamelessCertificate(): void {
    this.namelessCertificates.increment();
  }
}
