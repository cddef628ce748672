import { FieldPath, Quantity, type ObjectMeta } from '../../../src/plugin-api/index.js';
import type {
  PersistentVolumeClaim,
  PersistentVolumeClaimSpec,
} from '../persistent-volume-claim/persistent-volume-claim.v1.js';
import { nodeTermWarnings } from '../pod/warnings/node-label-warnings.js';
import type { PersistentVolume, PersistentVolumeSource } from './persistent-volume.v1.js';

const SPEC = FieldPath.of('spec');
const CLASS_ANNOTATION = 'volume.beta.kubernetes.io/storage-class';
const MOUNT_ANNOTATION = 'volume.beta.kubernetes.io/mount-options';
const NO_CLASS_ANNOTATION = 'deprecated since v1.8; use "storageClassName" attribute instead';
const NO_MOUNT_ANNOTATION = 'deprecated since v1.31; use "mountOptions" attribute instead';
const NO_RECYCLE =
  'The Recycle reclaim policy is deprecated. Instead, the recommended approach is to use dynamic provisioning.';

const SOURCES: readonly (readonly [keyof PersistentVolumeSource, string, string])[] = [
  ['cephfs', 'cephfs', 'deprecated in v1.28, non-functional in v1.31+'],
  ['photonPersistentDisk', 'photonPersistentDisk', 'deprecated in v1.11, non-functional in v1.16+'],
  ['scaleIO', 'scaleIO', 'deprecated in v1.16, non-functional in v1.22+'],
  ['storageos', 'storageOS', 'deprecated in v1.22, non-functional in v1.25+'],
  ['glusterfs', 'glusterfs', 'deprecated in v1.25, non-functional in v1.26+'],
  ['rbd', 'rbd', 'deprecated in v1.28, non-functional in v1.31+'],
];

/** Returns warnings for a volume. */
export function volumeWarnings({ metadata, spec = {} }: PersistentVolume): string[] {
  const terms = spec.nodeAffinity?.required?.nodeSelectorTerms ?? [];
  const place = SPEC.child('nodeAffinity', 'required', 'nodeSelectorTerms');
  return [
    ...annotationWarnings(metadata, CLASS_ANNOTATION, NO_CLASS_ANNOTATION),
    ...annotationWarnings(metadata, MOUNT_ANNOTATION, NO_MOUNT_ANNOTATION),
    ...(spec.persistentVolumeReclaimPolicy === 'Recycle'
      ? [`${SPEC.child('persistentVolumeReclaimPolicy')}: ${NO_RECYCLE}`]
      : []),
    ...terms.flatMap((term, i) => nodeTermWarnings(term, place.index(i), { checksValues: false })),
    ...SOURCES.filter(([name]) => spec[name]).map(([, shown, text]) => `${SPEC.child(shown)}: ${text}`),
  ];
}

/** Returns warnings for a claim. */
export function claimWarnings({ metadata, spec }: PersistentVolumeClaim): string[] {
  return [
    ...annotationWarnings(metadata, CLASS_ANNOTATION, NO_CLASS_ANNOTATION),
    ...claimSpecWarnings(spec ?? {}, SPEC),
  ];
}

/** Returns warnings for what a claim asks for, alone or in a pod's template. */
export function claimSpecWarnings({ resources }: PersistentVolumeClaimSpec, path: FieldPath): string[] {
  return (['requests', 'limits'] as const).flatMap((list) =>
    fractionWarnings(resources?.[list]?.storage, path.child('resources', list).key('storage')),
  );
}

function annotationWarnings({ annotations }: ObjectMeta, key: string, text: string): string[] {
  if (annotations?.[key] === undefined) return [];
  return [`${FieldPath.of('metadata', 'annotations').key(key)}: ${text}`];
}

/** Warns of an amount of bytes at `path` that is not whole. */
export function fractionWarnings(amount: string | number | undefined, path: FieldPath): string[] {
  if (amount === undefined || Quantity.fromJson(amount).milliValue() % 1000n === 0n) return [];
  return [`${path}: fractional byte value ${JSON.stringify(amount)} is invalid, must be an integer`];
}
