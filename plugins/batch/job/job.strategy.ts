import { FieldPath, type Strategy, type StrategyContext } from '../../../src/plugin-api/index.js';
import { givenMap } from '../../../src/plugin-api/built-in.js';
import {
  dropDisabledMembers,
  type GatedMembers,
  isSameValue,
  prepareTemplate,
  templateRules,
  templateWarnings,
  workloadNameWarnings,
} from '../../core/index.js';
import { generateSelector, knowsPrefixedLabels, PREFIXED_LABELS } from './job-labels.js';
import { validateJobStatusUpdate } from './job-status.validation.js';
import type { Job, JobSpec } from './job.v1.js';
import { validateJob, validateJobUpdate, type JobRules } from './job.validation.js';

const PODS_ARE_KEPT =
  'child pods are preserved by default when jobs are deleted; set propagationPolicy=Background to remove them or ' +
  'set propagationPolicy=Orphan to suppress this warning';

const SPEC = FieldPath.of('spec');
const MANY_COMPLETIONS = 100_000;
const MANY_PODS = 10_000;

/** The rules of jobs. */
export const jobStrategy: Strategy<Job> = {
  checksMetadataOnUpdate: true,
  prepareForCreate(job, context) {
    job.status = {};
    shareEmptyLabels(job);
    if (!job.spec?.manualSelector) generateSelector(job);
    dropDisabledJobFields(job.spec, undefined, context);
    prepareTemplate(job.spec?.template, undefined, context);
  },

  prepareForUpdate(job, old, context) {
    if (context.subresource === 'status') return;
    dropDisabledJobFields(job.spec, old.spec, context);
    prepareTemplate(job.spec?.template, old.spec?.template, context);
  },

  canonicalize: takeTemplateLabels,

  validate: (job, context) => validateJob(job, rulesFor(context)),
  validateUpdate: (job, old, context) => validateJobUpdate(job, old, rulesFor(context, old)),
  validateStatusUpdate: (job, old, { isEnabled }) =>
    validateJobStatusUpdate(job, old, {
      managedBy: isEnabled('JobManagedBy'),
      replacementPolicy: isEnabled('JobPodReplacementPolicy'),
    }),

  warningsOnDelete: ({ propagationPolicy, orphanDependents }) =>
    propagationPolicy === undefined && orphanDependents === undefined ? [PODS_ARE_KEPT] : [],
  warningsOnCreate: ({ metadata, spec }) => [...workloadNameWarnings(metadata), ...jobSpecWarnings(spec!, SPEC)],
  warningsOnUpdate: ({ spec }, old) => (isSameValue(spec, old.spec) ? [] : jobSpecWarnings(spec!, SPEC)),
};

/** An empty map of labels in the template is shared as one with labels is, so that the job gets the generated ones too. */
function shareEmptyLabels({ metadata, spec }: Job): void {
  const template = spec?.template.metadata;
  if (metadata.labels || template?.labels) return;
  const labels = givenMap(template, 'labels');
  if (labels) metadata.labels = template!.labels = labels;
}

/** A job without labels has those of its pods, the generated ones included. */
function takeTemplateLabels({ metadata, spec }: Job): void {
  if (Object.keys(metadata.labels ?? {}).length === 0) metadata.labels = { ...spec?.template.metadata?.labels };
}

function rulesFor(context: StrategyContext, old?: Job): JobRules {
  const labels = old?.spec?.template?.metadata?.labels ?? {};
  const waits = old?.spec?.suspend === true && !old.status?.startTime;
  return {
    pod: templateRules(context, old?.spec?.template),
    needsPrefixedLabels: knowsPrefixedLabels() && (!old || PREFIXED_LABELS.every((name) => labels[name] !== undefined)),
    canMovePods: waits,
    canResizePods: waits && context.isEnabled('MutablePodResourcesForSuspendedJobs'),
  };
}

const GATED: GatedMembers<JobSpec> = [
  ['TTLAfterFinished', 'ttlSecondsAfterFinished'],
  ['SuspendJob', 'suspend'],
  ['IndexedJob', 'completionMode'],
  ['JobPodFailurePolicy', 'podFailurePolicy'],
  ['JobManagedBy', 'managedBy'],
  ['JobSuccessPolicy', 'successPolicy'],
  ['JobBackoffLimitPerIndex', 'backoffLimitPerIndex'],
  ['JobBackoffLimitPerIndex', 'maxFailedIndexes'],
  ['JobPodReplacementPolicy', 'podReplacementPolicy'],
];

/** Drops what no gate allows, unless the stored spec already has it. */
export function dropDisabledJobFields(
  spec: JobSpec | undefined,
  old: JobSpec | undefined,
  { isEnabled }: Pick<StrategyContext, 'isEnabled'>,
): void {
  dropDisabledMembers({ now: spec, old }, GATED, isEnabled);
}

/** Returns warnings for what a job does. */
export function jobSpecWarnings(spec: JobSpec, path: FieldPath): string[] {
  const { completionMode, completions = 0, parallelism = 0 } = spec;
  const warnings = templateWarnings(spec.template, path.child('template'));
  if (completionMode !== 'Indexed' || completions <= MANY_COMPLETIONS || parallelism <= MANY_PODS) return warnings;
  const what = 'In Indexed Jobs with a number of completions higher than 10^5 and a parallelism higher than 10^4';
  const text = `${what}, a Kubernetes control plane might not be able to track completedIndexes when a big number of indexes fail`;
  return [`${path}: ${text}`, ...warnings];
}
