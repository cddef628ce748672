import {
  type FieldError,
  FieldPath,
  duplicate,
  invalid,
  isDeepEqual,
  isDns1123Subdomain,
  required,
} from '../../../src/plugin-api/index.js';
import { IMMUTABLE_MESSAGE, repeatFinder, tooMany, validateConditions } from '../../../src/plugin-api/built-in.js';
import {
  validateGroupMembers,
  validateGroupName,
  validateGroupPolicy,
} from '../group-policy/group-policy.validation.js';
import type { PodGroup, PodGroupSpec, PodGroupTemplateReference } from './pod-group.v1alpha2.js';

const SPEC = FieldPath.of('spec');
const REFERENCE = SPEC.child('podGroupTemplateRef');
const STATUSES = FieldPath.of('status', 'resourceClaimStatuses');
const MAX_STATUSES = 4;
/** The members of a group, none of which changes. */
const FIXED = [
  'podGroupTemplateRef',
  'schedulingPolicy',
  'schedulingConstraints',
  'resourceClaims',
  'disruptionMode',
  'priorityClassName',
  'priority',
] as const satisfies readonly (keyof PodGroupSpec)[];

/** Checks a new group of pods. */
export function validatePodGroup({ spec }: PodGroup): FieldError[] {
  return [
    ...(spec.podGroupTemplateRef ? referenceErrors(spec.podGroupTemplateRef) : []),
    ...validateGroupPolicy(spec.schedulingPolicy ?? {}, SPEC.child('schedulingPolicy')),
    ...validateGroupMembers(spec, SPEC),
  ];
}

/** Checks a change: how pods are scheduled stays. */
export function validatePodGroupUpdate({ spec }: PodGroup, old: PodGroup): FieldError[] {
  const changed = FIXED.filter((member) => !isDeepEqual(spec[member], old.spec[member]));
  return changed.map((member) => invalid(SPEC.child(member), spec[member], IMMUTABLE_MESSAGE));
}

/** Checks the progress of a group: the claims in it are those of the group. */
export function validatePodGroupStatus({ spec, status = {} }: PodGroup): FieldError[] {
  const names = new Set((spec.resourceClaims ?? []).map(({ name }) => name));
  const { conditions, resourceClaimStatuses: statuses = [] } = status;
  const errors = validateConditions(conditions ?? [], FieldPath.of('status', 'conditions'));
  if (statuses.length > MAX_STATUSES) return [...errors, tooMany(STATUSES, statuses.length, MAX_STATUSES)];
  const isRepeated = repeatFinder<string>();
  const ofClaims = statuses.flatMap(({ name, resourceClaimName: claim }, i) => {
    const path = STATUSES.index(i);
    return [
      ...(names.has(name) ? [] : [invalid(path.child('name'), name, UNKNOWN_CLAIM)]),
      ...(isRepeated(name) ? [duplicate(path, name)] : []),
      ...(claim === undefined ? [] : subdomainErrors(claim, path.child('resourceClaimName'))),
    ];
  });
  return [...errors, ...ofClaims];
}

const UNKNOWN_CLAIM = 'must match the name of an entry in `spec.resourceClaims`';

function referenceErrors({ workload }: PodGroupTemplateReference): FieldError[] {
  if (!workload) return [invalid(REFERENCE, '', 'must specify one of: `workload`')];
  const path = REFERENCE.child('workload');
  const { workloadName, podGroupTemplateName } = workload;
  return [
    ...(workloadName === ''
      ? [required(path.child('workloadName'))]
      : subdomainErrors(workloadName, path.child('workloadName'))),
    ...validateGroupName(podGroupTemplateName, path.child('podGroupTemplateName')),
  ];
}

function subdomainErrors(name: string, path: FieldPath): FieldError[] {
  return isDns1123Subdomain(name).map((message) => invalid(path, name, message));
}
