import {
  duplicate,
  forbidden,
  invalid,
  validateLabelSelector,
  type FieldError,
  type FieldPath,
} from '../../../../src/plugin-api/index.js';
import { validateLabelName, fieldChecker } from '../../../../src/plugin-api/built-in.js';
import { TopologySpreadConstraint } from '../shape/scheduling.v1.js';
import type { PodRules } from './rules.js';

const checkConstraint = fieldChecker(TopologySpreadConstraint);

/** Checks how a pod's equals are to be spread over the nodes. */
export function validateTopologySpread(
  constraints: readonly TopologySpreadConstraint[] | undefined,
  path: FieldPath,
  rules: PodRules,
): FieldError[] {
  const lastOf = new Map((constraints ?? []).map((constraint, i) => [pairOf(constraint), i]));
  return (constraints ?? []).flatMap((constraint, i) => {
    const place = path.index(i);
    const isRepeated = lastOf.get(pairOf(constraint)) !== i;
    return [
      ...checkConstraint(constraint, place, 'maxSkew', 'topologyKey', 'whenUnsatisfiable'),
      ...(isRepeated ? [duplicate(place.child('{topologyKey, whenUnsatisfiable}'), pairOf(constraint))] : []),
      ...checkConstraint(constraint, place, 'minDomains'),
      ...minDomainErrors(constraint, place.child('minDomains')),
      ...checkConstraint(constraint, place, 'nodeAffinityPolicy', 'nodeTaintsPolicy'),
      ...matchKeyErrors(constraint, place.child('matchLabelKeys')),
      ...(rules.allowsInvalidSelectors
        ? []
        : validateLabelSelector(constraint.labelSelector, place.child('labelSelector'))),
    ];
  });
}

function pairOf(constraint: TopologySpreadConstraint): string {
  return `{${constraint.topologyKey}, ${constraint.whenUnsatisfiable}}`;
}

function minDomainErrors({ minDomains, whenUnsatisfiable }: TopologySpreadConstraint, path: FieldPath): FieldError[] {
  if (minDomains === undefined || whenUnsatisfiable === 'DoNotSchedule') return [];
  const text = `can only use minDomains if whenUnsatisfiable=DoNotSchedule, not ${whenUnsatisfiable}`;
  return [invalid(path, minDomains, text)];
}

function matchKeyErrors({ matchLabelKeys, labelSelector }: TopologySpreadConstraint, path: FieldPath): FieldError[] {
  if (!matchLabelKeys?.length) return [];
  const selected = new Set([
    ...Object.keys(labelSelector?.matchLabels ?? {}),
    ...(labelSelector?.matchExpressions ?? []).map((expression) => expression.key),
  ]);
  return [
    ...(labelSelector ? [] : [forbidden(path, 'must not be specified when labelSelector is not set')]),
    ...matchLabelKeys.flatMap((key, i) => [
      ...validateLabelName(key, path.index(i)),
      ...(selected.has(key) ? [invalid(path.index(i), key, 'exists in both matchLabelKeys and labelSelector')] : []),
    ]),
  ];
}
