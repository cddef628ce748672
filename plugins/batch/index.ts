export * from './batch.plugin.js';
export * from './cron-job/cron-job.v1.js';
export * from './job/job.v1.js';
