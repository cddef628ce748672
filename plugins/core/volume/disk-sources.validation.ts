import { invalid, notSupported, required, type FieldError, type FieldPath } from '../../../src/plugin-api/index.js';
import { fieldChecker } from '../../../src/plugin-api/built-in.js';
import { checkDescendingPath, checkNoBacksteps } from '../pod/validation/checks.js';
import {
  AWSElasticBlockStoreVolumeSource,
  AzureDiskVolumeSource,
  AzureFileVolumeSource,
  CephFSVolumeSource,
  CinderVolumeSource,
  FCVolumeSource,
  FlexVolumeSource,
  type FlockerVolumeSource,
  GCEPersistentDiskVolumeSource,
  GlusterfsVolumeSource,
  ISCSIVolumeSource,
  NFSVolumeSource,
  PhotonPersistentDiskVolumeSource,
  PortworxVolumeSource,
  QuobyteVolumeSource,
  RBDVolumeSource,
  ScaleIOVolumeSource,
  StorageOSVolumeSource,
  VsphereVirtualDiskVolumeSource,
} from './disk-sources.v1.js';
import { GitRepoVolumeSource, HostPathVolumeSource } from './volume.v1.js';

const IQN_AUTHORITY = /iqn\.\d{4}-\d{2}\../;
const IQN_FORBIDDEN = [',', ';', '*', '&', '$', '|'];
const EUI = /^eui\.[A-Za-z0-9]{16}$/;
const NAA = /^naa\.[A-Za-z0-9]{32}$/;
const TENANT_MAX = 64;
const checkHostPath = fieldChecker(HostPathVolumeSource);
const checkGitRepo = fieldChecker(GitRepoVolumeSource);
const checkNfs = fieldChecker(NFSVolumeSource);
const checkIscsi = fieldChecker(ISCSIVolumeSource);
const checkFibreChannel = fieldChecker(FCVolumeSource);
const checkQuobyte = fieldChecker(QuobyteVolumeSource);
const checkAzureDisk = fieldChecker(AzureDiskVolumeSource);
const checkStorageOs = fieldChecker(StorageOSVolumeSource);
const checkFlexVolume = fieldChecker(FlexVolumeSource);

/** The checks of sources that have nothing but rules of single fields, for volumes of pods and persistent ones. */
export const PLAIN_SOURCES = {
  gcePersistentDisk: fieldChecker(GCEPersistentDiskVolumeSource),
  awsElasticBlockStore: fieldChecker(AWSElasticBlockStoreVolumeSource),
  rbd: fieldChecker(RBDVolumeSource),
  cephfs: fieldChecker(CephFSVolumeSource),
  vsphereVolume: fieldChecker(VsphereVirtualDiskVolumeSource),
  photonPersistentDisk: fieldChecker(PhotonPersistentDiskVolumeSource),
  portworxVolume: fieldChecker(PortworxVolumeSource),
  scaleIO: fieldChecker(ScaleIOVolumeSource),
  glusterfs: fieldChecker(GlusterfsVolumeSource),
  cinder: fieldChecker(CinderVolumeSource),
  azureFile: fieldChecker(AzureFileVolumeSource),
} as const;

/** Checks that each of the members is set. */
export function checkMembers(source: object, path: FieldPath, names: readonly string[]): FieldError[] {
  const members = source as Readonly<Record<string, unknown>>;
  return names.flatMap((name) => {
    const value = members[name];
    const isSet = Array.isArray(value) ? value.length > 0 : Boolean(value);
    return isSet ? [] : [required(path.child(name))];
  });
}

/** Checks a directory or file of the node. */
export function validateHostPath(source: HostPathVolumeSource, path: FieldPath): FieldError[] {
  const errors = checkHostPath(source, path, 'path');
  if (errors.length > 0) return errors;
  return [...checkNoBacksteps(source.path, path.child('path')), ...checkHostPath(source, path, 'type')];
}

/** Checks a git repository. */
export function validateGitRepo(source: GitRepoVolumeSource, path: FieldPath): FieldError[] {
  return [...checkGitRepo(source, path), ...checkDescendingPath(source.directory ?? '', path.child('directory'))];
}

/** Checks an NFS export. */
export function validateNfs(source: NFSVolumeSource, path: FieldPath): FieldError[] {
  const isAbsolute = source.path.startsWith('/');
  return [
    ...checkNfs(source, path),
    ...(isAbsolute ? [] : [invalid(path.child('path'), source.path, 'must be an absolute path')]),
  ];
}

type Iscsi = Omit<ISCSIVolumeSource, 'secretRef'> & { secretRef?: { name?: string } };

/** The differences between an iSCSI disk of a pod and one of a persistent volume. */
interface IscsiVariant {
  /** An addition to the error for an invalid name. */
  readonly hint: string;
  /** Further rules for the portal, asked where the reference asks them. */
  readonly portalErrors: () => FieldError[];
  /** Further rules for the secret. */
  readonly secretErrors: () => FieldError[];
}

const POD_DISK: IscsiVariant = {
  hint: ' starting with iqn, eui, or naa',
  portalErrors: () => [],
  secretErrors: () => [],
};

/** Checks an iSCSI disk. */
export function validateIscsi(source: Iscsi, path: FieldPath, variant = POD_DISK): FieldError[] {
  const { hint } = variant;
  const hasChap = source.chapAuthDiscovery || source.chapAuthSession;
  const initiator = source.initiatorName;
  return [
    ...checkIscsi(source, path, 'targetPortal'),
    ...variant.portalErrors(),
    ...checkIscsi(source, path, 'iqn'),
    ...(source.iqn ? iqnErrors(source.iqn, path.child('iqn'), hint) : []),
    ...checkIscsi(source, path, 'lun'),
    ...(hasChap && !source.secretRef ? [required(path.child('secretRef'))] : []),
    ...variant.secretErrors(),
    ...(initiator === undefined ? [] : iqnErrors(initiator, path.child('initiatorname'), hint)),
  ];
}

function iqnErrors(name: string, path: FieldPath, hint: string): FieldError[] {
  const form = TARGET_FORMS.find(({ prefix }) => name.startsWith(prefix));
  if (!form) return [invalid(path, name, `must be valid format${hint}`)];
  return form.fits(name) ? [] : [invalid(path, name, 'must be valid format')];
}

const TARGET_FORMS: readonly { readonly prefix: string; readonly fits: (name: string) => boolean }[] = [
  { prefix: 'iqn', fits: hasIqn },
  { prefix: 'eui', fits: (name) => EUI.test(name) },
  { prefix: 'naa', fits: (name) => NAA.test(name) },
];

/**
 * Reports whether a name ends in `iqn.<yyyy-mm>.<authority>:<rest>`. The characters of an authority come in runs, of
 * which one has to hold it up to the colon; what comes after knows no blanks and the like.
 */
function hasIqn(name: string): boolean {
  const lastForbidden = Math.max(...IQN_FORBIDDEN.map((char) => name.lastIndexOf(char)), lastBlank(name));
  for (const run of name.matchAll(/[A-Za-z0-9\-.]+/g)) {
    const end = run.index + run[0].length;
    const hasRest = name[end] === ':' && end + 1 < name.length && lastForbidden <= end;
    if (hasRest && IQN_AUTHORITY.test(run[0])) return true;
  }
  return false;
}

function lastBlank(name: string): number {
  return name.trimEnd().length < name.length ? name.length - 1 : name.search(/\s\S*$/);
}

/** Checks a fibre channel disk. */
export function validateFibreChannel(source: FCVolumeSource, path: FieldPath): FieldError[] {
  const { targetWWNs = [], wwids = [], lun } = source;
  const place = path.child('targetWWNs');
  const errors: FieldError[] = [];
  if (targetWWNs.length === 0 && wwids.length === 0) {
    errors.push(required(place, 'must specify either targetWWNs or wwids, but not both'));
  }
  if (targetWWNs.length > 0 && wwids.length > 0) {
    errors.push(invalid(place, targetWWNs, 'targetWWNs and wwids can not be specified simultaneously'));
  }
  if (targetWWNs.length === 0) return errors;
  if (lun === undefined) return [...errors, required(path.child('lun'), 'lun is required if targetWWNs is specified')];
  return [...errors, ...checkFibreChannel(source, path)];
}

/** Checks a Flocker dataset. */
export function validateFlocker(source: FlockerVolumeSource, path: FieldPath): FieldError[] {
  const { datasetName = '', datasetUUID = '' } = source;
  const errors: FieldError[] = [];
  if (!datasetName && !datasetUUID) errors.push(required(path, 'one of datasetName and datasetUUID is required'));
  if (datasetName && datasetUUID) {
    errors.push(invalid(path, 'resource', 'datasetName and datasetUUID can not be specified simultaneously'));
  }
  if (datasetName.includes('/')) errors.push(invalid(path.child('datasetName'), datasetName, "must not contain '/'"));
  return errors;
}

/** Checks a Quobyte volume. */
export function validateQuobyte(source: QuobyteVolumeSource, path: FieldPath): FieldError[] {
  const errors: FieldError[] = [];
  const place = path.child('registry');
  if (!source.registry) {
    errors.push(required(place, 'must be a host:port pair or multiple pairs separated by commas'));
  } else if (Buffer.byteLength(source.tenant ?? '') > TENANT_MAX) {
    errors.push(required(path.child('tenant'), 'must be a UUID and may not exceed a length of 64 characters'));
  } else {
    for (const pair of source.registry.split(',')) {
      if (/^([^:[\]]*|\[[^[\]]*\]):[^:]*$/.test(pair)) continue;
      const text = 'must be a host:port pair or multiple pairs separated by commas';
      errors.push(invalid(place, source.registry, text));
    }
  }
  return [...errors, ...checkQuobyte(source, path)];
}

const MANAGED_URI = '/subscriptions/{sub-id}/resourcegroups/{group-name}/providers/microsoft.compute/disks/{disk-id}';
const BLOB_URI = 'https://{account-name}.blob.core.windows.net/{container-name}/{disk-name}.vhd';

/** Checks an Azure disk. */
export function validateAzureDisk(source: AzureDiskVolumeSource, path: FieldPath): FieldError[] {
  const { kind = '', diskURI } = source;
  const place = path.child('diskURI');
  const errors = checkAzureDisk(source, path, 'diskName', 'diskURI', 'cachingMode', 'kind');
  if (kind === 'Managed' && !diskURI.startsWith('/subscriptions/')) {
    errors.push(notSupported(place, diskURI, [MANAGED_URI]));
  }
  if (kind !== 'Managed' && !diskURI.startsWith('https://')) errors.push(notSupported(place, diskURI, [BLOB_URI]));
  return errors;
}

/** A StorageOS volume of a pod, or a persistent one: their secrets are named differently. */
type StorageOs = Omit<StorageOSVolumeSource, 'secretRef'> & { secretRef?: { name?: string; namespace?: string } };

/** Checks a StorageOS volume; its secret, when it has one, needs the given members. */
export function validateStorageOs(
  source: StorageOs,
  path: FieldPath,
  secretMembers: readonly ('name' | 'namespace')[],
): FieldError[] {
  const { secretRef } = source;
  return [
    ...checkStorageOs(source, path, 'volumeName', 'volumeNamespace'),
    ...(secretRef ? checkMembers(secretRef, path.child('secretRef'), secretMembers) : []),
  ];
}

/** Checks a volume driver's options: no key may lie in the project's own domains. */
export function validateFlexVolume(
  source: Pick<FlexVolumeSource, 'driver' | 'options'>,
  path: FieldPath,
): FieldError[] {
  const errors = checkFlexVolume(source, path);
  for (const key of Object.keys(source.options ?? {}).sort()) {
    const domain = `.${key.split('/', 1)[0].toLowerCase()}`;
    if (!domain.endsWith('.kubernetes.io') && !domain.endsWith('.k8s.io')) continue;
    errors.push(invalid(path.child('options').key(key), key, 'kubernetes.io and k8s.io namespaces are reserved'));
  }
  return errors;
}
