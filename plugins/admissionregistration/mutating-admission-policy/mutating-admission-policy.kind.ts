import { ageColumn, defineKind, nameColumn } from '../../../src/plugin-api/index.js';
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
  quirks: { allowsPlainFinalizers: true },
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
