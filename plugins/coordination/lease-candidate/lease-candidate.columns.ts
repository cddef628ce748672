import { ageColumn, nameColumn, type Column } from '../../../src/plugin-api/index.js';
import type { LeaseCandidate } from './lease-candidate.v1alpha2.js';

/** The columns of `kubectl get leasecandidates`. */
export const leaseCandidateColumns: readonly Column<LeaseCandidate>[] = [
  nameColumn(),
  { name: 'LeaseName', type: 'string', description: 'The lease.', cell: ({ spec }) => spec?.leaseName ?? '' },
  {
    name: 'BinaryVersion',
    type: 'string',
    description: 'The version of the program.',
    cell: ({ spec }) => spec?.binaryVersion ?? '',
  },
  {
    name: 'EmulationVersion',
    type: 'string',
    description: 'The version the program behaves as.',
    cell: ({ spec }) => spec?.emulationVersion ?? '',
  },
  ageColumn(),
];
