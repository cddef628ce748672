import { type Column, ageColumn, nameColumn } from '../../../src/plugin-api/index.js';
import type { Lease } from './lease.v1.js';

/** The columns of `kubectl get leases`. */
export const leaseColumns: readonly Column<Lease>[] = [
  nameColumn(),
  {
    name: 'Holder',
    type: 'string',
    description: 'Who holds the lease.',
    cell: ({ spec }) => spec?.holderIdentity ?? '',
  },
  ageColumn(),
];
