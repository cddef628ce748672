import {
  forbidden,
  invalid,
  validateLabelSelector,
  type FieldError,
  type FieldPath,
  type LabelSelector,
} from '../../../../src/plugin-api/index.js';
import { hasRule, validateLabelName, fieldChecker } from '../../../../src/plugin-api/built-in.js';
import {
  type Affinity,
  type NodeAffinity,
  type PodAffinity,
  PodAffinityTerm,
  type PodAntiAffinity,
  PreferredSchedulingTerm,
  WeightedPodAffinityTerm,
} from '../shape/scheduling.v1.js';
import { checkLabel } from './checks.js';
import { validateNodeSelector, validateNodeSelectorTerm } from './node-selector.js';
import type { PodRules } from './rules.js';

const REQUIRED = 'requiredDuringSchedulingIgnoredDuringExecution';
const PREFERRED = 'preferredDuringSchedulingIgnoredDuringExecution';
const checkPreferred = fieldChecker(PreferredSchedulingTerm);
const checkWeighted = fieldChecker(WeightedPodAffinityTerm);
const checkTerm = fieldChecker(PodAffinityTerm);

/** Checks where a pod wants to run, and beside what. */
export function validateAffinity(affinity: Affinity | undefined, path: FieldPath, rules: PodRules): FieldError[] {
  if (!affinity) return [];
  const { nodeAffinity, podAffinity, podAntiAffinity } = affinity;
  return [
    ...(nodeAffinity ? nodeAffinityErrors(nodeAffinity, path.child('nodeAffinity'), rules) : []),
    ...(podAffinity ? podAffinityErrors(podAffinity, path.child('podAffinity'), rules) : []),
    ...(podAntiAffinity ? podAffinityErrors(podAntiAffinity, path.child('podAntiAffinity'), rules) : []),
  ];
}

function nodeAffinityErrors(affinity: NodeAffinity, path: FieldPath, rules: PodRules): FieldError[] {
  const selector = affinity[REQUIRED];
  const checksValues = !rules.allowsInvalidNodeValues && hasRule({ since: '1.33' });
  return [
    ...(selector ? validateNodeSelector(selector, path.child(REQUIRED), { checksValues }) : []),
    ...(affinity[PREFERRED] ?? []).flatMap((term, i) => {
      const place = path.child(PREFERRED).index(i);
      return [...checkPreferred(term, place), ...validateNodeSelectorTerm(term.preference, place.child('preference'))];
    }),
  ];
}

function podAffinityErrors(affinity: PodAffinity | PodAntiAffinity, path: FieldPath, rules: PodRules): FieldError[] {
  return [
    ...(affinity[REQUIRED] ?? []).flatMap((term, i) => termErrors(term, path.child(REQUIRED).index(i), rules)),
    ...(affinity[PREFERRED] ?? []).flatMap((term, i) => {
      const place = path.child(PREFERRED).index(i);
      return [
        ...checkWeighted(term, place),
        ...termErrors(term.podAffinityTerm, place.child('podAffinityTerm'), rules),
      ];
    }),
  ];
}

function termErrors(term: PodAffinityTerm, path: FieldPath, rules: PodRules): FieldError[] {
  const options = { allowInvalidValues: rules.allowsInvalidSelectors };
  return [
    ...validateLabelSelector(term.labelSelector, path.child('labelSelector'), options),
    ...validateLabelSelector(term.namespaceSelector, path.child('namespaceSelector'), options),
    ...(term.namespaces ?? []).flatMap((name) => checkLabel(name, path.child('namespace'))),
    ...matchKeyErrors(term, path),
    ...checkTerm(term, path),
    ...validateLabelName(term.topologyKey, path.child('topologyKey')),
  ];
}

function matchKeyErrors(term: PodAffinityTerm, path: FieldPath): FieldError[] {
  const { matchLabelKeys = [], mismatchLabelKeys = [], labelSelector } = term;
  const counts = selectorKeyCounts(labelSelector);
  const mismatching = new Set(mismatchLabelKeys);
  const place = path.child('matchLabelKeys');
  return [
    ...keyErrors(matchLabelKeys, labelSelector, place),
    ...keyErrors(mismatchLabelKeys, labelSelector, path.child('mismatchLabelKeys')),
    ...matchLabelKeys.flatMap((key, i) =>
      mismatching.has(key) ? [invalid(place.index(i), key, 'exists in both matchLabelKeys and mismatchLabelKeys')] : [],
    ),
    // The keys themselves have been merged into the selector once.
    ...matchLabelKeys.flatMap((key, i) =>
      (counts.get(key) ?? 0) > 1
        ? [invalid(place.index(i), key, 'exists in both matchLabelKeys and labelSelector')]
        : [],
    ),
    ...mismatchLabelKeys.flatMap((key, i) =>
      (counts.get(key) ?? 0) > 1
        ? [invalid(path.child('mismatchLabelKeys').index(i), key, 'exists in both mismatchLabelKeys and labelSelector')]
        : [],
    ),
  ];
}

function keyErrors(keys: readonly string[], selector: LabelSelector | undefined, path: FieldPath): FieldError[] {
  if (keys.length === 0) return [];
  if (!selector) return [forbidden(path, 'must not be specified when labelSelector is not set')];
  return keys.flatMap((key, i) => validateLabelName(key, path.index(i)));
}

function selectorKeyCounts(selector: LabelSelector | undefined): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  const keys = [
    ...Object.keys(selector?.matchLabels ?? {}),
    ...(selector?.matchExpressions ?? []).map((expression) => expression.key),
  ];
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
}
