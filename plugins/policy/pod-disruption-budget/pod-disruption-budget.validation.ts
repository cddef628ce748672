import { type FieldError, FieldPath, invalid, validateLabelSelector } from '../../../src/plugin-api/index.js';
import {
  goLabelSelector,
  goStruct,
  type GoValue,
  validateConditions,
  fieldChecker,
} from '../../../src/plugin-api/built-in.js';
import { validateAtMostAll, validatePositiveIntOrPercent } from '../../apps/index.js';
import { goPointer } from '../../core/index.js';
import {
  type PodDisruptionBudget,
  PodDisruptionBudgetSpec,
  PodDisruptionBudgetStatus,
} from './pod-disruption-budget.v1.js';

const SPEC = FieldPath.of('spec');
const SELECTOR = SPEC.child('selector');
const STATUS = FieldPath.of('status');
const checkSpec = fieldChecker(PodDisruptionBudgetSpec);
const checkCounts = fieldChecker(PodDisruptionBudgetStatus);

/** Checks a disruption budget. */
export function validatePodDisruptionBudget({ spec = {} }: PodDisruptionBudget): FieldError[] {
  return [...amountErrors(spec), ...validateLabelSelector(spec.selector, SELECTOR), ...checkSpec(spec, SPEC)];
}

/** Checks a change of a disruption budget: values of a selector that would be refused may stay. */
export function validatePodDisruptionBudgetUpdate(
  { spec = {} }: PodDisruptionBudget,
  old: PodDisruptionBudget,
): FieldError[] {
  const allowInvalidValues = validateLabelSelector(old.spec?.selector, SELECTOR).length > 0;
  return [
    ...amountErrors(spec),
    ...validateLabelSelector(spec.selector, SELECTOR, { allowInvalidValues }),
    ...checkSpec(spec, SPEC),
  ];
}

/** Checks a change of the status of a disruption budget. */
export function validatePodDisruptionBudgetStatus({ status }: PodDisruptionBudget): FieldError[] {
  return [
    ...validateConditions(status?.conditions, STATUS.child('conditions')),
    ...checkCounts(status, STATUS, 'disruptionsAllowed', 'currentHealthy', 'desiredHealthy', 'expectedPods'),
  ];
}

function amountErrors(spec: PodDisruptionBudgetSpec): FieldError[] {
  const { minAvailable, maxUnavailable } = spec;
  const errors: FieldError[] = [];
  if (minAvailable !== undefined && maxUnavailable !== undefined) {
    errors.push(invalid(SPEC, goSpec(spec), 'minAvailable and maxUnavailable cannot be both set'));
  }
  for (const name of ['minAvailable', 'maxUnavailable'] as const) {
    errors.push(...validatePositiveIntOrPercent(spec[name], SPEC.child(name)));
    errors.push(...validateAtMostAll(spec[name], SPEC.child(name)));
  }
  return errors;
}

function goSpec(spec: PodDisruptionBudgetSpec): GoValue {
  return goStruct('policy.PodDisruptionBudgetSpec', {
    MinAvailable: goPointer('intstr.IntOrString', spec.minAvailable),
    Selector: goPointer('v1.LabelSelector', spec.selector, goLabelSelector(spec.selector)?.json),
    MaxUnavailable: goPointer('intstr.IntOrString', spec.maxUnavailable),
    UnhealthyPodEvictionPolicy: goPointer('policy.UnhealthyPodEvictionPolicyType', spec.unhealthyPodEvictionPolicy),
  });
}
