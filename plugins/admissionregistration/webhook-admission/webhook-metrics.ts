import type { MetricsRegistry } from '../../../src/plugin-api/index.js';

/** Half of admission, as the metrics of webhooks name it. */
export type WebhookType = 'admit' | 'validating';

/** The reason of a rejection, as metrics name it. */
export type RejectionCause = 'apiserver_internal_error' | 'calling_webhook_error' | 'no_error';

/** A call of a webhook, as metrics name it. */
export interface CountedCall {
  readonly name: string;
  readonly type: WebhookType;
  readonly operation: string;
}

/** A call that has ended. */
export interface EndedCall extends CountedCall {
  /** Undefined where the request proceeds. */
  readonly rejection: RejectionCause | undefined;
  /** A status code; 0 without one. */
  readonly code: number;
  readonly seconds: number;
}

/** Names that have their own label values: configurations come and go, and metrics stay. */
const MAX_NAMES = 1000;
const OTHER_NAMES = '<other>';
const MAX_CODE = 600;
const CALL_BUCKETS = [0.005, 0.025, 0.1, 0.5, 1, 2.5, 10, 25];
const CONDITION_BUCKETS = [0.001, 0.005, 0.01, 0.025, 0.1, 0.2, 0.25];
const OF_CONDITIONS = { labels: ['kind', 'name', 'operation', 'type'], releases: { since: '1.27' } };

/** Counts and times calls of webhooks and their match conditions, by the reference's names. */
export class WebhookMetrics {
  private readonly durations;
  private readonly requests;
  private readonly rejections;
  private readonly openFailures;
  private readonly conditionErrors;
  private readonly exclusions;
  private readonly conditionDurations;
  private readonly names = new Set<string>();

  constructor(registry: MetricsRegistry) {
    this.durations = registry.histogram({
      name: 'apiserver_admission_webhook_admission_duration_seconds',
      help: 'Time that an admission webhook takes for a write, in seconds.',
      releases: { stability: { '1.21': 'STABLE' } },
      labels: ['name', 'operation', 'rejected', 'type'],
      buckets: CALL_BUCKETS,
    });
    this.requests = registry.counter({
      name: 'apiserver_admission_webhook_request_total',
      help: 'Calls of admission webhooks, by status code.',
      labels: ['code', 'name', 'operation', 'rejected', 'type'],
      releases: { since: '1.21' },
    });
    this.rejections = registry.counter({
      name: 'apiserver_admission_webhook_rejection_count',
      help: 'Writes that an admission webhook, or a failure to call it, has rejected, by status code.',
      labels: ['error_type', 'name', 'operation', 'rejection_code', 'type'],
    });
    this.openFailures = registry.counter({
      name: 'apiserver_admission_webhook_fail_open_count',
      help: 'Failures of admission webhooks that were ignored.',
      labels: ['name', 'type'],
      releases: { since: '1.21' },
    });
    this.conditionErrors = registry.counter({
      name: 'apiserver_admission_match_condition_evaluation_errors_total',
      help: 'Match conditions that could not be evaluated.',
      ...OF_CONDITIONS,
    });
    this.exclusions = registry.counter({
      name: 'apiserver_admission_match_condition_exclusions_total',
      help: 'Writes that match conditions have excluded.',
      ...OF_CONDITIONS,
    });
    this.conditionDurations = registry.histogram({
      name: 'apiserver_admission_match_condition_evaluation_seconds',
      help: 'Time that the match conditions of a webhook or policy take for a write, in seconds.',
      ...OF_CONDITIONS,
      buckets: CONDITION_BUCKETS,
    });
  }

  /** Records a call that has ended. */
  observeCall({ name, type, operation, rejection, code, seconds }: EndedCall): void {
    const [known, rejected] = [this.known(name), String(rejection !== undefined)];
    const bounded = String(Math.min(code, MAX_CODE));
    this.requests.labels(bounded, known, operation, rejected, type).increment();
    this.durations.labels(known, operation, rejected, type).observe(seconds);
    if (rejection !== undefined) this.rejections.labels(rejection, known, operation, bounded, type).increment();
  }

  /** Records a failure that was ignored. */
  observeOpenFailure({ name, type }: CountedCall): void {
    this.openFailures.labels(this.known(name), type).increment();
  }

  /** Records how the match conditions of a webhook have ended. */
  observeConditions(
    { name, type, operation }: CountedCall,
    { outcome, seconds }: { readonly outcome: 'match' | 'no-match' | 'failed'; readonly seconds: number },
  ): void {
    // The reference has another name for the same type here.
    const labels = ['webhook', this.known(name), operation, type === 'admit' ? 'admit' : 'validate'];
    this.conditionDurations.labels(...labels).observe(seconds);
    if (outcome === 'failed') this.conditionErrors.labels(...labels).increment();
    if (outcome === 'no-match') this.exclusions.labels(...labels).increment();
  }

  private known(name: string): string {
    if (this.names.has(name)) return name;
    if (this.names.size >= MAX_NAMES) return OTHER_NAMES;
    this.names.add(name);
    return name;
  }
}
