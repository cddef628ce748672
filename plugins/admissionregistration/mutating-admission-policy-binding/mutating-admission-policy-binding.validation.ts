import { type FieldError, FieldPath } from '../../../src/plugin-api/index.js';
import { fieldChecker } from '../../../src/plugin-api/built-in.js';
import { validateMatchResources, validateMutableOperations } from '../match-resources/match-resources.validation.js';
import { validateParamRef } from '../policy/policy.validation.js';
import {
  type MutatingAdmissionPolicyBinding,
  MutatingAdmissionPolicyBindingSpec,
} from './mutating-admission-policy-binding.v1alpha1.js';

const SPEC = FieldPath.of('spec');
const checkSpec = fieldChecker(MutatingAdmissionPolicyBindingSpec);

/** Checks which policy is put in force, and where. */
export function validateMutatingBinding({ spec = {} }: MutatingAdmissionPolicyBinding): FieldError[] {
  const { paramRef, matchResources } = spec;
  const place = SPEC.child('matchResources');
  return [
    ...checkSpec(spec, SPEC),
    ...validateParamRef(paramRef, SPEC.child('paramRef')),
    ...(matchResources ? validateMatchResources(matchResources, place) : []),
    ...(matchResources ? validateMutableOperations(matchResources, place) : []),
  ];
}
