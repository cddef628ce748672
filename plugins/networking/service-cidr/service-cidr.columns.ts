import { ageColumn, nameColumn, type Column } from '../../../src/plugin-api/index.js';
import type { ServiceCIDR } from './service-cidr.v1beta1.js';

/** What `kubectl get servicecidrs` shows. */
export const serviceCidrColumns: readonly Column<ServiceCIDR>[] = [
  nameColumn(),
  { name: 'CIDRs', type: 'string', description: 'The ranges.', cell: ({ spec }) => (spec?.cidrs ?? []).join(',') },
  ageColumn(),
];
