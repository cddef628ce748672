import { forbidden, invalid, required, type FieldError, type FieldPath } from '../../../src/plugin-api/index.js';
import { fieldChecker } from '../../../src/plugin-api/built-in.js';
import { checkLabel, checkNoBacksteps, checkSubdomain } from '../pod/validation/checks.js';
import type { SecretReference } from '../reference/reference.v1.js';
import { validateDriverName } from '../volume/csi.validation.js';
import {
  checkMembers,
  PLAIN_SOURCES,
  validateAzureDisk,
  validateFibreChannel,
  validateFlexVolume,
  validateFlocker,
  validateHostPath,
  validateIscsi,
  validateNfs,
  validateQuobyte,
  validateStorageOs,
} from '../volume/disk-sources.validation.js';
import {
  CSIPersistentVolumeSource,
  type GlusterfsPersistentVolumeSource,
  type ISCSIPersistentVolumeSource,
  LocalVolumeSource,
  type PersistentVolumeSource,
  type PersistentVolumeSpec,
} from './persistent-volume.v1.js';

type SourceRules = {
  readonly [M in keyof PersistentVolumeSource]-?: (
    source: NonNullable<PersistentVolumeSource[M]>,
    path: FieldPath,
    volumeName: string,
  ) => FieldError[];
};

const checkLocal = fieldChecker(LocalVolumeSource);
const checkCsi = fieldChecker(CSIPersistentVolumeSource);

/** The sources in the order in which they are looked at; a second one is refused. */
const SOURCES: SourceRules = {
  hostPath: validateHostPath,
  gcePersistentDisk: (source, path) => PLAIN_SOURCES.gcePersistentDisk(source, path),
  awsElasticBlockStore: (source, path) => PLAIN_SOURCES.awsElasticBlockStore(source, path),
  glusterfs: glusterErrors,
  flocker: validateFlocker,
  nfs: validateNfs,
  rbd: (source, path) => PLAIN_SOURCES.rbd(source, path, 'monitors', 'image'),
  quobyte: validateQuobyte,
  cephfs: (source, path) => PLAIN_SOURCES.cephfs(source, path),
  iscsi: iscsiErrors,
  cinder: (source, path) => [
    ...PLAIN_SOURCES.cinder(source, path),
    ...(source.secretRef ? checkMembers(source.secretRef, path.child('secretRef'), ['name', 'namespace']) : []),
  ],
  fc: validateFibreChannel,
  flexVolume: validateFlexVolume,
  azureFile: (source, path) => [
    ...PLAIN_SOURCES.azureFile(source, path),
    ...(source.secretNamespace === '' ? [required(path.child('secretNamespace'))] : []),
  ],
  vsphereVolume: (source, path) => PLAIN_SOURCES.vsphereVolume(source, path),
  photonPersistentDisk: (source, path) => PLAIN_SOURCES.photonPersistentDisk(source, path),
  portworxVolume: (source, path) => PLAIN_SOURCES.portworxVolume(source, path),
  azureDisk: validateAzureDisk,
  scaleIO: (source, path) => PLAIN_SOURCES.scaleIO(source, path, 'gateway', 'system', 'volumeName'),
  local: (source, path) => [...checkLocal(source, path), ...checkNoBacksteps(source.path, path.child('path'))],
  storageos: (source, path) => validateStorageOs(source, path, ['name', 'namespace']),
  csi: csiErrors,
};

/** The members of a volume's spec that say where it comes from. */
export const VOLUME_SOURCES = Object.keys(SOURCES) as readonly (keyof PersistentVolumeSource)[];

/** Checks where a volume comes from: exactly one source. */
export function sourceErrors(spec: PersistentVolumeSpec, volumeName: string, path: FieldPath): FieldError[] {
  const members = VOLUME_SOURCES.filter((name) => spec[name]);
  if (members.length === 0) return [required(path, 'must specify a volume type')];
  return members.flatMap((name, i) => {
    // The reference does not count a second source when it is a flex volume.
    if (i > 0 && name !== 'flexVolume') {
      const place = path.child(name === 'cephfs' ? 'cephFS' : name);
      return [forbidden(place, 'may not specify more than 1 volume type')];
    }
    const rule = SOURCES[name] as (source: unknown, path: FieldPath, volumeName: string) => FieldError[];
    const errors = rule(spec[name], path.child(name === 'gcePersistentDisk' ? 'persistentDisk' : name), volumeName);
    const isUnplaced = name === 'local' && !spec.nodeAffinity;
    return isUnplaced
      ? [...errors, required(path.child('nodeAffinity'), 'Local volume requires node affinity')]
      : errors;
  });
}

function glusterErrors(source: GlusterfsPersistentVolumeSource, path: FieldPath): FieldError[] {
  const errors = PLAIN_SOURCES.glusterfs(source, path);
  const namespace = source.endpointsNamespace;
  if (namespace === undefined) return errors;
  const place = path.child('endpointsNamespace');
  if (namespace !== '') return [...errors, ...checkLabel(namespace, place)];
  const text = 'if the endpointnamespace is set, it must be a valid namespace name';
  return [...errors, invalid(place, namespace, text)];
}

function iscsiErrors(source: ISCSIPersistentVolumeSource, path: FieldPath, volumeName: string): FieldError[] {
  return validateIscsi(source, path, {
    hint: '',
    portalErrors: () => portalErrors(source, volumeName, path.child('targetportal')),
    secretErrors: () => (source.secretRef ? checkMembers(source.secretRef, path.child('secretRef'), ['name']) : []),
  });
}

function portalErrors(source: ISCSIPersistentVolumeSource, volumeName: string, path: FieldPath): FieldError[] {
  if (source.initiatorName === undefined || `${volumeName}:${source.targetPortal}`.length <= 64) return [];
  const text =
    'Total length of <volume name>:<iscsi.targetPortal> must be under 64 characters if iscsi.initiatorName is specified.';
  return [invalid(path, source.targetPortal, text)];
}

const SECRETS = [
  'controllerPublishSecretRef',
  'controllerExpandSecretRef',
  'nodePublishSecretRef',
  'nodeExpandSecretRef',
] as const;

function csiErrors(source: CSIPersistentVolumeSource, path: FieldPath): FieldError[] {
  return [
    ...validateDriverName(source.driver, path.child('driver')),
    ...checkCsi(source, path),
    ...SECRETS.flatMap((name) => (source[name] ? secretErrors(source[name], path.child(name)) : [])),
  ];
}

function secretErrors({ name, namespace }: SecretReference, path: FieldPath): FieldError[] {
  return [
    ...(name ? checkSubdomain(name, path.child('name')) : [required(path.child('name'))]),
    ...(namespace ? checkLabel(namespace, path.child('namespace')) : [required(path.child('namespace'))]),
  ];
}
