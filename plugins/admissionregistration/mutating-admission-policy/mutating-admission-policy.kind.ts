import { ageColumn, defineKind, nameColumn, sameShape } from '../../../src/plugin-api/index.js';
import { MUTATING_STORED_AS, MUTATING_V1, MUTATING_V1BETA1 } from '../policy/mutating-types.js';
import { paramKindColumn } from '../policy/policy.columns.js';
import { MutatingAdmissionPolicy } from './mutating-admission-policy.v1alpha1.js';
import { MUTATING_POLICY_GATE, WITHOUT_EFFECT } from './mutating-policy-gate.js';
import { MutatingAdmissionPolicyStrategy } from './mutating-admission-policy.strategy.js';

/** MutatingAdmissionPolicy: expressions by which objects are changed. */
export const mutatingAdmissionPolicyKind = defineKind<MutatingAdmissionPolicy>({
  kind: 'MutatingAdmissionPolicy',
  plural: 'mutatingadmissionpolicies',
  categories: ['api-extensions'],
  namespaced: false,
  versions: [
    { name: 'v1', type: MUTATING_V1.of(MutatingAdmissionPolicy), conversion: sameShape, introduced: '1.36' },
    {
      name: 'v1beta1',
      type: MUTATING_V1BETA1.of(MutatingAdmissionPolicy),
      conversion: sameShape,
      onByDefault: false,
      introduced: '1.34',
      deprecated: '1.37',
      removed: '1.40',
      replacement: 'admissionregistration.k8s.io/v1 MutatingAdmissionPolicy',
    },
    {
      name: 'v1alpha1',
      type: MutatingAdmissionPolicy,
      onByDefault: false,
      introduced: '1.32',
      deprecated: '1.35',
      removed: '1.38',
    },
  ],
  storageVersion: 'v1alpha1',
  quirks: { allowsPlainFinalizers: true, storedAs: MUTATING_STORED_AS },
  withoutEffect: (_, isEnabled) => (isEnabled(MUTATING_POLICY_GATE) ? undefined : WITHOUT_EFFECT),
  storagePrefix: 'mutatingadmissionpolicies',
  strategy: MutatingAdmissionPolicyStrategy,
  columns: [
    nameColumn(),
    {
      name: 'Mutations',
      type: 'integer',
      description: 'How many changes are made.',
      cell: ({ spec }) => spec?.mutations?.length ?? 0,
    },
    paramKindColumn(),
    ageColumn(),
  ],
});
