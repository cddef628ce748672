import {
  duplicate,
  forbidden,
  invalid,
  notSupported,
  required,
  validateLabelSelector,
  type FieldError,
  type FieldPath,
} from '../../../../src/plugin-api/index.js';
import { validateLabelName } from '../../../../src/plugin-api/built-in.js';
import type { TopologySpreadConstraint } from '../shape/scheduling.v1.js';
import { checkOneOf } from './checks.js';
import type { PodRules } from './rules.js';

const ACTIONS = ['DoNotSchedule', 'ScheduleAnyway'];
const INCLUSION = ['Honor', 'Ignore'];
const NOT_POSITIVE = 'must be greater than zero';

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
      ...(constraint.maxSkew > 0 ? [] : [invalid(place.child('maxSkew'), constraint.maxSkew, NOT_POSITIVE)]),
      ...(constraint.topologyKey ? [] : [required(place.child('topologyKey'), 'can not be empty')]),
      ...(ACTIONS.includes(constraint.whenUnsatisfiable)
        ? []
        : [notSupported(place.child('whenUnsatisfiable'), constraint.whenUnsatisfiable, ACTIONS)]),
      ...(isRepeated ? [duplicate(place.child('{topologyKey, whenUnsatisfiable}'), pairOf(constraint))] : []),
      ...minDomainErrors(constraint, place.child('minDomains')),
      ...checkOneOf(constraint.nodeAffinityPolicy, place.child('nodeAffinityPolicy'), INCLUSION),
      ...checkOneOf(constraint.nodeTaintsPolicy, place.child('nodeTaintsPolicy'), INCLUSION),
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
  if (minDomains === undefined) return [];
  const errors = minDomains > 0 ? [] : [invalid(path, minDomains, NOT_POSITIVE)];
  if (whenUnsatisfiable !== 'DoNotSchedule') {
    const text = `can only use minDomains if whenUnsatisfiable=DoNotSchedule, not ${whenUnsatisfiable}`;
    errors.push(invalid(path, minDomains, text));
  }
  return errors;
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
