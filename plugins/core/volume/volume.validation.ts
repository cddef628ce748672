import {
  duplicate,
  forbidden,
  invalid,
  isDns1123Subdomain,
  Quantity,
  required,
  type FieldError,
  type FieldPath,
} from '../../../src/plugin-api/index.js';
import { fieldChecker } from '../../../src/plugin-api/built-in.js';
import { validateClaimTemplate } from '../persistent-volume-claim/persistent-volume-claim.validation.js';
import { check } from '../pod/validation/checks.js';
import type { VolumesByName } from '../pod/validation/mounts.js';
import type { PodIdentity, PodRules, PodSurroundings } from '../pod/validation/rules.js';
import { validateCsiSource } from './csi.validation.js';
import {
  checkMembers,
  PLAIN_SOURCES,
  validateAzureDisk,
  validateFibreChannel,
  validateFlexVolume,
  validateFlocker,
  validateGitRepo,
  validateHostPath,
  validateIscsi,
  validateNfs,
  validateQuobyte,
  validateStorageOs,
} from './disk-sources.validation.js';
import {
  validateConfigMapSource,
  validateDownwardSource,
  validateProjectedSource,
  validateSecretSource,
} from './file-sources.validation.js';
import {
  EphemeralVolumeSource,
  ImageVolumeSource,
  PersistentVolumeClaimVolumeSource,
  Volume,
  type VolumeSource,
} from './volume.v1.js';
import type { ISCSIVolumeSource } from './disk-sources.v1.js';

/** The context of the rules for one volume. */
interface VolumePlace {
  /** The volume itself. */
  readonly path: FieldPath;
  readonly name: string;
  readonly pod: PodIdentity | undefined;
  readonly rules: PodRules;
}

type SourceRules = {
  readonly [M in keyof VolumeSource]-?: (
    source: NonNullable<VolumeSource[M]>,
    path: FieldPath,
    place: VolumePlace,
  ) => FieldError[];
};

const checkVolume = fieldChecker(Volume);
const checkClaim = fieldChecker(PersistentVolumeClaimVolumeSource);
const checkEphemeral = fieldChecker(EphemeralVolumeSource);
const checkImage = fieldChecker(ImageVolumeSource);

/** The sources in the order in which they are looked at; a second one is refused. */
const SOURCES: SourceRules = {
  emptyDir: (source, path) =>
    Quantity.fromJson(source.sizeLimit ?? '0').sign < 0
      ? [forbidden(path.child('sizeLimit'), 'SizeLimit field must be a valid resource quantity')]
      : [],
  hostPath: validateHostPath,
  gitRepo: validateGitRepo,
  gcePersistentDisk: (source, path) => PLAIN_SOURCES.gcePersistentDisk(source, path),
  awsElasticBlockStore: (source, path) => PLAIN_SOURCES.awsElasticBlockStore(source, path),
  secret: validateSecretSource,
  nfs: validateNfs,
  iscsi: (source, path, place) => [...validateIscsi(source, path), ...portalErrors(source, place)],
  glusterfs: (source, path) => PLAIN_SOURCES.glusterfs(source, path),
  flocker: validateFlocker,
  persistentVolumeClaim: (source, path) => checkClaim(source, path),
  rbd: (source, path) => PLAIN_SOURCES.rbd(source, path, 'monitors', 'image'),
  cinder: (source, path) => [
    ...PLAIN_SOURCES.cinder(source, path),
    ...(source.secretRef ? checkMembers(source.secretRef, path.child('secretRef'), ['name']) : []),
  ],
  cephfs: (source, path) => PLAIN_SOURCES.cephfs(source, path),
  quobyte: validateQuobyte,
  downwardAPI: validateDownwardSource,
  fc: validateFibreChannel,
  flexVolume: validateFlexVolume,
  configMap: validateConfigMapSource,
  azureFile: (source, path) => PLAIN_SOURCES.azureFile(source, path),
  vsphereVolume: (source, path) => PLAIN_SOURCES.vsphereVolume(source, path),
  photonPersistentDisk: (source, path) => PLAIN_SOURCES.photonPersistentDisk(source, path),
  portworxVolume: (source, path) => PLAIN_SOURCES.portworxVolume(source, path),
  azureDisk: validateAzureDisk,
  storageos: (source, path) => validateStorageOs(source, path, ['name']),
  projected: validateProjectedSource,
  scaleIO: (source, path) => PLAIN_SOURCES.scaleIO(source, path, 'gateway', 'system', 'volumeName'),
  csi: validateCsiSource,
  ephemeral: ephemeralErrors,
  image: (source, path, { rules }) => [
    // A template may leave the reference to what makes pods of it.
    ...(rules.isPod && !source.reference ? [required(path.child('reference'))] : []),
    ...checkImage(source, path),
  ],
};

/** Places that the reference names differently from the member, where it is wrong and where it is one too many. */
const REPORTED: Readonly<Partial<Record<keyof VolumeSource, string>>> = { gcePersistentDisk: 'persistentDisk' };
const REPORTED_SURPLUS: Readonly<Partial<Record<keyof VolumeSource, string>>> = {
  cephfs: 'cephFS',
  downwardAPI: 'downwarAPI',
};

/** Validates the volumes of a pod and returns those that containers may use. */
export function validateVolumes(
  volumes: readonly Volume[] | undefined,
  path: FieldPath,
  { rules, pod }: PodSurroundings,
): { errors: FieldError[]; volumes: VolumesByName } {
  const good = new Map<string, VolumeSource>();
  const created = createdClaims(volumes ?? [], pod);
  const errors = (volumes ?? []).flatMap((volume, i) => {
    const place = path.index(i);
    const found = [
      ...sourceErrors(volume, { path: place, name: volume.name, pod, rules }),
      ...checkVolume(volume, place, 'name'),
      ...(good.has(volume.name) ? [duplicate(place.child('name'), volume.name)] : []),
    ];
    if (found.length === 0) good.set(volume.name, volume);
    return [...found, ...createdClaimErrors(volume, created, place)];
  });
  return { errors, volumes: good };
}

function sourceErrors(volume: VolumeSource, place: VolumePlace): FieldError[] {
  const members = (Object.keys(SOURCES) as (keyof VolumeSource)[]).filter((name) => volume[name]);
  if (members.length === 0) return [required(place.path, 'must specify a volume type')];
  return members.flatMap((name, i) => {
    const path = place.path.child(REPORTED[name] ?? name);
    if (i > 0)
      return [forbidden(place.path.child(REPORTED_SURPLUS[name] ?? name), 'may not specify more than 1 volume type')];
    // The table pairs each member with the rule for its own type.
    const rule = SOURCES[name] as (source: unknown, path: FieldPath, place: VolumePlace) => FieldError[];
    return rule(volume[name], path, place);
  });
}

function portalErrors(source: ISCSIVolumeSource, place: VolumePlace): FieldError[] {
  if (source.initiatorName === undefined) return [];
  if (`${place.name}:${source.targetPortal}`.length <= 64) return [];
  const text =
    'Total length of <volume name>:<iscsi.targetPortal> must be under 64 characters if iscsi.initiatorName is specified.';
  return [invalid(place.path.child('name'), place.name, text)];
}

function ephemeralErrors(source: EphemeralVolumeSource, path: FieldPath, place: VolumePlace): FieldError[] {
  const template = source.volumeClaimTemplate;
  const errors = checkEphemeral(source, path);
  if (template) errors.push(...validateClaimTemplate(template, path.child('volumeClaimTemplate')));
  if (!place.pod?.name || !place.name) return errors;
  const claim = `${place.pod.name}-${place.name}`;
  return [
    ...errors,
    ...check(place.name, place.path.child('name'), () =>
      isDns1123Subdomain(claim).map((message) => `PVC name "${claim}": ${message}`),
    ),
  ];
}

function createdClaims(volumes: readonly Volume[], pod: PodIdentity | undefined): ReadonlySet<string> {
  if (!pod?.name) return new Set();
  return new Set(volumes.filter((volume) => volume.ephemeral).map((volume) => `${pod.name}-${volume.name}`));
}

function createdClaimErrors(volume: Volume, created: ReadonlySet<string>, path: FieldPath): FieldError[] {
  const name = volume.persistentVolumeClaim?.claimName;
  if (name === undefined || !created.has(name)) return [];
  const text = 'must not reference a PVC that gets created for an ephemeral volume';
  return [invalid(path.child('persistentVolumeClaim', 'claimName'), name, text)];
}
