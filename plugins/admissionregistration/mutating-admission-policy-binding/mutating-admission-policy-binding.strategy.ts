import { Inject, Injectable } from '@nestjs/common';
import {
  type FieldError,
  FieldPath,
  type Strategy,
  type StrategyContext,
  Stores,
} from '../../../src/plugin-api/index.js';
import { fieldChecker } from '../../../src/plugin-api/built-in.js';
import { validateMatchResources, validateMutableOperations } from '../match-resources/match-resources.validation.js';
import { ParameterRights, paramRefErrors } from '../parameter-rights/index.js';
import { validateParamRef } from '../policy/policy.validation.js';
import {
  type MutatingAdmissionPolicyBinding,
  MutatingAdmissionPolicyBindingSpec,
} from './mutating-admission-policy-binding.v1alpha1.js';

const SPEC = FieldPath.of('spec');
const checkSpec = fieldChecker(MutatingAdmissionPolicyBindingSpec);
const POLICIES = 'mutatingadmissionpolicies';

/** The rules of what puts policies in force that change objects. */
@Injectable()
export class MutatingAdmissionPolicyBindingStrategy implements Strategy<MutatingAdmissionPolicyBinding> {
  readonly repeatedMetadataCheck = 'object';
  readonly validate = validateMutatingBinding;

  constructor(
    @Inject(ParameterRights) private readonly rights: ParameterRights,
    @Inject(Stores) private readonly stores: Stores,
  ) {}

  checkRights(
    { spec = {} }: MutatingAdmissionPolicyBinding,
    _old: MutatingAdmissionPolicyBinding | undefined,
    { user }: StrategyContext,
  ): Promise<FieldError[]> {
    return paramRefErrors({ rights: this.rights, stores: this.stores, resource: POLICIES }, user, spec);
  }
}

function validateMutatingBinding({ spec = {} }: MutatingAdmissionPolicyBinding): FieldError[] {
  const { paramRef, matchResources } = spec;
  const place = SPEC.child('matchResources');
  return [
    ...checkSpec(spec, SPEC),
    ...validateParamRef(paramRef, SPEC.child('paramRef')),
    ...(matchResources ? validateMatchResources(matchResources, place) : []),
    ...(matchResources ? validateMutableOperations(matchResources, place) : []),
  ];
}
