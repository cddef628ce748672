import { ApiType, type KindVersion } from '../../../src/plugin-api/index.js';
import { emptySelectorConversion } from './empty-selector.conversion.js';
import { PodDisruptionBudget } from './pod-disruption-budget.v1.js';

/** PodDisruptionBudget as policy/v1beta1 had it. */
@ApiType({ name: 'k8s.io.api.policy.v1beta1.PodDisruptionBudget', inherits: true })
class PodDisruptionBudgetV1beta1 extends PodDisruptionBudget {}

/** The versions of the kind before v1. */
export const FORMER_POD_DISRUPTION_BUDGET_VERSIONS: readonly KindVersion[] = [
  {
    name: 'v1beta1',
    type: PodDisruptionBudgetV1beta1,
    conversion: emptySelectorConversion,
    introduced: '1.5',
    deprecated: '1.21',
    removed: '1.25',
    replacement: 'policy/v1 PodDisruptionBudget',
  },
];
