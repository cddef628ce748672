import { ApiType, Field } from '../../../src/plugin-api/index.js';
import { defaultPolicySpec } from '../policy/policy.defaults.js';
import {
  AuditAnnotation,
  ExpressionWarning,
  TypeChecking,
  ValidatingAdmissionPolicy,
  ValidatingAdmissionPolicyStatus,
  Validation,
} from './validating-admission-policy.v1.js';
import { ParamKindV1beta1, VariableV1beta1 } from '../policy/policy.v1beta1.js';
import { MatchConditionV1beta1, MatchResourcesV1beta1 } from '../match-resources/match-resources.v1beta1.js';

/** Shape of v1beta1.Validation. */
@ApiType({
  name: 'k8s.io.api.admissionregistration.v1beta1.Validation',
  doc: 'An expression that must hold, and what is said where it does not.',
  inherits: true,
})
export class ValidationV1beta1 extends Validation {}

/** Shape of v1beta1.AuditAnnotation. */
@ApiType({
  name: 'k8s.io.api.admissionregistration.v1beta1.AuditAnnotation',
  doc: 'A note that a policy leaves in the audit log for a request.',
  inherits: true,
})
export class AuditAnnotationV1beta1 extends AuditAnnotation {}

/** Shape of v1beta1.ValidatingAdmissionPolicySpec. */
@ApiType({
  name: 'k8s.io.api.admissionregistration.v1beta1.ValidatingAdmissionPolicySpec',
  doc: 'What a policy looks at and what it demands.',
  defaults: defaultPolicySpec,
})
export class ValidatingAdmissionPolicySpecV1beta1 {
  @Field(1, ParamKindV1beta1, { pointer: true, doc: 'Kind of the parameters, if the policy has some.' })
  paramKind?: ParamKindV1beta1;

  @Field(2, MatchResourcesV1beta1, { pointer: true, doc: 'Which requests the policy looks at.' })
  matchConstraints?: MatchResourcesV1beta1;

  @Field(3, ValidationV1beta1, { list: true, listType: 'atomic', doc: 'Expressions that must hold.' })
  validations?: ValidationV1beta1[];

  @Field(4, 'string', {
    pointer: true,
    alias: 'v1beta1.FailurePolicyType',
    doc: 'What happens when there is no good answer: Ignore or Fail.',
  })
  failurePolicy?: string;

  @Field(5, AuditAnnotationV1beta1, { since: '1.27', list: true, listType: 'atomic', doc: 'Notes for the audit log.' })
  auditAnnotations?: AuditAnnotationV1beta1[];

  @Field(6, MatchConditionV1beta1, {
    since: '1.27',
    list: true,
    listType: 'map',
    listMapKeys: ['name'],
    patchStrategy: ['merge'],
    patchMergeKey: 'name',
    doc: 'Conditions that a request must meet besides.',
  })
  matchConditions?: MatchConditionV1beta1[];

  @Field(7, VariableV1beta1, {
    since: '1.28',
    list: true,
    listType: 'map',
    listMapKeys: ['name'],
    patchStrategy: ['merge'],
    patchMergeKey: 'name',
    doc: 'Names for expressions.',
  })
  variables?: VariableV1beta1[];
}

/** Shape of v1beta1.ExpressionWarning. */
@ApiType({
  name: 'k8s.io.api.admissionregistration.v1beta1.ExpressionWarning',
  doc: 'What type checking has found odd in an expression.',
  inherits: true,
})
export class ExpressionWarningV1beta1 extends ExpressionWarning {}

/** Shape of v1beta1.TypeChecking. */
@ApiType({
  name: 'k8s.io.api.admissionregistration.v1beta1.TypeChecking',
  doc: 'What checking the types of a policy has found.',
  inherits: true,
})
export class TypeCheckingV1beta1 extends TypeChecking {
  @Field(1, ExpressionWarningV1beta1, {
    list: true,
    listType: 'atomic',
    doc: 'What was found, expression by expression.',
  })
  override expressionWarnings?: ExpressionWarningV1beta1[];
}

/** Shape of v1beta1.ValidatingAdmissionPolicyStatus. */
@ApiType({
  name: 'k8s.io.api.admissionregistration.v1beta1.ValidatingAdmissionPolicyStatus',
  doc: 'What has become of a policy.',
  inherits: true,
})
export class ValidatingAdmissionPolicyStatusV1beta1 extends ValidatingAdmissionPolicyStatus {
  @Field(2, TypeCheckingV1beta1, { pointer: true, doc: 'What checking the types has found.' })
  override typeChecking?: TypeCheckingV1beta1;
}

/** Shape of v1beta1.ValidatingAdmissionPolicy. */
@ApiType({
  name: 'k8s.io.api.admissionregistration.v1beta1.ValidatingAdmissionPolicy',
  doc: 'Expressions by which requests are refused, warned of or noted.',
  inherits: true,
})
export class ValidatingAdmissionPolicyV1beta1 extends ValidatingAdmissionPolicy {
  @Field(2, ValidatingAdmissionPolicySpecV1beta1, { doc: 'What is wanted.' })
  override spec?: ValidatingAdmissionPolicySpecV1beta1;

  @Field(3, ValidatingAdmissionPolicyStatusV1beta1, { since: '1.27', doc: 'What is found; written by the system.' })
  override status?: ValidatingAdmissionPolicyStatusV1beta1;
}
