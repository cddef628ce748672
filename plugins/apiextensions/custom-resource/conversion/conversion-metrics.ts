import type { MetricsRegistry } from '../../../../src/plugin-api/index.js';

/** The kind of failure of a conversion; the closed list of the metrics. */
export type ConversionFault =
  | 'conversion_webhook_call_failure'
  | 'conversion_webhook_malformed_response_failure'
  | 'conversion_webhook_partial_response_failure'
  | 'conversion_webhook_invalid_converted_object_failure';

/** One call of a conversion webhook; without a fault it succeeded. */
export interface ConversionCall {
  readonly definition: string;
  readonly from: string;
  readonly to: string;
  readonly seconds: number;
  readonly fault: ConversionFault | undefined;
}

const FIFTEEN_DOUBLINGS = Array.from({ length: 15 }, (_, i) => 0.001 * 2 ** i);
const REQUEST_BUCKETS = [0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 30, 45, 60];

/** Counts calls of conversion webhooks by the reference's names. */
export class ConversionMetrics {
  private readonly byDefinition;
  private readonly requests;
  private readonly durations;

  constructor(registry: MetricsRegistry) {
    this.byDefinition = registry.histogram({
      name: 'apiserver_crd_conversion_webhook_duration_seconds',
      help: 'Time that conversion webhooks take, in seconds, by definition and versions.',
      labels: ['crd_name', 'from_version', 'succeeded', 'to_version'],
      buckets: FIFTEEN_DOUBLINGS,
    });
    this.requests = registry.counter({
      name: 'apiserver_conversion_webhook_request_total',
      help: 'Requests to conversion webhooks, by result and kind of failure.',
      labels: ['failure_type', 'result'],
    });
    this.durations = registry.histogram({
      name: 'apiserver_conversion_webhook_duration_seconds',
      help: 'Time that requests to conversion webhooks take, in seconds, by result and kind of failure.',
      labels: ['failure_type', 'result'],
      buckets: REQUEST_BUCKETS,
    });
  }

  /** Counts a call that has ended. */
  observe({ definition, from, to, seconds, fault }: ConversionCall): void {
    const result = fault ? 'failure' : 'success';
    this.byDefinition.labels(definition, from, String(!fault), to).observe(seconds);
    this.requests.labels(fault ?? '', result).increment();
    this.durations.labels(fault ?? '', result).observe(seconds);
  }
}
