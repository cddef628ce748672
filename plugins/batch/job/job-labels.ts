import { hasRule } from '../../../src/plugin-api/built-in.js';
import type { Job } from './job.v1.js';

/** Labels that tie pods to their job, as old releases know them. */
export const LEGACY_LABELS = ['controller-uid', 'job-name'] as const;

/** The same labels in the project's domain. */
export const PREFIXED_LABELS = ['batch.kubernetes.io/controller-uid', 'batch.kubernetes.io/job-name'] as const;

/** Reports whether the release in use has labels in the project's domain. */
export function knowsPrefixedLabels(): boolean {
  return hasRule({ since: '1.27' });
}

/** Returns the labels of old releases that a job's pods carry so that no other controller finds them. */
export function legacyLabels({ metadata: { uid = '', name = '' } }: Job): Record<string, string> {
  return { 'controller-uid': uid, 'job-name': name };
}

/** Returns the labels that a job's pods carry so that no other controller finds them. */
export function generatedLabels(job: Job): Record<string, string> {
  const { uid = '', name = '' } = job.metadata;
  if (!knowsPrefixedLabels()) return legacyLabels(job);
  return { ...legacyLabels(job), 'batch.kubernetes.io/controller-uid': uid, 'batch.kubernetes.io/job-name': name };
}

/** Adds those labels to the template, and selects by the job's uid; what the client has set is kept. */
export function generateSelector(job: Job): void {
  const spec = job.spec!;
  const meta = (spec.template.metadata ??= {});
  const labels = (meta.labels ??= {});
  for (const [key, value] of Object.entries(generatedLabels(job))) labels[key] ??= value;
  const selector = (spec.selector ??= {});
  const uidLabel = knowsPrefixedLabels() ? PREFIXED_LABELS[0] : LEGACY_LABELS[0];
  selector.matchLabels = { [uidLabel]: job.metadata.uid ?? '', ...selector.matchLabels };
}
