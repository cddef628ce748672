import type { MetricsRegistry } from '../../../src/plugin-api/index.js';
import { CheckMetrics, errorTypeOf } from '../policy-admission/index.js';

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
  private readonly checks: CheckMetrics;

  constructor(registry: MetricsRegistry) {
    this.checks = new CheckMetrics(registry, {
      sort: 'mutating',
      counted: 'Mutations of mutating admission policies',
      timed: 'Time that single mutations of mutating admission policies take',
      stability: 'ALPHA',
      labels: ['policy', 'policy_binding', 'error_type'],
    });
  }

  observe({ policy, binding, error, seconds }: ObservedMutation): void {
    this.checks.observe([policy, binding, error === undefined ? 'no_error' : errorTypeOf(error)], seconds);
  }
}
