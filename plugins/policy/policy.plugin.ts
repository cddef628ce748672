import { ApiGroupPlugin } from '../../src/plugin-api/index.js';
import { podDisruptionBudgetKind } from './pod-disruption-budget/pod-disruption-budget.kind.js';

/** Budgets for disruptions. */
@ApiGroupPlugin({ group: 'policy', versions: ['v1', 'v1beta1'], kinds: [podDisruptionBudgetKind] })
export class PolicyPlugin {}
