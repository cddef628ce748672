import { defineKind } from '../../../src/plugin-api/index.js';
import { jobColumns } from './job.columns.js';
import { jobStrategy } from './job.strategy.js';
import { Job } from './job.v1.js';

/** Job: runs pods until enough of them have succeeded. */
export const jobKind = defineKind<Job>({
  kind: 'Job',
  plural: 'jobs',
  categories: ['all'],
  namespaced: true,
  versions: [{ name: 'v1', type: Job }],
  storageVersion: 'v1',
  storagePrefix: 'jobs',
  strategy: jobStrategy,
  hasStatus: true,
  resetFields: ['status'],
  statusResetFields: ['spec'],
  selectableFields: { 'status.successful': ({ status }) => String(status?.succeeded ?? 0) },
  quirks: { describeUnselectable: (field) => `field label ${JSON.stringify(field)} not supported for Job` },
  columns: jobColumns,
  allowUnconditionalUpdate: true,
  variants: [{ until: '1.20', generation: 'none' }],
  defaultPropagation: 'Orphan',
});
