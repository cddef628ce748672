import { FieldPath, invalid, notSupported, type FieldError } from '../../../src/plugin-api/index.js';
import { goLabelSelector, validateObjectMetaUpdate, fieldChecker } from '../../../src/plugin-api/built-in.js';
import type { PodRules } from '../../core/index.js';
import { validateJobTemplateSpec } from '../job/job-spec.validation.js';
import { isTimeZone, scheduleFault } from './cron-schedule.js';
import { type CronJob, CronJobSpec } from './cron-job.v1.js';

const SPEC = FieldPath.of('spec');
/** A job's name has eleven characters more, and a label has 63. */
const NAME_MAX = 52;
const checkSpec = fieldChecker(CronJobSpec);

/** Checks a new cron job. */
export function validateCronJob({ metadata, spec }: CronJob, rules: PodRules): FieldError[] {
  const errors = specErrors(spec!, undefined, rules);
  const name = metadata.name ?? '';
  if (name.length <= NAME_MAX) return errors;
  const path = FieldPath.of('metadata', 'name');
  return [...errors, invalid(path, name, `must be no more than ${NAME_MAX} characters`)];
}

/** Checks a change of a cron job. */
export function validateCronJobUpdate(job: CronJob, old: CronJob, rules: PodRules): FieldError[] {
  return [...validateObjectMetaUpdate(job.metadata, old.metadata), ...specErrors(job.spec!, old.spec, rules)];
}

function specErrors(spec: CronJobSpec, old: CronJobSpec | undefined, rules: PodRules): FieldError[] {
  return [
    ...checkSpec(spec, SPEC, 'schedule'),
    ...scheduleErrors(spec, old, SPEC.child('schedule')),
    ...checkSpec(spec, SPEC, 'startingDeadlineSeconds'),
    ...(old && old.timeZone === spec.timeZone ? [] : timeZoneErrors(spec.timeZone, SPEC.child('timeZone'))),
    ...checkSpec(spec, SPEC, 'concurrencyPolicy'),
    ...templateErrors(spec, SPEC.child('jobTemplate', 'spec'), rules),
    ...checkSpec(spec, SPEC, 'successfulJobsHistoryLimit', 'failedJobsHistoryLimit'),
  ];
}

function scheduleErrors(
  { schedule, timeZone }: CronJobSpec,
  old: CronJobSpec | undefined,
  path: FieldPath,
): FieldError[] {
  if (!schedule) return [];
  const fault = scheduleFault(schedule);
  const errors = fault === undefined ? [] : [invalid(path, schedule, fault)];
  if (!schedule.includes('TZ')) return errors;
  const isOld = old?.schedule.includes('TZ') ?? false;
  if (!isOld) {
    const text = 'cannot use TZ or CRON_TZ in schedule, use timeZone field instead';
    return [...errors, invalid(path, schedule, text)];
  }
  if (timeZone === undefined) return errors;
  return [...errors, invalid(path, schedule, 'cannot use both timeZone field and TZ or CRON_TZ in schedule')];
}

function timeZoneErrors(zone: string | undefined, path: FieldPath): FieldError[] {
  if (zone === undefined) return [];
  if (zone === '') return [invalid(path, zone, 'timeZone must be nil or non-empty string')];
  const unknown = invalid(path, zone, `unknown time zone ${zone}`);
  const isWellFormed = zone
    .split('/')
    .every((part) => /^[A-Za-z._0-9+][A-Za-z._\-0-9+]{0,13}$/.test(part) && part !== '.' && part !== '..');
  if (!isWellFormed) return [unknown];
  if (zone.toLowerCase() === 'local') {
    const text = 'timeZone must be an explicit time zone as defined in https://www.iana.org/time-zones';
    return [invalid(path, zone, text), ...(zone === 'Local' ? [] : [unknown])];
  }
  return isTimeZone(zone) ? [] : [unknown];
}

/** The jobs' selectors are always generated. */
function templateErrors({ jobTemplate }: CronJobSpec, path: FieldPath, rules: PodRules): FieldError[] {
  const spec = jobTemplate.spec!;
  const errors = validateJobTemplateSpec(spec, path, rules);
  if (spec.selector) {
    errors.push(invalid(path.child('selector'), goLabelSelector(spec.selector), '`selector` will be auto-generated'));
  }
  if (spec.manualSelector) errors.push(notSupported(path.child('manualSelector'), true, ['nil', 'false']));
  return errors;
}
