import { FieldPath, validateObjectMetaUpdate, type Strategy } from '../../../src/plugin-api/index.js';
import { prepareTemplate, templateRules } from '../../core/index.js';
import { dropDisabledJobFields, jobSpecWarnings } from '../job/job.strategy.js';
import type { CronJob } from './cron-job.v1.js';
import { validateCronJob, validateCronJobUpdate } from './cron-job.validation.js';

const TEMPLATE = FieldPath.of('spec', 'jobTemplate', 'spec');

/** The rules of cron jobs. */
export const cronJobStrategy: Strategy<CronJob> = {
  checksMetadataOnUpdate: true,
  prepareForCreate(job, context) {
    job.status = {};
    dropDisabledJobFields(job.spec?.jobTemplate.spec, undefined, context);
    prepareTemplate(job.spec?.jobTemplate.spec?.template, undefined, context);
  },

  prepareForUpdate(job, old, context) {
    if (context.subresource === 'status') return;
    const [spec, oldSpec] = [job.spec?.jobTemplate.spec, old.spec?.jobTemplate.spec];
    dropDisabledJobFields(spec, oldSpec, context);
    prepareTemplate(spec?.template, oldSpec?.template, context);
  },

  validate: (job, context) => validateCronJob(job, templateRules(context)),
  validateUpdate: (job, old, context) =>
    validateCronJobUpdate(job, old, templateRules(context, old.spec?.jobTemplate.spec?.template)),
  validateStatusUpdate: (job, old) => validateObjectMetaUpdate(job.metadata, old.metadata),

  warningsOnCreate: (job) => jobSpecWarnings(job.spec!.jobTemplate.spec!, TEMPLATE),
  warningsOnUpdate: (job) => {
    const warnings = jobSpecWarnings(job.spec!.jobTemplate.spec!, TEMPLATE);
    if (!job.spec!.schedule.includes('TZ')) return warnings;
    return [...warnings, 'cannot use TZ or CRON_TZ in spec.schedule, use timeZone instead'];
  },
};
