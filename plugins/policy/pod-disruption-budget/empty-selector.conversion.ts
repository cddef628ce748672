import type { Conversion, LabelSelector } from '../../../src/plugin-api/index.js';
import type { PodDisruptionBudget } from './pod-disruption-budget.v1.js';

/** A label that no pod has: a requirement on it distinguishes an empty selector from one that selects nothing. */
const MARK = 'pdb.kubernetes.io/deprecated-v1beta1-empty-selector-match';

/** Between v1, where an empty selector selects all pods, and v1beta1, where it selected none. */
export const emptySelectorConversion: Conversion<PodDisruptionBudget, PodDisruptionBudget> = {
  toHub: (budget) => withSelector(budget, (selector) => exchange(selector, { empty: 'Exists', all: 'DoesNotExist' })),
  fromHub: (budget) => withSelector(budget, (selector) => exchange(selector, { empty: 'DoesNotExist', all: 'Exists' })),
};

interface Operators {
  /** The requirement on the mark that replaces an empty selector. */
  readonly empty: string;
  /** The requirement on the mark that becomes an empty selector. */
  readonly all: string;
}

function withSelector(budget: PodDisruptionBudget, change: (s: LabelSelector) => LabelSelector): PodDisruptionBudget {
  const { spec } = budget;
  return spec?.selector ? { ...budget, spec: { ...spec, selector: change(spec.selector) } } : budget;
}

function exchange(selector: LabelSelector, { empty, all }: Operators): LabelSelector {
  const { matchLabels = {}, matchExpressions = [] } = selector;
  const hasLabels = Object.keys(matchLabels).length > 0;
  if (!hasLabels && matchExpressions.length === 0) return { matchExpressions: [{ key: MARK, operator: empty }] };
  const [only] = matchExpressions;
  if (!hasLabels && matchExpressions.length === 1 && only?.key === MARK && only.operator === all) return {};
  const kept = matchExpressions.filter(({ key }) => key !== MARK);
  return kept.length === matchExpressions.length ? selector : { ...selector, matchExpressions: kept };
}
