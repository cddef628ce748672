import {
  FieldPath,
  forbidden,
  invalid,
  isDns1123Label,
  required,
  type FieldError,
} from '../../../src/plugin-api/index.js';
import {
  hasRule,
  goIntOrString,
  goLabelSelector,
  goNil,
  goStruct,
  type GoValue,
  validateAnnotations,
  validateLabels,
  validateObjectMetaUpdate,
  fieldChecker,
} from '../../../src/plugin-api/built-in.js';
import {
  validatePodTemplateSpec,
  validateClaimSpec,
  check,
  isSameValue,
  matcherOf,
  validateCollisionCount,
  validateLastingTemplate,
  validatePodAnnotations,
  validateReplicaParts,
  validateTemplateLabels,
  type PodRules,
  type PodTemplateSpec,
} from '../../core/index.js';
import { numberOf, validateAtMostAll, validatePositiveIntOrPercent } from '../int-or-percent.validation.js';
import { validateSelector } from '../selector.validation.js';
import {
  RollingUpdateStatefulSetStrategy,
  type StatefulSet,
  StatefulSetOrdinals,
  StatefulSetPersistentVolumeClaimRetentionPolicy,
  StatefulSetSpec,
  StatefulSetStatus,
  type StatefulSetUpdateStrategy,
} from './stateful-set.v1.js';

const SPEC = FieldPath.of('spec');
const SELECTOR = SPEC.child('selector');
const checkSpec = fieldChecker(StatefulSetSpec);
const checkOrdinals = fieldChecker(StatefulSetOrdinals);
const checkRolling = fieldChecker(RollingUpdateStatefulSetStrategy);
const checkRetention = fieldChecker(StatefulSetPersistentVolumeClaimRetentionPolicy);
const checkStatus = fieldChecker(StatefulSetStatus);
const CHANGEABLE = [
  'replicas',
  'ordinals',
  'template',
  'updateStrategy',
  'revisionHistoryLimit',
  'persistentVolumeClaimRetentionPolicy',
  'minReadySeconds',
] as const;

/** Checks a new stateful set. What its service is called is not checked again when it changes. */
export function validateStatefulSet({ spec }: StatefulSet, rules: PodRules): FieldError[] {
  const { serviceName } = spec!;
  const isChecked = serviceName && hasRule({ since: '1.33' });
  return [
    ...(isChecked ? check(serviceName, SPEC.child('serviceName'), isDns1123Label) : []),
    ...(hasRule({ since: '1.34' }) ? claimTemplateErrors(spec!) : []),
    ...validateStatefulSetSpec(spec!, rules),
  ];
}

/** Claim templates of a stored set cannot change, and are not checked again. */
function claimTemplateErrors({ volumeClaimTemplates }: StatefulSetSpec): FieldError[] {
  return (volumeClaimTemplates ?? []).flatMap((claim, i) =>
    validateClaimSpec(claim.spec ?? {}, SPEC.child('volumeClaimTemplates').index(i).child('spec')),
  );
}

/** Checks the spec of a stateful set. */
function validateStatefulSetSpec(spec: StatefulSetSpec, rules: PodRules, old?: StatefulSetSpec): FieldError[] {
  const { persistentVolumeClaimRetentionPolicy: retention } = spec;
  return [
    ...managementErrors(spec.podManagementPolicy ?? '', SPEC.child('podManagementPolicy')),
    ...strategyErrors(spec.updateStrategy ?? {}, SPEC.child('updateStrategy')),
    ...(retention ? checkRetention(retention, SPEC.child('persistentVolumeClaimRetentionPolicy')) : []),
    ...checkSpec(spec, SPEC),
    ...checkOrdinals(spec.ordinals, SPEC.child('ordinals')),
    ...validateSelector(spec.selector, SELECTOR, 'statefulset'),
    ...templateErrors(spec, rules, old),
    ...validateLastingTemplate(spec.template, SPEC.child('template'), 'StatefulSet'),
  ];
}

function managementErrors(policy: string, path: FieldPath): FieldError[] {
  if (policy === '') return [required(path)];
  if (policy === 'OrderedReady' || policy === 'Parallel') return [];
  return [invalid(path, policy, "must be 'OrderedReady' or 'Parallel'")];
}

function strategyErrors({ type = '', rollingUpdate }: StatefulSetUpdateStrategy, path: FieldPath): FieldError[] {
  const place = path.child('rollingUpdate');
  switch (type) {
    case '':
      return [required(path)];
    case 'OnDelete':
      return rollingUpdate
        ? [invalid(place, goRolling(rollingUpdate), "only allowed for updateStrategy 'RollingUpdate'")]
        : [];
    case 'RollingUpdate':
      return rollingUpdate ? rollingErrors(rollingUpdate, place) : [];
    default: {
      const shown = goStruct('apps.StatefulSetUpdateStrategy', {
        Type: type,
        RollingUpdate: goNil('*apps.RollingUpdateStatefulSetStrategy'),
      });
      return [invalid(path, shown, "must be 'RollingUpdate' or 'OnDelete'")];
    }
  }
}

function goRolling({ partition = 0, maxUnavailable }: RollingUpdateStatefulSetStrategy): GoValue {
  return goStruct('apps.RollingUpdateStatefulSetStrategy', {
    Partition: partition,
    MaxUnavailable: maxUnavailable === undefined ? goNil('*intstr.IntOrString') : goIntOrString(maxUnavailable),
  });
}

function rollingErrors(rolling: RollingUpdateStatefulSetStrategy, path: FieldPath): FieldError[] {
  const { maxUnavailable } = rolling;
  const errors = checkRolling(rolling, path);
  if (maxUnavailable === undefined) return errors;
  const place = path.child('maxUnavailable');
  errors.push(...validatePositiveIntOrPercent(maxUnavailable, place));
  if (numberOf(maxUnavailable) === 0) errors.push(invalid(place, goIntOrString(maxUnavailable), 'cannot be 0'));
  return [...errors, ...validateAtMostAll(maxUnavailable, place)];
}

/** Before 1.34 the pod spec itself was not checked here, but left to the pods. */
function templateErrors(spec: StatefulSetSpec, rules: PodRules, old: StatefulSetSpec | undefined): FieldError[] {
  const path = SPEC.child('template');
  const { selector, template } = spec;
  const isWhole = hasRule({ since: '1.34' }) && (!old || wholeTemplateErrors(old, path, rules).length === 0);
  if (isWhole) return wholeTemplateErrors(spec, path, rules);
  if (!matcherOf(selector)) return [invalid(SELECTOR, goLabelSelector(selector))];
  const { labels, annotations } = template?.metadata ?? {};
  return [
    ...validateTemplateLabels(template, selector, path),
    ...validateLabels(labels, path.child('labels')),
    ...validateAnnotations(annotations, path.child('annotations')),
    ...validatePodAnnotations({ annotations, spec: template?.spec ?? {} }, path.child('annotations'), rules),
  ];
}

function wholeTemplateErrors(spec: StatefulSetSpec, path: FieldPath, rules: PodRules): FieldError[] {
  const { selector } = spec;
  if (!matcherOf(selector)) return [invalid(SELECTOR, goLabelSelector(selector))];
  return [
    ...validateTemplateLabels(spec.template, selector, path),
    ...validatePodTemplateSpec(withClaimedVolumes(spec), path, rules),
  ];
}

/** The pods of a set have a volume for each claim template, which takes the place of another one of its name. */
function withClaimedVolumes({ template = {}, volumeClaimTemplates = [] }: StatefulSetSpec): PodTemplateSpec {
  const names = volumeClaimTemplates.map(({ metadata }) => metadata?.name ?? '');
  const isClaimed = new Set(names);
  const others = (template.spec?.volumes ?? []).filter(({ name }) => !isClaimed.has(name));
  const claimed = [...isClaimed].map((name) => ({ name, persistentVolumeClaim: { claimName: name } }));
  return { ...template, spec: { ...template.spec, volumes: [...others, ...claimed] } };
}

/** Checks a change of a stateful set: little of its spec may change. */
export function validateStatefulSetUpdate(set: StatefulSet, old: StatefulSet, rules: PodRules): FieldError[] {
  const errors = [
    ...validateStatefulSetSpec(set.spec!, rules, old.spec),
    ...validateObjectMetaUpdate(set.metadata, old.metadata),
  ];
  const changeable = CHANGEABLE.filter((name) => name !== 'revisionHistoryLimit' || hasRule({ since: '1.33' }));
  const kept = Object.fromEntries(changeable.map((name) => [name, old.spec?.[name]]));
  if (isSameValue({ ...set.spec, ...kept }, old.spec)) return errors;
  const names = changeable.map((name) => `'${name}'`);
  const list = `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
  return [...errors, forbidden(SPEC, `updates to statefulset spec for fields other than ${list} are forbidden`)];
}

/** Checks a change of a stateful set's status. */
export function validateStatefulSetStatus(set: StatefulSet, old: StatefulSet): FieldError[] {
  const status = set.status ?? { replicas: 0 };
  const path = FieldPath.of('status');
  const parts = ['readyReplicas', 'currentReplicas', 'updatedReplicas', 'availableReplicas'] as const;
  return [
    ...checkStatus(status, path, 'replicas', ...parts, 'observedGeneration', 'collisionCount'),
    ...validateReplicaParts(status, path, { names: parts, readyName: 'status.readyReplicas' }),
    ...validateObjectMetaUpdate(set.metadata, old.metadata),
    ...validateCollisionCount(status.collisionCount, old.status?.collisionCount, path),
  ];
}
