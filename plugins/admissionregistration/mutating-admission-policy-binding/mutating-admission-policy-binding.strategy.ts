import { Inject, Injectable } from '@nestjs/common';
import { type FieldError, type Strategy, type StrategyContext, Stores } from '../../../src/plugin-api/index.js';
import { ParameterRights, paramRefErrors } from '../parameter-rights/index.js';
import { reserveStaticNames } from '../static-manifests/index.js';
import type { MutatingAdmissionPolicyBinding } from './mutating-admission-policy-binding.v1alpha1.js';
import { validateMutatingBinding } from './mutating-admission-policy-binding.validation.js';

const POLICIES = 'mutatingadmissionpolicies';
const RULES = reserveStaticNames<MutatingAdmissionPolicyBinding>({ validate: validateMutatingBinding });

/** The rules of what puts policies in force that change objects. */
@Injectable()
export class MutatingAdmissionPolicyBindingStrategy implements Strategy<MutatingAdmissionPolicyBinding> {
  readonly repeatedMetadataCheck = 'object';
  readonly validate = RULES.validate;
  readonly validateUpdate = RULES.validateUpdate;
  readonly warningsOnCreate = RULES.warningsOnCreate;
  readonly warningsOnUpdate = RULES.warningsOnUpdate;

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
