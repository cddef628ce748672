import { ApiType, Field, ObjectMeta } from '../../../src/plugin-api/index.js';
import { JobSpec } from '../job/job.v1.js';
import { ObjectReference } from '../../core/index.js';
import { defaultCronJob } from './cron-job.defaults.js';

/** Shape of v1.JobTemplateSpec. */
@ApiType({ name: 'k8s.io.api.batch.v1.JobTemplateSpec' })
export class JobTemplateSpec {
  @Field(1, ObjectMeta)
  metadata?: ObjectMeta;

  @Field(2, JobSpec)
  spec?: JobSpec;
}

/** Shape of v1.CronJobSpec. */
@ApiType({ name: 'k8s.io.api.batch.v1.CronJobSpec' })
export class CronJobSpec {
  @Field(1, 'string', { always: true, required: true })
  schedule: string;

  @Field(2, 'int64', { pointer: true })
  startingDeadlineSeconds?: number;

  @Field(3, 'string', { enum: ['Allow', 'Forbid', 'Replace'], alias: 'v1.ConcurrencyPolicy' })
  concurrencyPolicy?: string;

  @Field(4, 'bool', { pointer: true })
  suspend?: boolean;

  @Field(5, JobTemplateSpec, { always: true, required: true })
  jobTemplate: JobTemplateSpec;

  @Field(6, 'int32', { pointer: true })
  successfulJobsHistoryLimit?: number;

  @Field(7, 'int32', { pointer: true })
  failedJobsHistoryLimit?: number;

  @Field(8, 'string', { pointer: true })
  timeZone?: string;
}

/** Shape of v1.CronJobStatus. */
@ApiType({ name: 'k8s.io.api.batch.v1.CronJobStatus' })
export class CronJobStatus {
  @Field(1, ObjectReference, { list: true })
  active?: ObjectReference[];

  @Field(4, 'time', { pointer: true })
  lastScheduleTime?: string;

  @Field(5, 'time', { pointer: true })
  lastSuccessfulTime?: string;
}

/** Shape of v1.CronJob. */
@ApiType({ name: 'k8s.io.api.batch.v1.CronJob', defaults: defaultCronJob })
export class CronJob {
  apiVersion?: string;

  kind?: string;

  @Field(1, ObjectMeta)
  metadata: ObjectMeta;

  @Field(2, CronJobSpec)
  spec?: CronJobSpec;

  @Field(3, CronJobStatus)
  status?: CronJobStatus;
}
