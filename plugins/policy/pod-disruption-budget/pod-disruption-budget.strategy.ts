import type { LabelSelector, Strategy } from '../../../src/plugin-api/index.js';
import type { PodDisruptionBudget } from './pod-disruption-budget.v1.js';
import {
  validatePodDisruptionBudget,
  validatePodDisruptionBudgetStatus,
  validatePodDisruptionBudgetUpdate,
} from './pod-disruption-budget.validation.js';

/** Represents v1beta1's empty selector, which selected nothing; beside other requirements it has no meaning. */
const V1BETA1_KEY = 'pdb.kubernetes.io/deprecated-v1beta1-empty-selector-match';

/** The rules of disruption budgets. */
export const podDisruptionBudgetStrategy: Strategy<PodDisruptionBudget> = {
  checksMetadataOnUpdate: true,
  prepareForCreate(budget) {
    budget.status = { disruptionsAllowed: 0, currentHealthy: 0, desiredHealthy: 0, expectedPods: 0 };
    stripV1beta1Key(budget.spec?.selector);
  },

  prepareForUpdate(budget, _old, { subresource }) {
    if (subresource !== 'status') stripV1beta1Key(budget.spec?.selector);
  },

  validate: validatePodDisruptionBudget,
  validateUpdate: validatePodDisruptionBudgetUpdate,
  validateStatusUpdate: validatePodDisruptionBudgetStatus,
};

function stripV1beta1Key(selector: LabelSelector | undefined): void {
  const expressions = selector?.matchExpressions;
  if (!selector || !expressions?.some(({ key }) => key === V1BETA1_KEY)) return;
  const isWhole = expressions.length === 1 && Object.keys(selector.matchLabels ?? {}).length === 0;
  if (isWhole && expressions[0].operator === 'Exists') return;
  const kept = expressions.filter(({ key }) => key !== V1BETA1_KEY);
  selector.matchExpressions = kept.length > 0 ? kept : undefined;
}
