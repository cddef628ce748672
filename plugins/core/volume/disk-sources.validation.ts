import { invalid, notSupported, required, type FieldError, type FieldPath } from '../../../src/plugin-api/index.js';
import { checkDescendingPath, checkLabel, checkNoBacksteps, checkOneOf, checkSet } from '../pod/validation/checks.js';
import type {
  AzureDiskVolumeSource,
  FCVolumeSource,
  FlockerVolumeSource,
  ISCSIVolumeSource,
  NFSVolumeSource,
  QuobyteVolumeSource,
} from './disk-sources.v1.js';
import type { GitRepoVolumeSource, HostPathVolumeSource } from './volume.v1.js';

const IQN_AUTHORITY = /iqn\.\d{4}-\d{2}\../;
const IQN_FORBIDDEN = [',', ';', '*', '&', '$', '|'];
const EUI = /^eui\.[A-Za-z0-9]{16}$/;
const NAA = /^naa\.[A-Za-z0-9]{32}$/;
const TENANT_MAX = 64;
const HOST_PATH_TYPES = [
  '',
  'BlockDevice',
  'CharDevice',
  'Directory',
  'DirectoryOrCreate',
  'File',
  'FileOrCreate',
  'Socket',
];

/** Checks a number from 0 to 255. */
export function checkByte(value: number, path: FieldPath): FieldError[] {
  return value >= 0 && value <= 255 ? [] : [invalid(path, value, 'must be between 0 and 255, inclusive')];
}

/** Checks the number of a disk's partition; 0 stands for the whole disk. */
export function checkPartition(value: number | undefined, path: FieldPath): FieldError[] {
  const partition = value ?? 0;
  return partition >= 0 && partition <= 255 ? [] : [invalid(path, partition, 'must be between 1 and 255, inclusive')];
}

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
  if (!source.path) return [required(path.child('path'))];
  return [
    ...checkNoBacksteps(source.path, path.child('path')),
    ...checkOneOf(source.type, path.child('type'), HOST_PATH_TYPES),
  ];
}

/** Checks a git repository. */
export function validateGitRepo(source: GitRepoVolumeSource, path: FieldPath): FieldError[] {
  return [
    ...checkSet(source.repository, path.child('repository')),
    ...checkDescendingPath(source.directory ?? '', path.child('directory')),
  ];
}

/** Checks an NFS export. */
export function validateNfs(source: NFSVolumeSource, path: FieldPath): FieldError[] {
  const isAbsolute = source.path.startsWith('/');
  return [
    ...checkMembers(source, path, ['server', 'path']),
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
    ...checkSet(source.targetPortal, path.child('targetPortal')),
    ...variant.portalErrors(),
    ...(source.iqn ? iqnErrors(source.iqn, path.child('iqn'), hint) : [required(path.child('iqn'))]),
    ...checkByte(source.lun, path.child('lun')),
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
  return [...errors, ...checkByte(lun, path.child('lun'))];
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
  return [...errors, ...checkSet(source.volume, path.child('volume'))];
}

const MANAGED_URI = '/subscriptions/{sub-id}/resourcegroups/{group-name}/providers/microsoft.compute/disks/{disk-id}';
const BLOB_URI = 'https://{account-name}.blob.core.windows.net/{container-name}/{disk-name}.vhd';

/** Checks an Azure disk. */
export function validateAzureDisk(source: AzureDiskVolumeSource, path: FieldPath): FieldError[] {
  const { kind = '', cachingMode, diskURI } = source;
  const place = path.child('diskURI');
  const errors = checkMembers(source, path, ['diskName', 'diskURI']);
  errors.push(...checkOneOf(cachingMode, path.child('cachingMode'), ['None', 'ReadOnly', 'ReadWrite']));
  errors.push(...checkOneOf(kind, path.child('kind'), ['Dedicated', 'Managed', 'Shared']));
  if (kind === 'Managed' && !diskURI.startsWith('/subscriptions/')) {
    errors.push(notSupported(place, diskURI, [MANAGED_URI]));
  }
  if (kind !== 'Managed' && !diskURI.startsWith('https://')) errors.push(notSupported(place, diskURI, [BLOB_URI]));
  return errors;
}

interface StorageOs {
  volumeName?: string;
  volumeNamespace?: string;
  secretRef?: { name?: string; namespace?: string };
}

/** Checks a StorageOS volume; its secret, when it has one, needs the given members. */
export function validateStorageOs(
  source: StorageOs,
  path: FieldPath,
  secretMembers: readonly ('name' | 'namespace')[],
): FieldError[] {
  const { volumeName, volumeNamespace, secretRef } = source;
  return [
    ...(volumeName ? checkLabel(volumeName, path.child('volumeName')) : [required(path.child('volumeName'))]),
    ...(volumeNamespace ? checkLabel(volumeNamespace, path.child('volumeNamespace')) : []),
    ...(secretRef ? checkMembers(secretRef, path.child('secretRef'), secretMembers) : []),
  ];
}

/** Checks a volume driver's options: no key may lie in the project's own domains. */
export function validateFlexVolume(
  source: { driver: string; options?: Readonly<Record<string, string>> },
  path: FieldPath,
): FieldError[] {
  const errors = checkSet(source.driver, path.child('driver'));
  for (const key of Object.keys(source.options ?? {}).sort()) {
    const domain = `.${key.split('/', 1)[0].toLowerCase()}`;
    if (!domain.endsWith('.kubernetes.io') && !domain.endsWith('.k8s.io')) continue;
    errors.push(invalid(path.child('options').key(key), key, 'kubernetes.io and k8s.io namespaces are reserved'));
  }
  return errors;
}
