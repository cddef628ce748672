import { ApiGroupPlugin } from '../../src/plugin-api/index.js';
import { podDisruptionBudgetKind } from './pod-disruption-budget/pod-disruption-budget.kind.js';
import { podSecurityPolicyKind } from './pod-security-policy/pod-security-policy.kind.js';

/** Budgets for disruptions, and the policies of old that limited what pods may ask for. */
@ApiGroupPlugin({
  group: 'policy',
  versions: ['v1', 'v1beta1'],
  kinds: [podDisruptionBudgetKind, podSecurityPolicyKind],
})
export class PolicyPlugin {}
