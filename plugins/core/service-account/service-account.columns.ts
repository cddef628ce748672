import { type Column, ageColumn, nameColumn } from '../../../src/plugin-api/index.js';
import type { ServiceAccount } from './service-account.v1.js';

/** The columns of `kubectl get serviceaccounts`. */
export const serviceAccountColumns: readonly Column<ServiceAccount>[] = [
  nameColumn(),
  {
    name: 'Secrets',
    type: 'string',
    description: 'Number of secrets it may use.',
    cell: ({ secrets }) => secrets?.length ?? 0,
  },
  ageColumn(),
];
