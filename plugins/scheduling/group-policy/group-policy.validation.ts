import {
  type FieldError,
  type FieldPath,
  duplicate,
  invalid,
  isDns1123Label,
  isDns1123Subdomain,
  notSupported,
  required,
} from '../../../src/plugin-api/index.js';
import { hasRule, repeatFinder, tooMany, validateLabelName } from '../../../src/plugin-api/built-in.js';
import type { PodGroupTemplate } from '../workload/workload.v1alpha2.js';
import type {
  PodGroupResourceClaim,
  PodGroupSchedulingConstraints,
  PodGroupSchedulingPolicy,
} from './group-policy.v1alpha2.js';

const MAX_TOPOLOGIES = 1;
const MAX_CLAIMS = 4;
const MODES = ['Pod', 'PodGroup'];
/** The highest priority that users may give. */
const MAX_PRIORITY = 1_000_000_000;

/** Checks how pods of a group are scheduled. */
export function validateGroupPolicy({ basic, gang }: PodGroupSchedulingPolicy, path: FieldPath): FieldError[] {
  if (basic && gang) {
    const text = 'exactly one of `basic`, `gang` is required, but multiple fields are set';
    return [invalid(path, '{`basic`, `gang`}', text)];
  }
  if (!basic && !gang) return [invalid(path, '', 'must specify one of: `basic`, `gang`')];
  return gang ? countErrors(gang.minCount, path.child('gang', 'minCount')) : [];
}

function countErrors(count: number, path: FieldPath): FieldError[] {
  if (count === 0) return [required(path)];
  if (count > 0) return [];
  return [
    invalid(
      path,
      count,
      hasRule({ since: '1.36' }) ? 'must be greater than or equal to 1' : 'must be greater than zero',
    ),
  ];
}

/** Checks the members that groups and templates of them have in common, besides the policy. */
export function validateGroupMembers(
  group: Omit<PodGroupTemplate, 'name' | 'schedulingPolicy'>,
  path: FieldPath,
): FieldError[] {
  const { schedulingConstraints, resourceClaims, disruptionMode, priorityClassName, priority } = group;
  const isKnown = disruptionMode === undefined || MODES.includes(disruptionMode);
  return [
    ...constraintErrors(schedulingConstraints, path.child('schedulingConstraints', 'topology')),
    ...claimsErrors(resourceClaims, path.child('resourceClaims')),
    ...(isKnown ? [] : [notSupported(path.child('disruptionMode'), disruptionMode, MODES)]),
    ...(priorityClassName ? subdomainErrors(priorityClassName, path.child('priorityClassName')) : []),
    ...(priority !== undefined && priority > MAX_PRIORITY
      ? [invalid(path.child('priority'), priority, `must be less than or equal to ${MAX_PRIORITY}`)]
      : []),
  ];
}

function constraintErrors(constraints: PodGroupSchedulingConstraints | undefined, path: FieldPath): FieldError[] {
  const { topology = [] } = constraints ?? {};
  if (topology.length > MAX_TOPOLOGIES) return [tooMany(path, topology.length, MAX_TOPOLOGIES)];
  return topology.flatMap(({ key }, i) => {
    const place = path.index(i).child('key');
    return key === '' ? [required(place)] : validateLabelName(key, place);
  });
}

function claimsErrors(claims: readonly PodGroupResourceClaim[] | undefined, path: FieldPath): FieldError[] {
  const isRepeated = repeatFinder<string>();
  const list = claims ?? [];
  if (list.length > MAX_CLAIMS) return [tooMany(path, list.length, MAX_CLAIMS)];
  return list.flatMap((claim, i) => [
    ...validateGroupName(claim.name, path.index(i).child('name')),
    ...claimErrors(claim, path.index(i)),
    ...(isRepeated(claim.name) ? [duplicate(path.index(i), claim.name)] : []),
  ]);
}

function claimErrors(
  { resourceClaimName: claim, resourceClaimTemplateName: template }: PodGroupResourceClaim,
  path: FieldPath,
): FieldError[] {
  if (claim !== undefined && template !== undefined) {
    return [
      invalid(path, '{`resourceClaimName`, `resourceClaimTemplateName`}', `${EITHER}, but multiple fields are set`),
    ];
  }
  if (claim !== undefined) return subdomainErrors(claim, path.child('resourceClaimName'));
  if (template !== undefined) return subdomainErrors(template, path.child('resourceClaimTemplateName'));
  return [invalid(path, '', 'must specify one of: `resourceClaimName`, `resourceClaimTemplateName`')];
}

const EITHER = 'exactly one of `resourceClaimName`, `resourceClaimTemplateName` is required';

function subdomainErrors(name: string, path: FieldPath): FieldError[] {
  return isDns1123Subdomain(name).map((message) => invalid(path, name, message));
}

/** Checks the name of a group, of a template or of a claim. */
export function validateGroupName(name: string, path: FieldPath): FieldError[] {
  return name === '' ? [required(path)] : isDns1123Label(name).map((message) => invalid(path, name, message));
}
