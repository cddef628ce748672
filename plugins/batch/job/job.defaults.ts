import type { ObjectMeta } from '../../../src/plugin-api/index.js';
import { hasRule } from '../../../src/plugin-api/built-in.js';

const UNLIMITED = 2 ** 31 - 1;

/** The members of the spec of a job that have defaults. */
interface DefaultedJobSpec {
  completions?: number;
  parallelism?: number;
  backoffLimit?: number;
  backoffLimitPerIndex?: number;
  completionMode?: string;
  suspend?: boolean;
  manualSelector?: boolean;
  podFailurePolicy?: { rules?: { onPodConditions?: { status?: string }[] }[] };
  podReplacementPolicy?: string;
  template?: { metadata?: ObjectMeta };
}

/** Fills in how a job runs. Not applied to the template of a CronJob. */
export function defaultJob(job: { metadata: ObjectMeta; spec?: DefaultedJobSpec }): void {
  const spec = job.spec;
  if (!spec) return;
  if (spec.completions === undefined && spec.parallelism === undefined) {
    spec.completions = 1;
  }
  spec.parallelism ??= 1;
  spec.backoffLimit ??= spec.backoffLimitPerIndex === undefined ? 6 : UNLIMITED;
  takeLabels(job.metadata, spec);
  spec.completionMode ??= 'NonIndexed';
  spec.suspend ??= false;
  if (hasRule({ since: '1.31' })) spec.manualSelector ??= false;
  for (const rule of spec.podFailurePolicy?.rules ?? []) {
    for (const pattern of rule.onPodConditions ?? []) pattern.status ||= 'True';
  }
  spec.podReplacementPolicy ??= spec.podFailurePolicy ? 'Failed' : 'TerminatingOrFailed';
}

/** A job without labels shares those of its template, so that it also gets the ones that are added to them later. */
function takeLabels(meta: ObjectMeta, { template }: DefaultedJobSpec): void {
  if (Object.keys(meta.labels ?? {}).length === 0 && template?.metadata?.labels) meta.labels = template.metadata.labels;
}
