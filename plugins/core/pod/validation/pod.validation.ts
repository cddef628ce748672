import { FieldPath, forbidden, invalid, required, type FieldError } from '../../../../src/plugin-api/index.js';
import { copyWithGiven, validateObjectMeta, validateObjectMetaUpdate } from '../../../../src/plugin-api/built-in.js';
import { describeDifference, isSameValue } from '../../values/same-value.js';
import type { Container } from '../shape/container.v1.js';
import { resizeFaults, resizeRefusal } from '../subresources/pod-resize.js';
import type { Pod, PodSpec } from '../shape/pod.v1.js';
import type { Toleration } from '../shape/scheduling.v1.js';
import {
  MIRROR_ANNOTATION,
  validatePodAnnotations,
  validatePodAnnotationUpdate,
  validateProfilesMatch,
} from './annotations.js';
import { checkImageSpace } from './checks.js';
import { gatedPodErrors } from './gated-pod.js';
import { validatePodSpec } from './pod-spec.js';
import type { PodRules } from './rules.js';
import { validateTolerations } from './tolerations.js';

const METADATA = FieldPath.of('metadata');
const SPEC = FieldPath.of('spec');
const INT32_MAX = 2 ** 31 - 1;
const CHANGEABLE = [
  '`spec.containers[*].image`',
  '`spec.initContainers[*].image`',
  '`spec.activeDeadlineSeconds`',
  '`spec.tolerations` (only additions to existing tolerations)',
  '`spec.terminationGracePeriodSeconds` (allow it to be set to 1 if it was previously negative)',
];

/** Checks annotations and spec of a pod; metadata at large has been checked before. */
function validateAnnotationsAndSpec(pod: Pod, rules: PodRules): FieldError[] {
  const spec = pod.spec ?? {};
  return [
    ...validatePodAnnotations({ annotations: pod.metadata.annotations, spec }, METADATA.child('annotations'), rules),
    ...validatePodSpec(spec, SPEC, { rules, pod: pod.metadata }),
    ...tokenVolumeErrors(spec),
    ...(['containers', 'initContainers'] as const).flatMap((list) =>
      (spec[list] ?? []).flatMap(({ image }, i) => checkImageSpace(image, SPEC.child(list).index(i).child('image'))),
    ),
  ];
}

function tokenVolumeErrors(spec: PodSpec): FieldError[] {
  if (spec.serviceAccountName) return [];
  return (spec.volumes ?? []).flatMap((volume, v) =>
    (volume.projected?.sources ?? []).flatMap((source, s) => {
      if (!source.serviceAccountToken) return [];
      const path = SPEC.child('volumes').index(v).child('projected', 'sources').index(s).child('serviceAccountToken');
      return [forbidden(path, 'must not be specified when serviceAccountName is not set')];
    }),
  );
}

/** Checks a new pod. */
export function validatePod(pod: Pod, rules: PodRules): FieldError[] {
  const spec = pod.spec ?? {};
  const errors = validateAnnotationsAndSpec(pod, rules);
  if (spec.ephemeralContainers?.length) {
    errors.push(forbidden(SPEC.child('ephemeralContainers'), 'cannot be set on create'));
  }
  if (spec.nodeName && spec.schedulingGates?.length) {
    errors.push(forbidden(SPEC.child('nodeName'), 'cannot be set until all schedulingGates have been cleared'));
  }
  return [...errors, ...validateProfilesMatch(pod.metadata.annotations, spec, SPEC)];
}

function validateUpdatedObject(pod: Pod, old: Pod, rules: PodRules): FieldError[] {
  const path = METADATA.child('annotations');
  return [
    ...validateObjectMetaUpdate(pod.metadata, old.metadata),
    ...validateObjectMeta(pod.metadata, { namespaced: true }),
    ...validateAnnotationsAndSpec(pod, rules),
    ...validatePodAnnotationUpdate(pod.metadata.annotations, old.metadata.annotations, path),
    ...validatePodAnnotations({ annotations: pod.metadata.annotations, spec: pod.spec ?? {} }, path, rules),
  ];
}

/** Checks a change of a pod: little of it may change. */
export function validatePodUpdate(pod: Pod, old: Pod, rules: PodRules): FieldError[] {
  const [spec, oldSpec] = [pod.spec ?? {}, old.spec ?? {}];
  const errors = validateUpdatedObject(pod, old, rules);
  for (const list of ['containers', 'initContainers'] as const) {
    const [next, last] = [spec[list] ?? [], oldSpec[list] ?? []];
    if (next.length !== last.length) {
      return [...errors, forbidden(SPEC.child(list), 'pod updates may not add or remove containers')];
    }
    errors.push(...next.flatMap((container, i) => imageErrors(container, SPEC.child(list).index(i))));
  }
  const deadline = deadlineErrors(spec, oldSpec);
  if (deadline.length > 0 && spec.activeDeadlineSeconds !== undefined) return [...errors, ...deadline];
  errors.push(...deadline, ...tolerationErrors(spec.tolerations, oldSpec.tolerations), ...gateErrors(spec, oldSpec));
  return isSameValue(spec, oldSpec) ? errors : [...errors, ...immutableErrors(spec, oldSpec)];
}

function imageErrors(container: Container, path: FieldPath): FieldError[] {
  const place = path.child('image');
  return container.image ? checkImageSpace(container.image, place) : [required(place)];
}

function deadlineErrors(spec: PodSpec, old: PodSpec): FieldError[] {
  const [value, last] = [spec.activeDeadlineSeconds, old.activeDeadlineSeconds];
  const path = SPEC.child('activeDeadlineSeconds');
  if (value === undefined) {
    if (last === undefined) return [];
    return [invalid(path, value, 'must not update from a positive integer to nil value')];
  }
  if (value < 0 || value > INT32_MAX) return [invalid(path, value, `must be between 0 and ${INT32_MAX}, inclusive`)];
  return last !== undefined && last < value
    ? [invalid(path, value, 'must be less than or equal to previous value')]
    : [];
}

/** A toleration as text, but for the one thing about it that may change. */
function withoutSeconds({ key = '', operator = '', value = '', effect = '' }: Toleration): string {
  return JSON.stringify([key, operator, value, effect]);
}

function tolerationErrors(next: readonly Toleration[] = [], last: readonly Toleration[] = []): FieldError[] {
  const path = SPEC.child('tolerations');
  const kept = new Set(next.map(withoutSeconds));
  if (last.every((toleration) => kept.has(withoutSeconds(toleration)))) return validateTolerations(next, path);
  return [forbidden(path, 'existing toleration can not be modified except its tolerationSeconds')];
}

function gateErrors(spec: PodSpec, old: PodSpec): FieldError[] {
  const known = new Set((old.schedulingGates ?? []).map((gate) => gate.name));
  return (spec.schedulingGates ?? []).flatMap(({ name }, i) => {
    const text = `only deletion is allowed, but found new scheduling gate '${name}'`;
    return known.has(name) ? [] : [forbidden(SPEC.child('schedulingGates').index(i).child('name'), text)];
  });
}

/** Makes equal what may change, and compares the rest. */
function immutableErrors(spec: PodSpec, old: PodSpec): FieldError[] {
  const level = copyWithGiven(spec);
  for (const list of ['containers', 'initContainers'] as const) {
    for (const [i, container] of (level[list] ?? []).entries()) container.image = old[list]![i].image;
  }
  level.activeDeadlineSeconds = old.activeDeadlineSeconds;
  level.schedulingGates = old.schedulingGates;
  level.tolerations = old.tolerations;
  const isMended = (old.terminationGracePeriodSeconds ?? 0) < 0 && level.terminationGracePeriodSeconds === 1;
  if (isMended) level.terminationGracePeriodSeconds = old.terminationGracePeriodSeconds;
  const errors = old.schedulingGates?.length ? gatedPodErrors(level, old, SPEC) : [];
  if (isSameValue(level, old)) return errors;
  const text = `pod updates may not change fields other than ${CHANGEABLE.join(',')}`;
  return [...errors, forbidden(SPEC, `${text}\n${describeDifference(old, level)}`)];
}

/** Checks a change of what the containers of a pod ask for. */
export function validatePodResize(pod: Pod, old: Pod, rules: PodRules): FieldError[] {
  const refusal = resizeRefusal(pod, old);
  return refusal ? [refusal] : [...validateUpdatedObject(pod, old, rules), ...resizeFaults(pod, old)];
}

/** Checks containers added to a running pod: those it has stay as they are. */
export function validateEphemeralContainersUpdate(pod: Pod, old: Pod, rules: PodRules): FieldError[] {
  const errors = validateUpdatedObject(pod, old, rules);
  if (old.metadata.annotations?.[MIRROR_ANNOTATION] !== undefined) {
    return [forbidden(FieldPath.of('[]'), 'static pods do not support ephemeral containers')];
  }
  const path = SPEC.child('ephemeralContainers');
  const next = new Map((pod.spec?.ephemeralContainers ?? []).map((container) => [container.name, container]));
  for (const container of old.spec?.ephemeralContainers ?? []) {
    const kept = next.get(container.name);
    const head = `existing ephemeral containers ${JSON.stringify(container.name)} may not be`;
    if (!kept) errors.push(forbidden(path, `${head} removed\n`));
    else if (!isSameValue(container, kept)) {
      errors.push(forbidden(path, `${head} changed\n${describeDifference(container, kept)}`));
    }
  }
  return errors;
}
