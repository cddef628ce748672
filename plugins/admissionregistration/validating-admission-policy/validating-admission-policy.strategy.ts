import { Inject, Injectable } from '@nestjs/common';
import type { FieldError, Strategy, StrategyContext } from '../../../src/plugin-api/index.js';
import { loadForPolicy } from '../expression/load-expressions.js';
import { ParameterRights, paramKindErrors } from '../parameter-rights/index.js';
import { reserveStaticNames } from '../static-manifests/index.js';
import type { ValidatingAdmissionPolicy } from './validating-admission-policy.v1.js';
import {
  validatePolicy,
  validatePolicyStatus,
  validatePolicyUpdate,
} from './validating-admission-policy.validation.js';

const RULES = reserveStaticNames<ValidatingAdmissionPolicy>({
  validate: validatePolicy,
  validateUpdate: validatePolicyUpdate,
});

/** The rules of policies that refuse requests. */
@Injectable()
export class ValidatingAdmissionPolicyStrategy implements Strategy<ValidatingAdmissionPolicy> {
  readonly repeatedMetadataCheck = 'object';
  readonly loadRules = loadForPolicy;
  readonly validate = RULES.validate;
  readonly validateUpdate = RULES.validateUpdate;
  readonly warningsOnCreate = RULES.warningsOnCreate;
  readonly warningsOnUpdate = RULES.warningsOnUpdate;
  readonly validateStatusUpdate = validatePolicyStatus;

  constructor(@Inject(ParameterRights) private readonly rights: ParameterRights) {}

  checkRights(
    policy: ValidatingAdmissionPolicy,
    old: ValidatingAdmissionPolicy | undefined,
    { user }: StrategyContext,
  ): Promise<FieldError[]> {
    return paramKindErrors(this.rights, user, { next: policy.spec?.paramKind, old: old?.spec?.paramKind });
  }
}
