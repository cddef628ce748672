import {
  type FieldError,
  FieldPath,
  duplicate,
  invalid,
  notSupported,
  required,
} from '../../../src/plugin-api/index.js';
import { goSlice, repeatFinder, fieldChecker } from '../../../src/plugin-api/built-in.js';
import { validateMatchResources } from '../match-resources/match-resources.validation.js';
import { validateParamRef } from '../policy/policy.validation.js';
import {
  type ValidatingAdmissionPolicyBinding,
  ValidatingAdmissionPolicyBindingSpec,
} from './validating-admission-policy-binding.v1.js';

const SPEC = FieldPath.of('spec');
const checkSpec = fieldChecker(ValidatingAdmissionPolicyBindingSpec);
const ACTIONS = ['Audit', 'Deny', 'Warn'];
const BOTH =
  'must not contain both Deny and Warn (repeating the same validation failure information in the API response and headers serves no purpose)';

/** Checks which policy is put in force, where and how. */
export function validateBinding({ spec = {} }: ValidatingAdmissionPolicyBinding): FieldError[] {
  const { paramRef, matchResources, validationActions = [] } = spec;
  return [
    ...checkSpec(spec, SPEC),
    ...validateParamRef(paramRef, SPEC.child('paramRef')),
    ...(matchResources ? validateMatchResources(matchResources, SPEC.child('matchResources')) : []),
    ...actionErrors(validationActions, SPEC.child('validationActions')),
  ];
}

function actionErrors(actions: readonly string[], path: FieldPath): FieldError[] {
  const isRepeated = repeatFinder<string>();
  const errors = actions.flatMap((action, i) => [
    ...(ACTIONS.includes(action) ? [] : [notSupported(path.index(i), action, ACTIONS)]),
    ...(isRepeated(action) ? [duplicate(path.index(i), action)] : []),
  ]);
  if (actions.includes('Deny') && actions.includes('Warn')) {
    errors.push(invalid(path, goSlice('admissionregistration.ValidationAction', actions), BOTH));
  }
  if (actions.length === 0) errors.push(required(path, 'at least one validation action is required'));
  return errors;
}
