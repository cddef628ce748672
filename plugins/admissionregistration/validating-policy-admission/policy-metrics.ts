import type { MetricsRegistry } from '../../../src/plugin-api/index.js';
import type { PolicyDecision } from './policy-decision.js';

/** The consequence of a decision. */
export type EnforcedAction = 'allow' | 'deny' | 'audit' | 'warn';

const BUCKETS = [0.0000005, 0.001, 0.01, 0.1, 1];
const LABELS = ['policy', 'policy_binding', 'error_type', 'enforcement_action'];

/** Counts and times the decisions of policies that had a consequence, or were errors that are ignored. */
export class PolicyMetrics {
  private readonly checks: ReturnType<MetricsRegistry['counter']>;
  private readonly durations: ReturnType<MetricsRegistry['histogram']>;

  constructor(registry: MetricsRegistry) {
    this.checks = registry.counter({
      name: 'apiserver_validating_admission_policy_check_total',
      help: 'Decisions of validating admission policies, by policy, binding, kind of error and consequence.',
      stability: 'BETA',
      labels: LABELS,
    });
    this.durations = registry.histogram({
      name: 'apiserver_validating_admission_policy_check_duration_seconds',
      help: 'Time that expressions of validating admission policies take, by policy, binding, kind of error and consequence.',
      stability: 'BETA',
      labels: LABELS,
      buckets: BUCKETS,
    });
  }

  observe(
    { message, seconds }: Pick<PolicyDecision, 'message' | 'seconds'>,
    { policy, binding, action }: { readonly policy: string; readonly binding: string; readonly action: EnforcedAction },
  ): void {
    const labels = [policy, binding, errorTypeOf(message), action] as const;
    this.checks.labels(...labels).increment();
    this.durations.labels(...labels).observe(seconds);
  }
}

/** Upstream distinguishes errors by their texts, too, and counts plain denials as errors. */
function errorTypeOf(message: string): string {
  if (message.startsWith('compilation')) return 'compile_error';
  if (message.startsWith('validation failed due to running out of cost budget')) return 'out_of_budget';
  return 'invalid_error';
}
