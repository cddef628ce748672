import { type Column, ageColumn, nameColumn } from '../../../src/plugin-api/index.js';
import { canonicalQuantity } from '../../../src/plugin-api/built-in.js';
import type { ResourceQuota } from './resource-quota.v1.js';

/** The columns of `kubectl get resourcequotas`. */
export const resourceQuotaColumns: readonly Column<ResourceQuota>[] = [
  nameColumn(),
  ageColumn(),
  {
    name: 'Request',
    type: 'string',
    description: 'What is used of each limit on requests and counts.',
    cell: (quota) => formatUsage(quota, (name) => !isLimit(name)),
  },
  {
    name: 'Limit',
    type: 'string',
    description: 'What is used of each limit on limits.',
    cell: (quota) => formatUsage(quota, isLimit),
  },
];

function isLimit(name: string): boolean {
  return name.startsWith('limits.');
}

function formatUsage({ status }: ResourceQuota, isShown: (name: string) => boolean): string {
  const { hard = {}, used = {} } = status ?? {};
  const names = Object.keys(hard).filter(isShown).sort();
  return names
    .map((name) => `${name}: ${canonicalQuantity(used[name] ?? 0)}/${canonicalQuantity(hard[name])}`)
    .join(', ');
}
