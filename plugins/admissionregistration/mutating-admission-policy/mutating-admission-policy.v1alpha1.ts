import { ApiType, Field, ObjectMeta } from '../../../src/plugin-api/index.js';
import { OneOf, Required } from '../../../src/plugin-api/built-in.js';
import { defaultPolicySpec } from '../policy/policy.defaults.js';
import { ParamKindV1alpha1, VariableV1alpha1 } from '../policy/policy.v1alpha1.js';
import { MatchConditionV1alpha1, MatchResourcesV1alpha1 } from '../match-resources/match-resources.v1alpha1.js';

/** Shape of v1alpha1.ApplyConfiguration. */
@ApiType({
  name: 'k8s.io.api.admissionregistration.v1alpha1.ApplyConfiguration',
  doc: 'An expression that gives an apply configuration.',
})
export class ApplyConfiguration {
  @Field(1, 'string', { doc: 'Gives the configuration that is applied.' })
  expression?: string;
}

/** Shape of v1alpha1.JSONPatch. */
@ApiType({ name: 'k8s.io.api.admissionregistration.v1alpha1.JSONPatch', doc: 'An expression that gives a JSON patch.' })
export class JSONPatch {
  @Field(1, 'string', { doc: 'Gives the operations of the patch.' })
  expression?: string;
}

/** Shape of v1alpha1.Mutation. */
@ApiType({ name: 'k8s.io.api.admissionregistration.v1alpha1.Mutation', doc: 'One change a policy makes.' })
export class Mutation {
  @Field(2, 'string', {
    always: true,
    required: true,
    enum: ['ApplyConfiguration', 'JSONPatch'],
    alias: 'v1alpha1.PatchType',
    doc: 'How the change is given: ApplyConfiguration or JSONPatch.',
  })
  @Required()
  @OneOf('ApplyConfiguration', 'JSONPatch')
  patchType: string;

  @Field(3, ApplyConfiguration, { pointer: true, doc: 'A configuration that is applied.' })
  applyConfiguration?: ApplyConfiguration;

  @Field(4, JSONPatch, { pointer: true, doc: 'Expression that gives the operations of a JSON patch (RFC 6902).' })
  jsonPatch?: JSONPatch;
}

/** Shape of v1alpha1.MutatingAdmissionPolicySpec. */
@ApiType({
  name: 'k8s.io.api.admissionregistration.v1alpha1.MutatingAdmissionPolicySpec',
  doc: 'What a policy looks at and what it changes.',
  defaults: defaultPolicySpec,
})
export class MutatingAdmissionPolicySpec {
  @Field(1, ParamKindV1alpha1, { pointer: true, doc: 'Kind of the parameters, if the policy has some.' })
  paramKind?: ParamKindV1alpha1;

  @Field(2, MatchResourcesV1alpha1, { pointer: true, doc: 'Which requests the policy looks at.' })
  @Required()
  matchConstraints?: MatchResourcesV1alpha1;

  @Field(3, VariableV1alpha1, { list: true, listType: 'atomic', doc: 'Names for expressions.' })
  variables?: VariableV1alpha1[];

  @Field(4, Mutation, { list: true, listType: 'atomic', doc: 'The changes, in order.' })
  @Required('mutations must contain at least one item')
  mutations?: Mutation[];

  @Field(5, 'string', {
    pointer: true,
    enum: ['Fail', 'Ignore'],
    alias: 'v1alpha1.FailurePolicyType',
    doc: 'What happens when there is no good answer: Ignore or Fail.',
  })
  @Required()
  @OneOf('Fail', 'Ignore')
  failurePolicy?: string;

  @Field(6, MatchConditionV1alpha1, {
    list: true,
    listType: 'map',
    listMapKeys: ['name'],
    patchStrategy: ['merge'],
    patchMergeKey: 'name',
    doc: 'Conditions that a request must meet besides.',
  })
  matchConditions?: MatchConditionV1alpha1[];

  @Field(7, 'string', {
    enum: ['IfNeeded', 'Never'],
    alias: 'v1.ReinvocationPolicyType',
    doc: 'Whether it is asked again after others have changed the object: Never or IfNeeded.',
  })
  @Required()
  @OneOf('IfNeeded', 'Never')
  reinvocationPolicy?: string;
}

/** Shape of v1alpha1.MutatingAdmissionPolicy. */
@ApiType({
  name: 'k8s.io.api.admissionregistration.v1alpha1.MutatingAdmissionPolicy',
  doc: 'Expressions by which objects are changed as they come in.',
})
export class MutatingAdmissionPolicy {
  apiVersion?: string;

  kind?: string;

  @Field(1, ObjectMeta, { doc: 'Name, labels and other metadata of the object.' })
  metadata: ObjectMeta;

  @Field(2, MutatingAdmissionPolicySpec, { doc: 'What is wanted.' })
  spec?: MutatingAdmissionPolicySpec;
}
