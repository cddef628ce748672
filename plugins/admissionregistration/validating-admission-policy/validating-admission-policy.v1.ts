import { ApiType, Condition, Field, ObjectMeta } from '../../../src/plugin-api/index.js';
import { OneOf, Required } from '../../../src/plugin-api/built-in.js';
import { defaultPolicySpec } from '../policy/policy.defaults.js';
import { ParamKind, Variable } from '../policy/policy.v1.js';
import { MatchCondition, MatchResources } from '../match-resources/match-resources.v1.js';

/** Shape of v1.Validation. */
@ApiType({
  name: 'k8s.io.api.admissionregistration.v1.Validation',
  doc: 'An expression that must hold, and what is said where it does not.',
})
export class Validation {
  @Field(1, 'string', { always: true, required: true, doc: 'Must be true for the request to pass.' })
  expression: string;

  @Field(2, 'string', { doc: 'What is said where it is not.' })
  message?: string;

  @Field(3, 'string', { pointer: true, alias: 'v1.StatusReason', doc: 'The reason of the refusal.' })
  @OneOf('Forbidden', 'Invalid', 'RequestEntityTooLarge')
  reason?: string;

  @Field(4, 'string', { since: '1.27', doc: 'Gives the message.' })
  messageExpression?: string;
}

/** Shape of v1.AuditAnnotation. */
@ApiType({
  name: 'k8s.io.api.admissionregistration.v1.AuditAnnotation',
  doc: 'A note that a policy leaves in the audit log for a request.',
})
export class AuditAnnotation {
  @Field(1, 'string', { always: true, required: true, doc: 'Name of the note, below the name of the policy.' })
  key: string;

  @Field(2, 'string', { always: true, required: true, doc: 'Gives the text of the note, or null for none.' })
  valueExpression: string;
}

/** Shape of v1.ValidatingAdmissionPolicySpec. */
@ApiType({
  name: 'k8s.io.api.admissionregistration.v1.ValidatingAdmissionPolicySpec',
  doc: 'What a policy looks at and what it demands.',
  defaults: defaultPolicySpec,
})
export class ValidatingAdmissionPolicySpec {
  @Field(1, ParamKind, { pointer: true, doc: 'Kind of the parameters, if the policy has some.' })
  paramKind?: ParamKind;

  @Field(2, MatchResources, { pointer: true, doc: 'Which requests the policy looks at.' })
  @Required()
  matchConstraints?: MatchResources;

  @Field(3, Validation, { list: true, listType: 'atomic', doc: 'Expressions that must hold.' })
  validations?: Validation[];

  @Field(4, 'string', {
    pointer: true,
    enum: ['Fail', 'Ignore'],
    alias: 'v1.FailurePolicyType',
    doc: 'What happens when there is no good answer: Ignore or Fail.',
  })
  @Required()
  @OneOf('Fail', 'Ignore')
  failurePolicy?: string;

  @Field(5, AuditAnnotation, { since: '1.27', list: true, listType: 'atomic', doc: 'Notes for the audit log.' })
  auditAnnotations?: AuditAnnotation[];

  @Field(6, MatchCondition, {
    since: '1.27',
    list: true,
    listType: 'map',
    listMapKeys: ['name'],
    patchStrategy: ['merge'],
    patchMergeKey: 'name',
    doc: 'Conditions that a request must meet besides.',
  })
  matchConditions?: MatchCondition[];

  @Field(7, Variable, {
    since: '1.28',
    list: true,
    listType: 'map',
    listMapKeys: ['name'],
    patchStrategy: ['merge'],
    patchMergeKey: 'name',
    doc: 'Names for expressions.',
  })
  variables?: Variable[];
}

/** Shape of v1.ExpressionWarning. */
@ApiType({
  name: 'k8s.io.api.admissionregistration.v1.ExpressionWarning',
  doc: 'What type checking has found odd in an expression.',
})
export class ExpressionWarning {
  @Field(2, 'string', { always: true, required: true, doc: 'Path of the expression inside the policy.' })
  fieldRef: string;

  @Field(3, 'string', { always: true, required: true, doc: 'What was found, in words.' })
  @Required()
  warning: string;
}

/** Shape of v1.TypeChecking. */
@ApiType({
  name: 'k8s.io.api.admissionregistration.v1.TypeChecking',
  doc: 'What checking the types of a policy has found.',
})
export class TypeChecking {
  @Field(1, ExpressionWarning, { list: true, listType: 'atomic', doc: 'What was found, expression by expression.' })
  expressionWarnings?: ExpressionWarning[];
}

/** Shape of v1.ValidatingAdmissionPolicyStatus. */
@ApiType({
  name: 'k8s.io.api.admissionregistration.v1.ValidatingAdmissionPolicyStatus',
  doc: 'What has become of a policy.',
})
export class ValidatingAdmissionPolicyStatus {
  @Field(1, 'int64', { doc: 'The generation that was looked at.' })
  observedGeneration?: number;

  @Field(2, TypeChecking, { pointer: true, doc: 'What checking the types has found.' })
  typeChecking?: TypeChecking;

  @Field(3, Condition, { list: true, listType: 'map', listMapKeys: ['type'], doc: 'The states that are known.' })
  conditions?: Condition[];
}

/** Shape of v1.ValidatingAdmissionPolicy. */
@ApiType({
  name: 'k8s.io.api.admissionregistration.v1.ValidatingAdmissionPolicy',
  doc: 'Expressions by which requests are refused, warned of or noted.',
})
export class ValidatingAdmissionPolicy {
  apiVersion?: string;

  kind?: string;

  @Field(1, ObjectMeta, { doc: 'Name, labels and other metadata of the object.' })
  metadata: ObjectMeta;

  @Field(2, ValidatingAdmissionPolicySpec, { doc: 'What is wanted.' })
  spec?: ValidatingAdmissionPolicySpec;

  @Field(3, ValidatingAdmissionPolicyStatus, { since: '1.27', doc: 'What is found; written by the system.' })
  status?: ValidatingAdmissionPolicyStatus;
}
