import { ApiType, Field } from '../../../src/plugin-api/index.js';
import { ParamRefV1alpha1 } from '../policy/policy.v1alpha1.js';
import { MatchResourcesV1alpha1 } from '../match-resources/match-resources.v1alpha1.js';
import {
  ValidatingAdmissionPolicyBinding,
  ValidatingAdmissionPolicyBindingSpec,
} from './validating-admission-policy-binding.v1.js';

/** Shape of v1alpha1.ValidatingAdmissionPolicyBindingSpec. */
@ApiType({
  name: 'k8s.io.api.admissionregistration.v1alpha1.ValidatingAdmissionPolicyBindingSpec',
  doc: 'Which policy is put in force, where and how.',
  inherits: true,
})
export class ValidatingAdmissionPolicyBindingSpecV1alpha1 extends ValidatingAdmissionPolicyBindingSpec {
  @Field(2, ParamRefV1alpha1, { pointer: true, doc: 'Where the policy takes its parameters from.' })
  override paramRef?: ParamRefV1alpha1;

  @Field(3, MatchResourcesV1alpha1, {
    pointer: true,
    doc: 'Which requests are meant, among those the policy looks at.',
  })
  override matchResources?: MatchResourcesV1alpha1;
}

/** Shape of v1alpha1.ValidatingAdmissionPolicyBinding. */
@ApiType({
  name: 'k8s.io.api.admissionregistration.v1alpha1.ValidatingAdmissionPolicyBinding',
  doc: 'Puts a policy in force for some requests, with parameters.',
  inherits: true,
})
export class ValidatingAdmissionPolicyBindingV1alpha1 extends ValidatingAdmissionPolicyBinding {
  @Field(2, ValidatingAdmissionPolicyBindingSpecV1alpha1, { doc: 'What is wanted.' })
  override spec?: ValidatingAdmissionPolicyBindingSpecV1alpha1;
}
