import type { CronJob } from './cron-job.v1.js';

/** Fills in how runs follow each other and how many are kept. */
export function defaultCronJob({ spec }: CronJob): void {
  if (!spec) return;
  spec.concurrencyPolicy ||= 'Allow';
  spec.suspend ??= false;
  spec.successfulJobsHistoryLimit ??= 3;
  spec.failedJobsHistoryLimit ??= 1;
}
