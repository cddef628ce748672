import { FieldPath, type Strategy } from '../../../src/plugin-api/index.js';
import {
  dropDisabledMembers,
  type GatedMembers,
  isSameValue,
  prepareTemplate,
  templateRules,
  workloadNameWarnings,
} from '../../core/index.js';
import { dropDisabledJobFields, jobSpecWarnings } from '../job/job.strategy.js';
import type { CronJob, CronJobSpec } from './cron-job.v1.js';
import { validateCronJob, validateCronJobUpdate } from './cron-job.validation.js';

const TEMPLATE = FieldPath.of('spec', 'jobTemplate', 'spec');

/** The reference names a place that no cron job has. */
const ZONE_IN_SCHEDULE =
  'cannot use TZ or CRON_TZ in spec.spec.schedule, use timeZone instead, ' +
  'see https://kubernetes.io/docs/concepts/workloads/controllers/cron-jobs/ for more details';

const GATED: GatedMembers<CronJobSpec> = [['CronJobTimeZone', 'timeZone']];

/** The rules of cron jobs. */
export const cronJobStrategy: Strategy<CronJob> = {
  checksMetadataOnUpdate: true,
  prepareForCreate(job, context) {
    job.status = {};
    dropDisabledMembers({ now: job.spec, old: undefined }, GATED, context.isEnabled);
    dropDisabledJobFields(job.spec?.jobTemplate.spec, undefined, context);
    prepareTemplate(job.spec?.jobTemplate.spec?.template, undefined, context);
  },

  prepareForUpdate(job, old, context) {
    if (context.subresource === 'status') return;
    const [spec, oldSpec] = [job.spec?.jobTemplate.spec, old.spec?.jobTemplate.spec];
    dropDisabledMembers({ now: job.spec, old: old.spec }, GATED, context.isEnabled);
    dropDisabledJobFields(spec, oldSpec, context);
    prepareTemplate(spec?.template, oldSpec?.template, context);
  },

  validate: (job, context) => validateCronJob(job, templateRules(context)),
  validateUpdate: (job, old, context) =>
    validateCronJobUpdate(job, old, templateRules(context, old.spec?.jobTemplate.spec?.template)),
  // Of a status nothing is checked.
  validateStatusUpdate: () => [],

  warningsOnCreate: ({ metadata, spec }) => [
    ...workloadNameWarnings(metadata),
    ...jobSpecWarnings(spec!.jobTemplate.spec!, TEMPLATE),
  ],
  warningsOnUpdate: ({ spec }, old, { subresource }) => {
    if (subresource === 'status') return [];
    const warnings = isSameValue(spec, old.spec) ? [] : jobSpecWarnings(spec!.jobTemplate.spec!, TEMPLATE);
    return spec!.schedule.includes('TZ') ? [...warnings, ZONE_IN_SCHEDULE] : warnings;
  },
};
