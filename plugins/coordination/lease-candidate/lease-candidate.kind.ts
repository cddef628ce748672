import { defineKind } from '../../../src/plugin-api/index.js';
import { isConfigMapKey } from '../../../src/plugin-api/built-in.js';
import { leaseCandidateColumns } from './lease-candidate.columns.js';
import { LeaseCandidate } from './lease-candidate.v1alpha2.js';
import { validateLeaseCandidate, validateLeaseCandidateUpdate } from './lease-candidate.validation.js';

/** LeaseCandidate: a candidate for holding a lease. */
export const leaseCandidateKind = defineKind<LeaseCandidate>({
  kind: 'LeaseCandidate',
  plural: 'leasecandidates',
  namespaced: true,
  versions: [{ name: 'v1alpha2', type: LeaseCandidate, introduced: '1.32', removed: '1.38', onByDefault: false }],
  storageVersion: 'v1alpha2',
  quirks: { allowsPlainFinalizers: true },
  storagePrefix: 'leasecandidates',
  nameRule: isConfigMapKey,
  strategy: {
    repeatedMetadataCheck: 'change',
    validate: validateLeaseCandidate,
    validateUpdate: validateLeaseCandidateUpdate,
  },
  putCreates: true,
  generation: 'none',
  columns: leaseCandidateColumns,
});
