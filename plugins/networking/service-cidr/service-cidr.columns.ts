import { ageColumn, nameColumn, type Column } from '../../../src/plugin-api/index.js';
import type { ServiceCIDR } from './service-cidr.v1beta1.js';

/** The columns of `kubectl get servicecidrs`. */
export const serviceCidrColumns: readonly Column<ServiceCIDR>[] = [
  nameColumn(),
  { name: 'CIDRs', type: 'string', description: 'The ranges.', cell: ({ spec }) => (spec?.cidrs ?? []).join(',') },
  ageColumn(),
];
