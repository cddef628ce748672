import { formatFieldError } from '../../../src/plugin-api/built-in.js';
import type { PodDisruptionBudget, PodDisruptionBudgetSpec } from './pod-disruption-budget.v1.js';
import {
  validatePodDisruptionBudget,
  validatePodDisruptionBudgetStatus,
  validatePodDisruptionBudgetUpdate,
} from './pod-disruption-budget.validation.js';

const budgetOf = (spec: PodDisruptionBudgetSpec): PodDisruptionBudget => ({ metadata: { name: 'b' }, spec });
const STATUS = { disruptionsAllowed: 0, currentHealthy: 0, desiredHealthy: 0, expectedPods: 0 };

describe('validatePodDisruptionBudget()', () => {
  it.each<[PodDisruptionBudgetSpec, string[]]>([
    [{}, []],
    [{ minAvailable: 0 }, []],
    [{ maxUnavailable: '100%', unhealthyPodEvictionPolicy: 'AlwaysAllow' }, []],
    [{ minAvailable: -1 }, ['spec.minAvailable: Invalid value: -1: must be greater than or equal to 0']],
    [
      { maxUnavailable: '101%' },
      [expect.stringMatching(/^spec\.maxUnavailable: Invalid value: .*: must not be greater than 100%$/)],
    ],
    [{ minAvailable: 'half' }, [expect.stringMatching(/^spec\.minAvailable: .*a valid percent string/)]],
    [
      { minAvailable: 1, maxUnavailable: 1 },
      [expect.stringMatching(/^spec: .*: minAvailable and maxUnavailable cannot be both set$/)],
    ],
    [{ selector: { matchLabels: { a: '-' } } }, [expect.stringMatching(/^spec\.selector\.matchLabels: /)]],
    [
      { unhealthyPodEvictionPolicy: 'Never' },
      [
        'spec.unhealthyPodEvictionPolicy: Unsupported value: "Never": supported values: "AlwaysAllow", "IfHealthyBudget"',
      ],
    ],
  ])('finds of %j: %j', (spec, errors) => {
    expect(validatePodDisruptionBudget(budgetOf(spec)).map(formatFieldError)).toEqual(errors);
  });
});

describe('validatePodDisruptionBudgetUpdate()', () => {
  const odd = budgetOf({ selector: { matchExpressions: [{ key: 'a', operator: 'In', values: ['-'] }] } });

  it('lets values of labels stay that would be refused', () => {
    expect(validatePodDisruptionBudgetUpdate(odd, odd)).toEqual([]);
    expect(validatePodDisruptionBudgetUpdate(odd, budgetOf({}))).toHaveLength(1);
  });
});

describe('validatePodDisruptionBudgetStatus()', () => {
  it.each(['disruptionsAllowed', 'currentHealthy', 'desiredHealthy', 'expectedPods'])('wants %s from 0 on', (name) => {
    const status = { ...STATUS, [name]: -1 };
    expect(validatePodDisruptionBudgetStatus({ metadata: {}, status }).map(formatFieldError)).toEqual([
      `status.${name}: Invalid value: -1: must be greater than or equal to 0`,
    ]);
  });
});
