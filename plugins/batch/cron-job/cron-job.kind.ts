import { defineKind } from '../../../src/plugin-api/index.js';
import { cronJobColumns } from './cron-job.columns.js';
import { cronJobStrategy } from './cron-job.strategy.js';
import { CronJob } from './cron-job.v1.js';
import { FORMER_CRON_JOB_VERSIONS } from './cron-job.former-versions.js';

/** CronJob: starts jobs by the clock. */
export const cronJobKind = defineKind<CronJob>({
  kind: 'CronJob',
  plural: 'cronjobs',
  shortNames: ['cj'],
  categories: ['all'],
  namespaced: true,
  versions: [{ name: 'v1', type: CronJob, introduced: '1.21' }, ...FORMER_CRON_JOB_VERSIONS],
  storageVersion: 'v1',
  storagePrefix: 'cronjobs',
  strategy: cronJobStrategy,
  hasStatus: true,
  resetFields: ['status'],
  statusResetFields: ['spec'],
  columns: cronJobColumns,
  allowUnconditionalUpdate: true,
});
