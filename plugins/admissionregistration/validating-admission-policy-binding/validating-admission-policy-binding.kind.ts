import { ageColumn, defineKind, nameColumn, sameShape } from '../../../src/plugin-api/index.js';
import { bindingColumns } from '../policy/policy.columns.js';
import { ValidatingAdmissionPolicyBindingStrategy } from './validating-admission-policy-binding.strategy.js';
import { ValidatingAdmissionPolicyBinding } from './validating-admission-policy-binding.v1.js';
import { ValidatingAdmissionPolicyBindingV1alpha1 } from './validating-admission-policy-binding.v1alpha1.js';
import { ValidatingAdmissionPolicyBindingV1beta1 } from './validating-admission-policy-binding.v1beta1.js';

/** ValidatingAdmissionPolicyBinding: puts a policy in force. */
export const validatingAdmissionPolicyBindingKind = defineKind<ValidatingAdmissionPolicyBinding>({
  kind: 'ValidatingAdmissionPolicyBinding',
  plural: 'validatingadmissionpolicybindings',
  categories: ['api-extensions'],
  namespaced: false,
  versions: [
    { name: 'v1', type: ValidatingAdmissionPolicyBinding, introduced: '1.30' },
    {
      name: 'v1beta1',
      type: ValidatingAdmissionPolicyBindingV1beta1,
      conversion: sameShape,
      onByDefault: false,
      introduced: '1.28',
      deprecated: '1.31',
      removed: '1.34',
    },
    {
      name: 'v1alpha1',
      type: ValidatingAdmissionPolicyBindingV1alpha1,
      conversion: sameShape,
      onByDefault: false,
      introduced: '1.26',
      deprecated: '1.29',
      removed: '1.32',
    },
  ],
  storageVersion: 'v1',
  quirks: { allowsPlainFinalizers: true },
  storagePrefix: 'validatingadmissionpolicybindings',
  strategy: ValidatingAdmissionPolicyBindingStrategy,
  columns: [nameColumn(), ...bindingColumns<ValidatingAdmissionPolicyBinding>(), ageColumn()],
});
