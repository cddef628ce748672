import type {
  CounterChild,
  CounterFamily,
  HistogramChild,
  HistogramFamily,
  MetricsRegistry,
} from '../../observability/index.js';

/** How asking a webhook ended, in the words of metrics. */
export type WebhookResult = 'success' | 'canceled' | 'timeout' | 'error';

const WEBHOOK_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const CONDITION_BUCKETS = [0.001, 0.005, 0.01, 0.025, 0.1, 0.2, 0.25];
const TYPE = 'Webhook';
const SINCE_1_29 = { since: '1.29' };

/** The metrics of webhook authorizers, by their names. */
export class WebhookMetrics {
  private readonly evaluations: CounterFamily;
  private readonly durations: HistogramFamily;
  private readonly failOpen: CounterFamily;
  private readonly conditionErrors: CounterFamily;
  private readonly conditionSeconds: HistogramFamily;
  private readonly exclusions: CounterFamily;

  constructor(registry: MetricsRegistry) {
    const prefix = 'apiserver_authorization';
    this.evaluations = registry.counter({
      name: `${prefix}_webhook_evaluations_total`,
      help: 'Questions to authorization webhooks, by how they ended.',
      releases: SINCE_1_29,
      labels: ['name', 'result'],
    });
    this.durations = registry.histogram({
      name: `${prefix}_webhook_duration_seconds`,
      help: 'Time that authorization webhooks take, in seconds.',
      releases: SINCE_1_29,
      labels: ['name', 'result'],
      buckets: WEBHOOK_BUCKETS,
    });
    this.failOpen = registry.counter({
      name: `${prefix}_webhook_evaluations_fail_open_total`,
      help: 'Failed questions to authorization webhooks that left it to the next authorizer.',
      releases: SINCE_1_29,
      labels: ['name', 'result'],
    });
    this.conditionErrors = registry.counter({
      name: `${prefix}_match_condition_evaluation_errors_total`,
      help: 'Match conditions that could not be evaluated.',
      releases: SINCE_1_29,
      labels: ['name', 'type'],
    });
    this.conditionSeconds = registry.histogram({
      name: `${prefix}_match_condition_evaluation_seconds`,
      help: 'Time that the match conditions of an authorizer take, in seconds.',
      releases: SINCE_1_29,
      labels: ['name', 'type'],
      buckets: CONDITION_BUCKETS,
    });
    this.exclusions = registry.counter({
      name: `${prefix}_match_condition_exclusions_total`,
      help: 'Requests that match conditions kept from an authorizer.',
      releases: SINCE_1_29,
      labels: ['name', 'type'],
    });
  }

  /** Records one attempt. */
  observe(name: string, result: WebhookResult, seconds: number): void {
    this.evaluations.labels(name, result).increment();
    this.durations.labels(name, result).observe(seconds);
  }

  /** Records that a failure is no opinion. */
  observeFailOpen(name: string, result: WebhookResult): void {
    this.failOpen.labels(name, result).increment();
  }

  /** Returns the metrics of the match conditions of an authorizer. */
  conditionsOf(name: string): Readonly<{ errors: CounterChild; seconds: HistogramChild; exclusions: CounterChild }> {
    return {
      errors: this.conditionErrors.labels(name, TYPE),
      seconds: this.conditionSeconds.labels(name, TYPE),
      exclusions: this.exclusions.labels(name, TYPE),
    };
  }
}
