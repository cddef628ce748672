import { FieldPath, forbidden, notSupported, required, type FieldError } from '../../../src/plugin-api/index.js';
import {
  givenMap,
  goResourceList,
  validateImmutable,
  validateObjectMeta,
  validateObjectMetaUpdate,
  fieldChecker,
} from '../../../src/plugin-api/built-in.js';
import {
  attributesClassErrors,
  validateAccessModes,
  validateBasicAmount,
  validatePositiveQuantity,
} from '../persistent-volume-claim/persistent-volume-claim.validation.js';
import { checkOneOf, checkSubdomain } from '../pod/validation/checks.js';
import { validateNodeSelector } from '../pod/validation/node-selector.js';
import { describeDifference, isSameValue } from '../values/same-value.js';
import { sourceErrors, VOLUME_SOURCES } from './persistent-volume-sources.js';
import { validateNodeAffinityChange } from './volume-node-affinity.js';
import { type PersistentVolume, PersistentVolumeSpec } from './persistent-volume.v1.js';

const SPEC = FieldPath.of('spec');
const checkSpec = fieldChecker(PersistentVolumeSpec);

/** The parameters of the rules for a volume. */
export interface VolumeRules {
  readonly hasAttributesClass: boolean;
  readonly canChangeAttributesClass: boolean;
}

/** Checks a volume. */
export function validatePersistentVolume(volume: PersistentVolume, rules: VolumeRules): FieldError[] {
  const spec = volume.spec ?? {};
  return [
    ...checkSpec(spec, SPEC, 'accessModes'),
    ...validateAccessModes(spec.accessModes, SPEC.child('accessModes')),
    ...capacityErrors(spec, SPEC.child('capacity')),
    ...checkOneOf(spec.persistentVolumeReclaimPolicy || undefined, SPEC.child('persistentVolumeReclaimPolicy'), [
      'Delete',
      'Recycle',
      'Retain',
    ]),
    ...affinityErrors(spec, SPEC.child('nodeAffinity')),
    ...sourceErrors(spec, volume.metadata.name ?? '', SPEC),
    ...recycleErrors(spec),
    ...checkSpec(spec, SPEC, 'storageClassName', 'volumeMode'),
    ...(rules.hasAttributesClass ? classErrors(spec) : []),
  ];
}

function capacityErrors(spec: PersistentVolumeSpec, path: FieldPath): FieldError[] {
  const { capacity = {} } = spec;
  const names = Object.keys(capacity);
  const errors: FieldError[] = [];
  if (names.length === 0) errors.push(required(path));
  if (names.length > 1 || capacity.storage === undefined) {
    errors.push(notSupported(path, goResourceList(givenMap(spec, 'capacity')), ['storage']));
  }
  for (const name of names.sort()) {
    errors.push(...validateBasicAmount(capacity[name], path.key(name)));
    errors.push(...validatePositiveQuantity(capacity[name], path.key(name)));
  }
  return errors;
}

function affinityErrors({ nodeAffinity }: PersistentVolumeSpec, path: FieldPath): FieldError[] {
  if (!nodeAffinity) return [];
  const place = path.child('required');
  if (!nodeAffinity.required) return [required(place, 'must specify required node constraints')];
  return validateNodeSelector(nodeAffinity.required, place);
}

function recycleErrors({ hostPath, persistentVolumeReclaimPolicy }: PersistentVolumeSpec): FieldError[] {
  const isRoot = hostPath !== undefined && /^(\/|\/\.)+$/.test(hostPath.path);
  if (!isRoot || persistentVolumeReclaimPolicy !== 'Recycle') return [];
  const path = SPEC.child('persistentVolumeReclaimPolicy');
  return [forbidden(path, "may not be 'recycle' for a hostPath mount of '/'")];
}

function classErrors({ volumeAttributesClassName: name, csi }: PersistentVolumeSpec): FieldError[] {
  if (name === undefined) return [];
  const path = SPEC.child('volumeAttributesClassName');
  const errors = name === '' ? [required(path, 'an empty string is disallowed')] : checkSubdomain(name, path);
  if (csi) return errors;
  return [...errors, required(SPEC.child('csi'), 'has to be specified when using volumeAttributesClassName')];
}

/** Checks a change of a volume: its source stays what it is. */
export function validatePersistentVolumeUpdate(
  volume: PersistentVolume,
  old: PersistentVolume,
  rules: VolumeRules,
): FieldError[] {
  const [spec, oldSpec] = [volume.spec ?? {}, old.spec ?? {}];
  const errors = [
    ...validateObjectMeta(volume.metadata, { namespaced: false }),
    ...validatePersistentVolume(volume, rules),
  ];
  const [source, oldSource] = [sourceOf(spec), sourceOf(oldSpec)];
  // The secret for expanding may be named later.
  if (source.csi && oldSource.csi && !oldSource.csi.controllerExpandSecretRef) {
    source.csi = { ...source.csi, controllerExpandSecretRef: undefined };
  }
  if (!isSameValue(source, oldSource)) {
    const text = `spec.persistentvolumesource is immutable after creation\n${describeDifference(oldSource, source)}`;
    errors.push(forbidden(SPEC.child('persistentvolumesource'), text));
  }
  errors.push(...validateImmutable(spec.volumeMode, oldSpec.volumeMode, FieldPath.of('volumeMode')));
  errors.push(...validateNodeAffinityChange(spec.nodeAffinity, oldSpec.nodeAffinity, FieldPath.of('nodeAffinity')));
  return [
    ...errors,
    ...attributesClassErrors(spec.volumeAttributesClassName, oldSpec.volumeAttributesClassName, rules),
  ];
}

function sourceOf(spec: PersistentVolumeSpec): PersistentVolumeSpec {
  return Object.fromEntries(VOLUME_SOURCES.filter((name) => spec[name]).map((name) => [name, spec[name]]));
}

/** Checks a change of a volume's status. */
export function validatePersistentVolumeStatusUpdate(volume: PersistentVolume, old: PersistentVolume): FieldError[] {
  const errors = validateObjectMetaUpdate(volume.metadata, old.metadata);
  return volume.metadata.resourceVersion ? errors : [...errors, required(FieldPath.of('resourceVersion'))];
}
