import { ageColumn, defineKind, nameColumn, sameShape } from '../../../src/plugin-api/index.js';
import { MUTATING_STORED_AS, MUTATING_V1, MUTATING_V1BETA1 } from '../policy/mutating-types.js';
import { MUTATING_POLICY_GATE, WITHOUT_EFFECT } from '../mutating-admission-policy/mutating-policy-gate.js';
import { bindingColumns } from '../policy/policy.columns.js';
import { MutatingAdmissionPolicyBindingStrategy } from './mutating-admission-policy-binding.strategy.js';
import { MutatingAdmissionPolicyBinding } from './mutating-admission-policy-binding.v1alpha1.js';

/** MutatingAdmissionPolicyBinding: puts a mutating policy in force. */
export const mutatingAdmissionPolicyBindingKind = defineKind<MutatingAdmissionPolicyBinding>({
  kind: 'MutatingAdmissionPolicyBinding',
  plural: 'mutatingadmissionpolicybindings',
  categories: ['api-extensions'],
  namespaced: false,
  versions: [
    { name: 'v1', type: MUTATING_V1.of(MutatingAdmissionPolicyBinding), conversion: sameShape, introduced: '1.36' },
    {
      name: 'v1beta1',
      type: MUTATING_V1BETA1.of(MutatingAdmissionPolicyBinding),
      conversion: sameShape,
      onByDefault: false,
      introduced: '1.34',
      deprecated: '1.37',
      removed: '1.40',
      replacement: 'admissionregistration.k8s.io/v1 MutatingAdmissionPolicyBinding',
    },
    {
      name: 'v1alpha1',
      type: MutatingAdmissionPolicyBinding,
      onByDefault: false,
      introduced: '1.32',
      deprecated: '1.35',
      removed: '1.38',
    },
  ],
  storageVersion: 'v1alpha1',
  quirks: { allowsPlainFinalizers: true, storedAs: MUTATING_STORED_AS },
  withoutEffect: (_, isEnabled) => (isEnabled(MUTATING_POLICY_GATE) ? undefined : WITHOUT_EFFECT),
  storagePrefix: 'mutatingadmissionpolicybindings',
  strategy: MutatingAdmissionPolicyBindingStrategy,
  columns: [nameColumn(), ...bindingColumns<MutatingAdmissionPolicyBinding>(), ageColumn()],
});
