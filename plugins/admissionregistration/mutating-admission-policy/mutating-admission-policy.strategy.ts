import { Inject, Injectable } from '@nestjs/common';
import type { FieldError, Strategy, StrategyContext } from '../../../src/plugin-api/index.js';
import { loadForPolicy } from '../expression/load-expressions.js';
import { ParameterRights, paramKindErrors } from '../parameter-rights/index.js';
import { reserveStaticNames } from '../static-manifests/index.js';
import type { MutatingAdmissionPolicy } from './mutating-admission-policy.v1alpha1.js';
import { validateMutatingPolicy } from './mutating-admission-policy.validation.js';

const RULES = reserveStaticNames<MutatingAdmissionPolicy>({ validate: validateMutatingPolicy });

/** The rules of policies that change objects. */
@Injectable()
export class MutatingAdmissionPolicyStrategy implements Strategy<MutatingAdmissionPolicy> {
  readonly repeatedMetadataCheck = 'object';
  readonly loadRules = loadForPolicy;
  readonly validate = RULES.validate;
  readonly validateUpdate = RULES.validateUpdate;
  readonly warningsOnCreate = RULES.warningsOnCreate;
  readonly warningsOnUpdate = RULES.warningsOnUpdate;

  constructor(@Inject(ParameterRights) private readonly rights: ParameterRights) {}

  checkRights(
    policy: MutatingAdmissionPolicy,
    old: MutatingAdmissionPolicy | undefined,
    { user }: StrategyContext,
  ): Promise<FieldError[]> {
    return paramKindErrors(this.rights, user, { next: policy.spec?.paramKind, old: old?.spec?.paramKind });
  }
}
