import { ApiType, Field } from '../../../src/plugin-api/index.js';
import { defaultPolicySpec } from '../policy/policy.defaults.js';
import {
  AuditAnnotation,
  ExpressionWarning,
  TypeChecking,
  ValidatingAdmissionPolicy,
  ValidatingAdmissionPolicySpec,
  ValidatingAdmissionPolicyStatus,
  Validation,
} from './validating-admission-policy.v1.js';
import { ParamKindV1alpha1, VariableV1alpha1 } from '../policy/policy.v1alpha1.js';
import { MatchConditionV1alpha1, MatchResourcesV1alpha1 } from '../match-resources/match-resources.v1alpha1.js';

/** Shape of v1alpha1.Validation. */
@ApiType({
  name: 'k8s.io.api.admissionregistration.v1alpha1.Validation',
  doc: 'An expression that must hold, and what is said where it does not.',
  inherits: true,
})
export class ValidationV1alpha1 extends Validation {}

/** Shape of v1alpha1.AuditAnnotation. */
@ApiType({
  name: 'k8s.io.api.admissionregistration.v1alpha1.AuditAnnotation',
  doc: 'A note that a policy leaves in the audit log for a request.',
  inherits: true,
})
export class AuditAnnotationV1alpha1 extends AuditAnnotation {}

/** Shape of v1alpha1.ValidatingAdmissionPolicySpec. */
@ApiType({
  name: 'k8s.io.api.admissionregistration.v1alpha1.ValidatingAdmissionPolicySpec',
  doc: 'What a policy looks at and what it demands.',
  defaults: defaultPolicySpec,
  inherits: true,
})
export class ValidatingAdmissionPolicySpecV1alpha1 extends ValidatingAdmissionPolicySpec {
  @Field(1, ParamKindV1alpha1, { pointer: true, doc: 'Kind of the parameters, if the policy has some.' })
  override paramKind?: ParamKindV1alpha1;

  @Field(2, MatchResourcesV1alpha1, { pointer: true, doc: 'Which requests the policy looks at.' })
  override matchConstraints?: MatchResourcesV1alpha1;

  @Field(3, ValidationV1alpha1, {
    variants: [{ until: '1.26', required: true }],
    list: true,
    listType: 'atomic',
    doc: 'Expressions that must hold.',
  })
  override validations?: ValidationV1alpha1[];

  @Field(5, AuditAnnotationV1alpha1, { since: '1.27', list: true, listType: 'atomic', doc: 'Notes for the audit log.' })
  override auditAnnotations?: AuditAnnotationV1alpha1[];

  @Field(6, MatchConditionV1alpha1, {
    since: '1.27',
    list: true,
    listType: 'map',
    listMapKeys: ['name'],
    patchStrategy: ['merge'],
    patchMergeKey: 'name',
    doc: 'Conditions that a request must meet besides.',
  })
  override matchConditions?: MatchConditionV1alpha1[];

  @Field(7, VariableV1alpha1, {
    since: '1.28',
    list: true,
    listType: 'map',
    listMapKeys: ['name'],
    patchStrategy: ['merge'],
    patchMergeKey: 'name',
    doc: 'Names for expressions.',
  })
  override variables?: VariableV1alpha1[];
}

/** Shape of v1alpha1.ExpressionWarning. */
@ApiType({
  name: 'k8s.io.api.admissionregistration.v1alpha1.ExpressionWarning',
  doc: 'What type checking has found odd in an expression.',
  inherits: true,
})
export class ExpressionWarningV1alpha1 extends ExpressionWarning {}

/** Shape of v1alpha1.TypeChecking. */
@ApiType({
  name: 'k8s.io.api.admissionregistration.v1alpha1.TypeChecking',
  doc: 'What checking the types of a policy has found.',
  inherits: true,
})
export class TypeCheckingV1alpha1 extends TypeChecking {
  @Field(1, ExpressionWarningV1alpha1, {
    list: true,
    listType: 'atomic',
    doc: 'What was found, expression by expression.',
  })
  override expressionWarnings?: ExpressionWarningV1alpha1[];
}

/** Shape of v1alpha1.ValidatingAdmissionPolicyStatus. */
@ApiType({
  name: 'k8s.io.api.admissionregistration.v1alpha1.ValidatingAdmissionPolicyStatus',
  doc: 'What has become of a policy.',
  inherits: true,
})
export class ValidatingAdmissionPolicyStatusV1alpha1 extends ValidatingAdmissionPolicyStatus {
  @Field(2, TypeCheckingV1alpha1, { pointer: true, doc: 'What checking the types has found.' })
  override typeChecking?: TypeCheckingV1alpha1;
}

/** Shape of v1alpha1.ValidatingAdmissionPolicy. */
@ApiType({
  name: 'k8s.io.api.admissionregistration.v1alpha1.ValidatingAdmissionPolicy',
  doc: 'Expressions by which requests are refused, warned of or noted.',
  inherits: true,
})
export class ValidatingAdmissionPolicyV1alpha1 extends ValidatingAdmissionPolicy {
  @Field(2, ValidatingAdmissionPolicySpecV1alpha1, { doc: 'What is wanted.' })
  override spec?: ValidatingAdmissionPolicySpecV1alpha1;

  @Field(3, ValidatingAdmissionPolicyStatusV1alpha1, { since: '1.27', doc: 'What is found; written by the system.' })
  override status?: ValidatingAdmissionPolicyStatusV1alpha1;
}
