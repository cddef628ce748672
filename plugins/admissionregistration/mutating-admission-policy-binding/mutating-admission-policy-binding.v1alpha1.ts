import { ApiType, Field, isDns1123Subdomain, ObjectMeta } from '../../../src/plugin-api/index.js';
import { Format, Required } from '../../../src/plugin-api/built-in.js';
import { ParamRefV1alpha1 } from '../policy/policy.v1alpha1.js';
import { MatchResourcesV1alpha1 } from '../match-resources/match-resources.v1alpha1.js';

/** Shape of v1alpha1.MutatingAdmissionPolicyBindingSpec. */
@ApiType({
  name: 'k8s.io.api.admissionregistration.v1alpha1.MutatingAdmissionPolicyBindingSpec',
  doc: 'Which policy is put in force, and where.',
})
export class MutatingAdmissionPolicyBindingSpec {
  @Field(1, 'string', { doc: 'Name of the policy.' })
  @Required()
  @Format(isDns1123Subdomain)
  policyName?: string;

  @Field(2, ParamRefV1alpha1, { pointer: true, doc: 'Where the policy takes its parameters from.' })
  paramRef?: ParamRefV1alpha1;

  @Field(3, MatchResourcesV1alpha1, {
    pointer: true,
    doc: 'Which requests are meant, among those the policy looks at.',
  })
  matchResources?: MatchResourcesV1alpha1;
}

/** Shape of v1alpha1.MutatingAdmissionPolicyBinding. */
@ApiType({
  name: 'k8s.io.api.admissionregistration.v1alpha1.MutatingAdmissionPolicyBinding',
  doc: 'Puts a mutating policy in force for some requests, with parameters.',
})
export class MutatingAdmissionPolicyBinding {
  apiVersion?: string;

  kind?: string;

  @Field(1, ObjectMeta, { doc: 'Name, labels and other metadata of the object.' })
  metadata: ObjectMeta;

  @Field(2, MutatingAdmissionPolicyBindingSpec, { doc: 'What is wanted.' })
  spec?: MutatingAdmissionPolicyBindingSpec;
}
