import type { MetricsRegistry } from '../../../src/plugin-api/index.js';

const BUCKETS = [0.0000005, 0.001, 0.01, 0.1, 1];
const LABELS = ['policy', 'policy_binding', 'error_type'];

/** A mutation that was carried out or has failed. */
export interface ObservedMutation {
  readonly policy: string;
  readonly binding: string;
  /** The reason of a failure. */
  readonly error?: string;
  readonly seconds: number;
}

/** Counts and times the mutations of policies. */
export class MutationMetrics {
  private readonly checks: ReturnType<MetricsRegistry['counter']>;
  private readonly durations: ReturnType<MetricsRegistry['histogram']>;

  constructor(registry: MetricsRegistry) {
    this.checks = registry.counter({
      name: 'apiserver_mutating_admission_policy_check_total',
      help: 'Mutations of mutating admission policies, by policy, binding and kind of error.',
      stability: 'ALPHA',
      labels: LABELS,
    });
    this.durations = registry.histogram({
      name: 'apiserver_mutating_admission_policy_check_duration_seconds',
      help: 'Time that single mutations of mutating admission policies take, by policy, binding and kind of error.',
      stability: 'ALPHA',
      labels: LABELS,
      buckets: BUCKETS,
    });
  }

  observe({ policy, binding, error, seconds }: ObservedMutation): void {
    const labels = [policy, binding, errorTypeOf(error)] as const;
    this.checks.labels(...labels).increment();
    this.durations.labels(...labels).observe(seconds);
  }
}

/** Upstream distinguishes errors by their texts, too. */
function errorTypeOf(error: string | undefined): string {
  if (error === undefined) return 'no_error';
  if (error.startsWith('compilation')) return 'compile_error';
  if (error.startsWith('validation failed due to running out of cost budget')) return 'out_of_budget';
  return 'invalid_error';
}
