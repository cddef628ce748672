import { defineKind, sameShape } from '../../../src/plugin-api/index.js';
import { TypesInVersion, isConfigMapKey } from '../../../src/plugin-api/built-in.js';
import { leaseCandidateColumns } from './lease-candidate.columns.js';
import { LeaseCandidate } from './lease-candidate.v1alpha2.js';
import { validateLeaseCandidate, validateLeaseCandidateUpdate } from './lease-candidate.validation.js';

const V1BETA1_TYPES = new TypesInVersion('k8s.io.api.coordination.v1alpha2', 'v1beta1');

/** LeaseCandidate: a candidate for holding a lease. */
export const leaseCandidateKind = defineKind<LeaseCandidate>({
  kind: 'LeaseCandidate',
  plural: 'leasecandidates',
  namespaced: true,
  versions: [
    {
      name: 'v1beta1',
      type: V1BETA1_TYPES.of(LeaseCandidate),
      conversion: sameShape,
      introduced: '1.33',
      deprecated: '1.36',
      removed: '1.39',
      onByDefault: false,
    },
    { name: 'v1alpha2', type: LeaseCandidate, introduced: '1.32', removed: '1.38', onByDefault: false },
  ],
  storageVersion: 'v1alpha2',
  // A release stores what the one before it can read.
  quirks: { allowsPlainFinalizers: true, storedAs: [{ since: '1.34', version: 'v1beta1' }] },
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
