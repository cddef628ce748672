import { ApiType, type KindVersion, sameShape } from '../../../src/plugin-api/index.js';
import { defaultCronJob } from './cron-job.defaults.js';
import { CronJob } from './cron-job.v1.js';

/** CronJob as batch/v1beta1 had it. */
@ApiType({ name: 'k8s.io.api.batch.v1beta1.CronJob', inherits: true, defaults: defaultCronJob })
class CronJobV1beta1 extends CronJob {}

/** The versions of the kind before v1, all of the same shape. */
export const FORMER_CRON_JOB_VERSIONS: readonly KindVersion[] = [
  {
    name: 'v1beta1',
    type: CronJobV1beta1,
    conversion: sameShape,
    introduced: '1.8',
    deprecated: '1.21',
    removed: '1.25',
    replacement: 'batch/v1 CronJob',
  },
];
