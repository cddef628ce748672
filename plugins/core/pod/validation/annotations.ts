import { forbidden, invalid, type FieldError, type FieldPath } from '../../../../src/plugin-api/index.js';
import { readJsonText } from '../../values/json-text.js';
import type { AppArmorProfile, SeccompProfile } from '../shape/security-context.v1.js';
import type { PodSpec } from '../shape/pod.v1.js';
import type { Toleration } from '../shape/scheduling.v1.js';
import { checkDescendingPath } from './checks.js';
import { placedContainers } from './container-visits.js';
import type { PodRules } from './rules.js';
import { validateTolerations } from './tolerations.js';

/** Marks the copy in the API of a pod that a kubelet runs from a file. */
export const MIRROR_ANNOTATION = 'kubernetes.io/config.mirror';

/** Start of the annotations that named AppArmor profiles before there was a field. */
export const APP_ARMOR_PREFIX = 'container.apparmor.security.beta.kubernetes.io/';

const TOLERATIONS = 'scheduler.alpha.kubernetes.io/tolerations';
const DELETION_COST = 'controller.kubernetes.io/pod-deletion-cost';
/** The annotation that named the seccomp profile of a pod before there was a field. */
export const SECCOMP_POD = 'seccomp.security.alpha.kubernetes.io/pod';
/** Start of those that named the seccomp profiles of containers. */
export const SECCOMP_PREFIX = 'container.seccomp.security.alpha.kubernetes.io/';
const LOCALHOST = 'localhost/';

type Annotations = Readonly<Record<string, string>>;

/** The annotations of a pod or template, with the spec they have to fit. */
export interface AnnotatedPod {
  readonly annotations: Annotations | undefined;
  readonly spec: PodSpec;
}

/** Checks the annotations that mean something to pods; they stand at `path`. */
export function validatePodAnnotations(
  { annotations, spec }: AnnotatedPod,
  path: FieldPath,
  rules: PodRules,
): FieldError[] {
  if (!annotations) return [];
  const mirror = annotations[MIRROR_ANNOTATION];
  const place = path.key(MIRROR_ANNOTATION);
  return [
    ...(mirror !== undefined && !spec.nodeName
      ? [invalid(place, mirror, 'must set spec.nodeName if mirror pod annotation is set')]
      : []),
    ...(annotations[TOLERATIONS] ? tolerationErrors(annotations[TOLERATIONS], path) : []),
    ...(rules.allowsInvalidDeletionCost ? [] : deletionCostErrors(annotations[DELETION_COST], path)),
    ...seccompErrors(annotations, path),
    ...appArmorErrors(annotations, spec, path),
  ];
}

/** Reports whether a deletion cost is one that would be accepted. */
export function isDeletionCost(text: string): boolean {
  const isCanonical = /^(0|-?[1-9]\d*)$/.test(text);
  return isCanonical && BigInt.asIntN(32, BigInt(text)) === BigInt(text);
}

function deletionCostErrors(value: string | undefined, path: FieldPath): FieldError[] {
  if (value === undefined || isDeletionCost(value)) return [];
  return [invalid(path.key(DELETION_COST), value, 'must be a 32bit integer')];
}

/** Reports whether stored annotations hold a deletion cost that would be refused today. */
export function hasInvalidDeletionCost(annotations: Annotations | undefined): boolean {
  const cost = annotations?.[DELETION_COST];
  return cost !== undefined && !isDeletionCost(cost);
}

function tolerationErrors(text: string, path: FieldPath): FieldError[] {
  const json = readJsonText(text, 'array', '[]v1.Toleration');
  if ('fault' in json) return [invalid(path, TOLERATIONS, json.fault)];
  return validateTolerations((json.value ?? []) as Toleration[], path.child(TOLERATIONS));
}

function seccompErrors(annotations: Annotations, path: FieldPath): FieldError[] {
  return Object.keys(annotations)
    .filter((key) => key === SECCOMP_POD || key.startsWith(SECCOMP_PREFIX))
    .flatMap((key) => {
      const value = annotations[key];
      if (['runtime/default', 'docker/default', 'unconfined'].includes(value)) return [];
      if (value.startsWith(LOCALHOST)) return checkDescendingPath(value.slice(LOCALHOST.length), path.child(key));
      return [invalid(path.child(key), value, 'must be a valid seccomp profile')];
    });
}

function appArmorErrors(annotations: Annotations, spec: PodSpec, path: FieldPath): FieldError[] {
  const keys = sortedKeys(annotations, APP_ARMOR_PREFIX);
  if (keys.length === 0) return [];
  const names = new Set(placedContainers(spec, path).map(({ container }) => container.name));
  return keys.flatMap((key) => {
    const value = annotations[key];
    const container = key.slice(APP_ARMOR_PREFIX.length);
    const errors: FieldError[] = [];
    if (!names.has(container)) errors.push(invalid(path.key(key), container, 'container not found'));
    if (!['', 'runtime/default', 'unconfined'].includes(value) && !value.startsWith(LOCALHOST)) {
      errors.push(invalid(path.key(key), value, `invalid AppArmor profile name: ${JSON.stringify(value)}`));
    }
    return errors;
  });
}

/** Checks which of these annotations an update changes. */
export function validatePodAnnotationUpdate(
  annotations: Annotations | undefined,
  old: Annotations | undefined,
  path: FieldPath,
): FieldError[] {
  const [next, last] = [annotations ?? {}, old ?? {}];
  const guarded = (key: string): boolean => key === MIRROR_ANNOTATION || key.startsWith(APP_ARMOR_PREFIX);
  const what = (key: string): string => (key === MIRROR_ANNOTATION ? 'mirror pod annotation' : 'AppArmor annotations');
  const changed = Object.keys(last).filter((key) => guarded(key) && next[key] !== last[key]);
  const added = Object.keys(next).filter((key) => guarded(key) && last[key] === undefined);
  return [
    ...changed.sort().map((key) => forbidden(path.key(key), `may not remove or update ${what(key)}`)),
    ...added.sort().map((key) => forbidden(path.key(key), `may not add ${what(key)}`)),
  ];
}

/** Checks that seccomp and AppArmor profiles given in both ways, as fields and as annotations, are the same. */
export function validateProfilesMatch(
  annotations: Annotations | undefined,
  spec: PodSpec,
  path: FieldPath,
): FieldError[] {
  if (!annotations) return [];
  return [...seccompMatchErrors(annotations, spec, path), ...appArmorMatchErrors(annotations, spec, path)];
}

function seccompMatchErrors(annotations: Annotations, spec: PodSpec, path: FieldPath): FieldError[] {
  const places = [
    { profile: spec.securityContext?.seccompProfile, key: SECCOMP_POD, place: path },
    ...placedContainers(spec, path).map(({ container, path: place }) => ({
      profile: container.securityContext?.seccompProfile,
      key: `${SECCOMP_PREFIX}${container.name}`,
      place,
    })),
  ];
  return places.flatMap(({ profile, key, place }) => {
    const annotation = annotations[key];
    if (!profile || annotation === undefined) return [];
    return profileMatchErrors('seccomp', { annotation, profile }, place.child('securityContext', 'seccompProfile'));
  });
}

function appArmorMatchErrors(annotations: Annotations, spec: PodSpec, path: FieldPath): FieldError[] {
  if (spec.os?.name === 'windows') return [];
  return placedContainers(spec, path).flatMap(({ container, path: place }) => {
    const annotation = annotations[`${APP_ARMOR_PREFIX}${container.name}`];
    const profile = container.securityContext?.appArmorProfile ?? spec.securityContext?.appArmorProfile;
    if (annotation === undefined || !profile) return [];
    return profileMatchErrors('apparmor', { annotation, profile }, place.child('securityContext', 'appArmorProfile'));
  });
}

/** A profile that is given in both ways. */
interface GivenTwice {
  readonly annotation: string;
  readonly profile: SeccompProfile | AppArmorProfile;
}

function profileMatchErrors(
  what: 'seccomp' | 'apparmor',
  { annotation, profile }: GivenTwice,
  path: FieldPath,
): FieldError[] {
  const other = forbidden(path.child('type'), `${what} type in annotation and field must match`);
  switch (profile.type) {
    case 'Unconfined':
      return annotation === 'unconfined' ? [] : [other];
    case 'RuntimeDefault': {
      const isDefault = annotation === 'runtime/default' || (what === 'seccomp' && annotation === 'docker/default');
      return isDefault ? [] : [other];
    }
    case 'Localhost':
      if (!annotation.startsWith(LOCALHOST)) return [other];
      if (annotation === `${LOCALHOST}${profile.localhostProfile ?? ''}`) return [];
      return [forbidden(path.child('localhostProfile'), `${what} profile in annotation and field must match`)];
    default:
      return [];
  }
}

function sortedKeys(annotations: Annotations, prefix: string): string[] {
  return Object.keys(annotations)
    .filter((key) => key.startsWith(prefix))
    .sort();
}
