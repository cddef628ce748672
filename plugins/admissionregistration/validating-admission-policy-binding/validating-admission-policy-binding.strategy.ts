import { Inject, Injectable } from '@nestjs/common';
import { type FieldError, type Strategy, type StrategyContext, Stores } from '../../../src/plugin-api/index.js';
import { ParameterRights, paramRefErrors } from '../parameter-rights/index.js';
import { reserveStaticNames } from '../static-manifests/index.js';
import type { ValidatingAdmissionPolicyBinding } from './validating-admission-policy-binding.v1.js';
import { validateBinding } from './validating-admission-policy-binding.validation.js';

const POLICIES = 'validatingadmissionpolicies';

const RULES = reserveStaticNames<ValidatingAdmissionPolicyBinding>({ validate: validateBinding });

/** The rules of what puts policies in force that refuse requests. */
@Injectable()
export class ValidatingAdmissionPolicyBindingStrategy implements Strategy<ValidatingAdmissionPolicyBinding> {
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
    { spec = {} }: ValidatingAdmissionPolicyBinding,
    _old: ValidatingAdmissionPolicyBinding | undefined,
    { user }: StrategyContext,
  ): Promise<FieldError[]> {
    return paramRefErrors({ rights: this.rights, stores: this.stores, resource: POLICIES }, user, spec);
  }
}
