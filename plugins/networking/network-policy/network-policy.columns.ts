import { ageColumn, nameColumn, type Column } from '../../../src/plugin-api/index.js';
import { formatSelector } from '../../core/index.js';
import type { NetworkPolicy } from './network-policy.v1.js';

/** The columns of `kubectl get networkpolicies`. */
export const networkPolicyColumns: readonly Column<NetworkPolicy>[] = [
  nameColumn(),
  {
    name: 'Pod-Selector',
    type: 'string',
    description: 'Pods the policy is for.',
    cell: ({ spec }) => formatSelector(spec?.podSelector ?? {}),
  },
  ageColumn(),
];
