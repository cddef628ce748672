import {
  FieldPath,
  forbidden,
  invalid,
  isQualifiedName,
  notSupported,
  Quantity,
  required,
  validateLabelSelector,
  type FieldError,
} from '../../../src/plugin-api/index.js';
import {
  textSince,
  hasRule,
  GoValue,
  goStruct,
  validateAnnotations,
  validateImmutable,
  validateLabels,
  validateObjectMeta,
  validateObjectMetaUpdate,
  fieldChecker,
} from '../../../src/plugin-api/built-in.js';
import { check, checkLabel, checkOneOf, checkSet, checkSubdomain } from '../pod/validation/checks.js';
import type { TypedLocalObjectReference, TypedObjectReference } from '../reference/reference.v1.js';
import { isNativeResource } from '../resource-name/resource-name.js';
import { validateResourceAmount } from '../resource-name/resource-name.validation.js';
import { describeDifference, isSameValue } from '../values/same-value.js';
import {
  type PersistentVolumeClaim,
  PersistentVolumeClaimSpec,
  type PersistentVolumeClaimTemplate,
} from './persistent-volume-claim.v1.js';

/** Ways in which a volume can be mounted. */
const ACCESS_MODES: readonly string[] = ['ReadOnlyMany', 'ReadWriteMany', 'ReadWriteOnce', 'ReadWriteOncePod'];
const FORMER_ACCESS_MODES = ACCESS_MODES.slice(0, -1);

const checkSpec = fieldChecker(PersistentVolumeClaimSpec);
const ATTRIBUTES_CLASS = FieldPath.of('spec', 'volumeAttributesClassName');
const BETA_CLASS = 'volume.beta.kubernetes.io/storage-class';
const RESIZE_STATES = [
  'ControllerResizeInProgress',
  'ControllerResizeInfeasible',
  'NodeResizeInProgress',
  'NodeResizeInfeasible',
  'NodeResizePending',
].sort();

/** The parameters of the rules for a claim. */
export interface ClaimRules {
  /** Volume attributes classes are checked. */
  readonly hasAttributesClass?: boolean;
  /** Claims may shrink again after a failed expansion. */
  readonly canShrink?: boolean;
  readonly allowsInvalidSelector?: boolean;
  readonly allowsInvalidSourceGroup?: boolean;
}

/** Checks the access modes of a claim or a volume. */
export function validateAccessModes(modes: readonly string[] | undefined, path: FieldPath): FieldError[] {
  const known = hasRule({ since: '1.22' }) ? ACCESS_MODES : FORMER_ACCESS_MODES;
  const errors = (modes ?? []).flatMap((mode) => checkOneOf(mode, path, known));
  const others = (modes ?? []).filter((mode) => mode !== 'ReadWriteOncePod' && ACCESS_MODES.includes(mode));
  if (modes?.includes('ReadWriteOncePod') && others.length > 0) {
    errors.push(forbidden(path, 'may not use ReadWriteOncePod with other access modes'));
  }
  return errors;
}

/** Checks what a claim asks for. */
export function validateClaimSpec(
  spec: PersistentVolumeClaimSpec,
  path: FieldPath,
  rules: ClaimRules = {},
): FieldError[] {
  const { accessModes, volumeAttributesClassName } = spec;
  return [
    ...checkSpec(spec, path, 'accessModes'),
    ...validateLabelSelector(spec.selector, path.child('selector'), {
      allowInvalidValues: rules.allowsInvalidSelector,
    }),
    ...validateAccessModes(accessModes, path.child('accessModes')),
    ...storageErrors(spec.resources?.requests?.storage, path.child('resources').key('storage')),
    ...checkSpec(spec, path, 'storageClassName', 'volumeMode'),
    ...sourceErrors(spec.dataSource, path.child('dataSource'), rules),
    ...sourceErrors(spec.dataSourceRef, path.child('dataSourceRef'), rules),
    ...(spec.dataSourceRef?.namespace
      ? checkLabel(spec.dataSourceRef.namespace, path.child('dataSourceRef', 'namespace'))
      : []),
    ...sourcePairErrors(spec, path),
    ...(volumeAttributesClassName && rules.hasAttributesClass
      ? checkSubdomain(volumeAttributesClassName, path.child('volumeAttributesClassName'))
      : []),
  ];
}

function storageErrors(amount: string | number | undefined, path: FieldPath): FieldError[] {
  if (amount === undefined) return [required(path)];
  const errors = validatePositiveQuantity(amount, path);
  return errors.length > 0 ? errors : validateResourceAmount('storage', { storage: amount }, path);
}

/** Checks that an amount is more than nothing. */
export function validatePositiveQuantity(amount: string | number, path: FieldPath): FieldError[] {
  const quantity = Quantity.fromJson(amount);
  return quantity.sign > 0 ? [] : [invalid(path, quantity.toString(), 'must be greater than zero')];
}

/** Checks that an amount is not negative, and no finer than a thousandth. */
export function validateBasicAmount(amount: string | number, path: FieldPath): FieldError[] {
  const quantity = Quantity.fromJson(amount);
  return quantity.sign < 0 ? [invalid(path, quantity.value(), 'must be a valid resource quantity')] : [];
}

function sourceErrors(
  source: TypedLocalObjectReference | TypedObjectReference | undefined,
  path: FieldPath,
  rules: ClaimRules,
): FieldError[] {
  if (!source) return [];
  const errors = [...checkSet(source.name, path.child('name')), ...checkSet(source.kind, path.child('kind'))];
  const group = source.apiGroup ?? '';
  if (group === '' && source.kind !== 'PersistentVolumeClaim') {
    const text = "must be 'PersistentVolumeClaim' when referencing the default apiGroup";
    errors.push(invalid(path, source.kind, text));
  }
  if (group !== '' && !rules.allowsInvalidSourceGroup) errors.push(...checkSubdomain(group, path.child('apiGroup')));
  return errors;
}

function sourcePairErrors({ dataSource, dataSourceRef }: PersistentVolumeClaimSpec, path: FieldPath): FieldError[] {
  if (!dataSource || !dataSourceRef) return [];
  // The reference shows the path as Go shows a struct.
  const shown = goStruct('field.Path', {
    name: 'dataSource',
    index: '',
    parent: new GoValue('(*field.Path)(0xc000000000)'),
  });
  if (dataSourceRef.namespace) {
    return [invalid(path, shown, 'may not be specified when dataSourceRef.namespace is specified')];
  }
  const isSame = (['apiGroup', 'kind', 'name'] as const).every((name) =>
    isSameValue(dataSource[name], dataSourceRef[name]),
  );
  return isSame ? [] : [invalid(path, shown, 'must match dataSourceRef')];
}

/** All of metadata that a template may not have, in the order of its declaration. */
const OTHER_METADATA = [
  'name',
  'generateName',
  'namespace',
  'selfLink',
  'uid',
  'resourceVersion',
  'generation',
  'creationTimestamp',
  'deletionTimestamp',
  'deletionGracePeriodSeconds',
  'ownerReferences',
  'finalizers',
  'managedFields',
];

function isSet(value: unknown): boolean {
  return value !== undefined && value !== null && value !== '' && value !== 0;
}

/** Checks the template of claims that a pod makes for itself. */
export function validateClaimTemplate(
  template: PersistentVolumeClaimTemplate,
  path: FieldPath,
  rules: ClaimRules = {},
): FieldError[] {
  const { labels, annotations, ...others } = template.metadata ?? {};
  const members: Readonly<Record<string, unknown>> = others;
  const place = path.child('metadata');
  return [
    ...validateAnnotations(annotations, place.child('annotations')),
    ...validateLabels(labels, place.child('labels')),
    ...OTHER_METADATA.filter((name) => isSet(members[name])).map((name) =>
      forbidden(place.child(name === 'uid' ? 'uID' : name), 'cannot be set'),
    ),
    ...validateClaimSpec(template.spec, path.child('spec'), rules),
  ];
}

/** Checks a change of a claim: it is bound to what it once asked for, but for its size. */
export function validateClaimUpdate(
  claim: PersistentVolumeClaim,
  old: PersistentVolumeClaim,
  rules: ClaimRules & { canChangeAttributesClass: boolean },
): FieldError[] {
  const path = FieldPath.of('spec');
  const [spec, oldSpec] = [structuredClone(claim.spec ?? {}), structuredClone(old.spec ?? {})];
  const errors = [
    ...validateObjectMetaUpdate(claim.metadata, old.metadata),
    ...validateObjectMeta(claim.metadata, { namespaced: true }),
    ...validateClaimSpec(spec, path, rules),
    ...levelStorageClass({ claim, spec }, { claim: old, spec: oldSpec }),
  ];
  oldSpec.volumeName ||= spec.volumeName;
  if (claim.status?.phase === 'Bound' && spec.resources?.requests) {
    spec.resources.requests = { ...spec.resources.requests, storage: oldSpec.resources?.requests?.storage ?? '0' };
  }
  if (claim.status?.phase === 'Bound' && spec.volumeAttributesClassName !== undefined) {
    spec.volumeAttributesClassName = oldSpec.volumeAttributesClassName;
  }
  if (!isSameValue(spec, oldSpec)) {
    const rule =
      'spec is immutable after creation except resources.requests and volumeAttributesClassName for bound claims';
    errors.push(forbidden(path, `${rule}\n${describeDifference(oldSpec, spec)}`));
  }
  return [
    ...errors,
    ...sizeErrors(claim, old, rules),
    ...validateImmutable(claim.spec?.volumeMode, old.spec?.volumeMode, FieldPath.of('volumeMode')),
    ...validateClaimAttributesClass(claim, old, rules),
  ];
}

function validateClaimAttributesClass(
  { spec }: PersistentVolumeClaim,
  { spec: old }: PersistentVolumeClaim,
  rules: ClaimRules & { canChangeAttributesClass: boolean },
): FieldError[] {
  const [value, last] = [spec?.volumeAttributesClassName, old?.volumeAttributesClassName];
  const errors = attributesClassErrors(value, last, rules);
  if (value !== '' || !last || !rules.hasAttributesClass) return errors;
  return [...errors, forbidden(ATTRIBUTES_CLASS, 'update from non-nil value to an empty string is forbidden')];
}

/** One side of a comparison. */
interface ComparedClaim {
  readonly claim: PersistentVolumeClaim;
  /** A copy of the spec, in which changes that are allowed are undone. */
  readonly spec: PersistentVolumeClaimSpec;
}

/** A class may be set once; what was allowed is made equal in the copies that are compared. */
function levelStorageClass({ claim, spec }: ComparedClaim, { claim: old, spec: oldSpec }: ComparedClaim): FieldError[] {
  const [beta, oldBeta] = [claim.metadata.annotations?.[BETA_CLASS], old.metadata.annotations?.[BETA_CLASS]];
  const isFirst = spec.storageClassName !== undefined && oldSpec.storageClassName === undefined;
  const isMoved = isFirst && oldBeta !== undefined && spec.storageClassName === oldBeta;
  if (isMoved && (beta === undefined || beta === oldBeta)) {
    delete spec.storageClassName;
    return [];
  }
  if (isFirst && (oldBeta === undefined || isMoved)) spec.storageClassName = oldSpec.storageClassName;
  return validateImmutable(beta ?? '', oldBeta ?? '', FieldPath.of('metadata', 'annotations', BETA_CLASS));
}

function sizeErrors(claim: PersistentVolumeClaim, old: PersistentVolumeClaim, rules: ClaimRules): FieldError[] {
  const size = Quantity.fromJson(claim.spec?.resources?.requests?.storage ?? '0');
  if (size.compare(Quantity.fromJson(old.spec?.resources?.requests?.storage ?? '0')) >= 0) return [];
  const path = FieldPath.of('spec', 'resources', 'requests', 'storage');
  if (!rules.canShrink) return [forbidden(path, 'field can not be less than previous value')];
  const actual = Quantity.fromJson(old.status?.capacity?.storage ?? '0');
  return size.compare(actual) <= 0 ? [forbidden(path, 'field can not be less than status.capacity')] : [];
}

/** Checks a change of the class of volume attributes, of a claim or a volume. */
export function attributesClassErrors(
  value: string | undefined,
  old: string | undefined,
  rules: { readonly canChangeAttributesClass: boolean; readonly hasAttributesClass?: boolean },
): FieldError[] {
  if (value === old) return [];
  const errors: FieldError[] = [];
  if (!rules.canChangeAttributesClass) {
    const text = 'update is forbidden when the VolumeAttributesClass feature gate is disabled';
    errors.push(forbidden(ATTRIBUTES_CLASS, text));
  }
  if (rules.hasAttributesClass && old !== undefined && value === undefined) {
    errors.push(forbidden(ATTRIBUTES_CLASS, 'update from non-nil value to nil is forbidden'));
  }
  return errors;
}

/** Checks a change of a claim's status. */
export function validateClaimStatusUpdate(
  claim: PersistentVolumeClaim,
  old: PersistentVolumeClaim,
  rules: ClaimRules,
): FieldError[] {
  const path = FieldPath.of('status');
  const { capacity = {}, allocatedResources = {}, allocatedResourceStatuses = {} } = claim.status ?? {};
  const errors = validateObjectMetaUpdate(claim.metadata, old.metadata);
  if (!claim.metadata.resourceVersion) errors.push(required(FieldPath.of('resourceVersion')));
  if (!claim.spec?.accessModes?.length) errors.push(required(FieldPath.of('Spec', 'accessModes')));
  for (const [name, amount] of Object.entries(capacity)) {
    errors.push(...validateBasicAmount(amount, path.child('capacity').key(name)));
  }
  if (!rules.canShrink) return errors;
  const statusPath = path.child(textSince('1.34', 'allocatedResourceStatuses', 'allocatedResourceStatus'));
  for (const [name, state] of Object.entries(allocatedResourceStatuses)) {
    errors.push(...resourceKeyErrors(name, statusPath));
    if (!RESIZE_STATES.includes(state)) errors.push(notSupported(statusPath, new GoValue(name, name), RESIZE_STATES));
  }
  for (const [name, amount] of Object.entries(allocatedResources)) {
    errors.push(...allocatedErrors(name, amount, path.child('allocatedResources')));
  }
  return errors;
}

function allocatedErrors(name: string, amount: string | number, path: FieldPath): FieldError[] {
  const nameErrors = resourceKeyErrors(name, path);
  if (nameErrors.length > 0) return nameErrors;
  const errors = validateBasicAmount(amount, path.key(name));
  return errors.length > 0 ? errors : validateResourceAmount('storage', { storage: amount }, path.key(name));
}

function resourceKeyErrors(name: string, path: FieldPath): FieldError[] {
  const errors = check(name, path, isQualifiedName);
  if (errors.length > 0 || !isNativeResource(name) || name === 'storage') return errors;
  return [notSupported(path, name, ['storage'])];
}
