import { ApiGroupPlugin } from '../../src/plugin-api/index.js';
import { cronJobKind } from './cron-job/cron-job.kind.js';
import { jobKind } from './job/job.kind.js';

/** Workloads that come to an end. */
@ApiGroupPlugin({ group: 'batch', versions: ['v1', 'v1beta1'], kinds: [cronJobKind, jobKind] })
export class BatchPlugin {}
