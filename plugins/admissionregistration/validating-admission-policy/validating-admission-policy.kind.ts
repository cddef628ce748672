import { ageColumn, defineKind, nameColumn, sameShape } from '../../../src/plugin-api/index.js';
import { paramKindColumn } from '../policy/policy.columns.js';
import { ValidatingAdmissionPolicyStrategy } from './validating-admission-policy.strategy.js';
import { ValidatingAdmissionPolicy } from './validating-admission-policy.v1.js';
import { ValidatingAdmissionPolicyV1alpha1 } from './validating-admission-policy.v1alpha1.js';
import { ValidatingAdmissionPolicyV1beta1 } from './validating-admission-policy.v1beta1.js';

/** ValidatingAdmissionPolicy: expressions by which requests are refused. */
export const validatingAdmissionPolicyKind = defineKind<ValidatingAdmissionPolicy>({
  kind: 'ValidatingAdmissionPolicy',
  plural: 'validatingadmissionpolicies',
  categories: ['api-extensions'],
  namespaced: false,
  versions: [
    { name: 'v1', type: ValidatingAdmissionPolicy, introduced: '1.30' },
    {
      name: 'v1beta1',
      type: ValidatingAdmissionPolicyV1beta1,
      conversion: sameShape,
      onByDefault: false,
      introduced: '1.28',
      deprecated: '1.31',
      removed: '1.34',
    },
    {
      name: 'v1alpha1',
      type: ValidatingAdmissionPolicyV1alpha1,
      conversion: sameShape,
      onByDefault: false,
      introduced: '1.26',
      deprecated: '1.29',
      removed: '1.32',
    },
  ],
  storageVersion: 'v1',
  storagePrefix: 'validatingadmissionpolicies',
  quirks: { allowsPlainFinalizers: true },
  strategy: ValidatingAdmissionPolicyStrategy,
  hasStatus: true,
  resetFields: ['status'],
  statusResetFields: ['spec', 'metadata'],
  columns: [
    nameColumn(),
    {
      name: 'Validations',
      type: 'integer',
      description: 'How many expressions must hold.',
      cell: ({ spec }) => spec?.validations?.length ?? 0,
    },
    paramKindColumn(),
    ageColumn(),
  ],
});
