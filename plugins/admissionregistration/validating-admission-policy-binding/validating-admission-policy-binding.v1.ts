import { ApiType, Field, isDns1123Subdomain, ObjectMeta } from '../../../src/plugin-api/index.js';
import { Format, Required } from '../../../src/plugin-api/built-in.js';
import { ParamRef } from '../policy/policy.v1.js';
import { MatchResources } from '../match-resources/match-resources.v1.js';

/** Shape of v1.ValidatingAdmissionPolicyBindingSpec. */
@ApiType({
  name: 'k8s.io.api.admissionregistration.v1.ValidatingAdmissionPolicyBindingSpec',
  doc: 'Which policy is put in force, where and how.',
})
export class ValidatingAdmissionPolicyBindingSpec {
  @Field(1, 'string', { variants: [{ since: '1.36', required: true }], doc: 'Name of the policy.' })
  @Required()
  @Format(isDns1123Subdomain)
  policyName?: string;

  @Field(2, ParamRef, { pointer: true, doc: 'Where the policy takes its parameters from.' })
  paramRef?: ParamRef;

  @Field(3, MatchResources, { pointer: true, doc: 'Which requests are meant, among those the policy looks at.' })
  matchResources?: MatchResources;

  @Field(4, 'string', {
    since: '1.27',
    list: true,
    enum: ['Audit', 'Deny', 'Warn'],
    listType: 'set',
    alias: 'v1.ValidationAction',
    variants: [{ since: '1.36', required: true }],
    doc: 'What happens when a validation fails: Deny, Warn or Audit.',
  })
  validationActions?: string[];
}

/** Shape of v1.ValidatingAdmissionPolicyBinding. */
@ApiType({
  name: 'k8s.io.api.admissionregistration.v1.ValidatingAdmissionPolicyBinding',
  doc: 'Puts a policy in force for some requests, with parameters.',
})
export class ValidatingAdmissionPolicyBinding {
  apiVersion?: string;

  kind?: string;

  @Field(1, ObjectMeta, { doc: 'Name, labels and other metadata of the object.' })
  metadata: ObjectMeta;

  @Field(2, ValidatingAdmissionPolicyBindingSpec, {
    variants: [{ since: '1.36', required: true }],
    doc: 'What is wanted.',
  })
  spec?: ValidatingAdmissionPolicyBindingSpec;
}
