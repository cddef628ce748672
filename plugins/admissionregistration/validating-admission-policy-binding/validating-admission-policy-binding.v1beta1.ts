import { ApiType, Field } from '../../../src/plugin-api/index.js';
import { ParamRefV1beta1 } from '../policy/policy.v1beta1.js';
import { MatchResourcesV1beta1 } from '../match-resources/match-resources.v1beta1.js';
import {
  ValidatingAdmissionPolicyBinding,
  ValidatingAdmissionPolicyBindingSpec,
} from './validating-admission-policy-binding.v1.js';

/** Shape of v1beta1.ValidatingAdmissionPolicyBindingSpec. */
@ApiType({
  name: 'k8s.io.api.admissionregistration.v1beta1.ValidatingAdmissionPolicyBindingSpec',
  doc: 'Which policy is put in force, where and how.',
  inherits: true,
})
export class ValidatingAdmissionPolicyBindingSpecV1beta1 extends ValidatingAdmissionPolicyBindingSpec {
  @Field(2, ParamRefV1beta1, { pointer: true, doc: 'Where the policy takes its parameters from.' })
  override paramRef?: ParamRefV1beta1;

  @Field(3, MatchResourcesV1beta1, { pointer: true, doc: 'Which requests are meant, among those the policy looks at.' })
  override matchResources?: MatchResourcesV1beta1;
}

/** Shape of v1beta1.ValidatingAdmissionPolicyBinding. */
@ApiType({
  name: 'k8s.io.api.admissionregistration.v1beta1.ValidatingAdmissionPolicyBinding',
  doc: 'Puts a policy in force for some requests, with parameters.',
  inherits: true,
})
export class ValidatingAdmissionPolicyBindingV1beta1 extends ValidatingAdmissionPolicyBinding {
  @Field(2, ValidatingAdmissionPolicyBindingSpecV1beta1, { doc: 'What is wanted.' })
  override spec?: ValidatingAdmissionPolicyBindingSpecV1beta1;
}
