import { defineKind } from '../../../src/plugin-api/index.js';
import { resourceQuotaColumns } from './resource-quota.columns.js';
import { resourceQuotaStrategy } from './resource-quota.strategy.js';
import { ResourceQuota } from './resource-quota.v1.js';

/** ResourceQuota: how much of each resource a namespace may use. */
export const resourceQuotaKind = defineKind<ResourceQuota>({
  kind: 'ResourceQuota',
  plural: 'resourcequotas',
  shortNames: ['quota'],
  namespaced: true,
  versions: [{ name: 'v1', type: ResourceQuota }],
  storageVersion: 'v1',
  strategy: resourceQuotaStrategy,
  hasStatus: true,
  resetFields: ['status'],
  statusResetFields: ['spec'],
  allowUnconditionalUpdate: true,
  deleteReturnsObject: true,
  generation: 'none',
  columns: resourceQuotaColumns,
});
