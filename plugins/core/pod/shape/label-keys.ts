import type { Pod } from './pod.v1.js';
import type { PodAffinityTerm } from './scheduling.v1.js';
import { affinityTermsOf } from './disabled-fields.js';

/** Writes the values of the pod's own labels that its affinity terms name into the selectors of the terms. */
export function resolveLabelKeys(pod: Pod): void {
  for (const term of affinityTermsOf(pod.spec ?? {})) {
    if (!term.labelSelector) continue;
    addRequirements(term, 'In', pod.metadata.labels);
    addRequirements(term, 'NotIn', pod.metadata.labels);
  }
}

function addRequirements(
  term: PodAffinityTerm,
  operator: 'In' | 'NotIn',
  labels: Readonly<Record<string, string>> = {},
): void {
  const keys = (operator === 'In' ? term.matchLabelKeys : term.mismatchLabelKeys) ?? [];
  for (const key of keys) {
    if (labels[key] === undefined) continue;
    (term.labelSelector!.matchExpressions ??= []).push({ key, operator, values: [labels[key]] });
  }
}
