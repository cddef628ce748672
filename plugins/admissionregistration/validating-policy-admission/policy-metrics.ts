import type { MetricsRegistry } from '../../../src/plugin-api/index.js';
import { CheckMetrics, errorTypeOf } from '../policy-admission/index.js';
import type { PolicyDecision } from './policy-decision.js';

/** The consequence of a decision. */
export type EnforcedAction = 'allow' | 'deny' | 'audit' | 'warn';

/** Counts and times the decisions of policies that had a consequence, or were errors that are ignored. */
export class PolicyMetrics {
  private readonly checks: CheckMetrics;

  constructor(registry: MetricsRegistry) {
    this.checks = new CheckMetrics(registry, {
      sort: 'validating',
      counted: 'Decisions of validating admission policies',
      timed: 'Time that expressions of validating admission policies take',
      stability: 'BETA',
      labels: ['policy', 'policy_binding', 'error_type', 'enforcement_action'],
    });
  }

  /** Counts a decision; plain denials count as errors, as upstream. */
  observe(
    { message, seconds }: Pick<PolicyDecision, 'message' | 'seconds'>,
    { policy, binding, action }: { readonly policy: string; readonly binding: string; readonly action: EnforcedAction },
  ): void {
    this.checks.observe([policy, binding, errorTypeOf(message), action], seconds);
  }
}
