import { ApiType, Field, ObjectMeta } from '../../../src/plugin-api/index.js';
import { AtLeast, OneOf, Required } from '../../../src/plugin-api/built-in.js';
import { JobSpec } from '../job/job.v1.js';
import { ObjectReference } from '../../core/index.js';
import { defaultCronJob } from './cron-job.defaults.js';

/** Shape of v1.JobTemplateSpec. */
@ApiType({ name: 'k8s.io.api.batch.v1.JobTemplateSpec', doc: 'Description of jobs to be made.' })
export class JobTemplateSpec {
  @Field(1, ObjectMeta, { doc: 'Labels and annotations of the jobs.' })
  metadata?: ObjectMeta;

  @Field(2, JobSpec, { doc: 'What the jobs made from it should be.' })
  spec?: JobSpec;
}

/** Shape of v1.CronJobSpec. */
@ApiType({ name: 'k8s.io.api.batch.v1.CronJobSpec', doc: 'Which jobs are started, and when.' })
export class CronJobSpec {
  @Field(1, 'string', { always: true, required: true, doc: 'When, in cron notation.' })
  @Required()
  schedule: string;

  @Field(2, 'int64', { pointer: true, doc: 'How late a job may be started.' })
  @AtLeast(0)
  startingDeadlineSeconds?: number;

  @Field(3, 'string', {
    enum: ['Allow', 'Forbid', 'Replace'],
    alias: 'v1.ConcurrencyPolicy',
    doc: 'What happens while a job still runs.',
  })
  @Required()
  @OneOf('Allow', 'Forbid', 'Replace')
  concurrencyPolicy?: string;

  @Field(4, 'bool', { pointer: true, doc: 'Starts no jobs for now.' })
  suspend?: boolean;

  @Field(5, JobTemplateSpec, {
    always: true,
    required: true,
    doc: 'Template of the job that is created at each scheduled time.',
  })
  jobTemplate: JobTemplateSpec;

  @Field(6, 'int32', { pointer: true, doc: 'Succeeded jobs to keep.' })
  @AtLeast(0)
  successfulJobsHistoryLimit?: number;

  @Field(7, 'int32', { pointer: true, doc: 'Failed jobs to keep.' })
  @AtLeast(0)
  failedJobsHistoryLimit?: number;

  @Field(8, 'string', { since: '1.24', pointer: true, doc: 'Time zone of the schedule.' })
  timeZone?: string;
}

/** Shape of v1.CronJobStatus. */
@ApiType({ name: 'k8s.io.api.batch.v1.CronJobStatus', doc: 'What is known of a cron job.' })
export class CronJobStatus {
  @Field(1, ObjectReference, { list: true, listType: 'atomic', doc: 'Jobs that are running now.' })
  active?: ObjectReference[];

  @Field(4, 'time', { pointer: true, doc: 'Scheduled time of the latest job that was made.' })
  lastScheduleTime?: string;

  @Field(5, 'time', { since: '1.21', pointer: true, doc: 'When a job last ended in success.' })
  lastSuccessfulTime?: string;
}

/** Shape of v1.CronJob. */
@ApiType({ name: 'k8s.io.api.batch.v1.CronJob', doc: 'Starts jobs by the clock.', defaults: defaultCronJob })
export class CronJob {
  apiVersion?: string;

  kind?: string;

  @Field(1, ObjectMeta, { doc: 'Name, labels and other metadata of the object.' })
  metadata: ObjectMeta;

  @Field(2, CronJobSpec, { variants: [{ since: '1.36', required: true }], doc: 'Which jobs, and when.' })
  spec?: CronJobSpec;

  @Field(3, CronJobStatus, { doc: 'What has been started.' })
  status?: CronJobStatus;
}
