import { type FieldError, type FieldPath, forbidden, required } from '../../../src/plugin-api/index.js';
import { fieldChecker } from '../../../src/plugin-api/built-in.js';
import { validateAccessModes } from '../persistent-volume-claim/persistent-volume-claim.validation.js';
import { sourceErrors } from './persistent-volume-sources.js';
import { PersistentVolumeSpec } from './persistent-volume.v1.js';

const checkSpec = fieldChecker(PersistentVolumeSpec);
const CONTEXT = 'in the context of inline volumes';

/** Checks an inline volume of a pod: it is of a CSI driver, and without a claim. */
export function validateInlineVolumeSpec(spec: PersistentVolumeSpec, path: FieldPath): FieldError[] {
  const { claimRef, capacity = {}, csi, accessModes, nodeAffinity, storageClassName } = spec;
  const refuse = (isThere: boolean, member: string): FieldError[] =>
    isThere ? [forbidden(path.child(member), `may not be specified ${CONTEXT}`)] : [];
  return [
    ...refuse(Boolean(claimRef), 'claimRef'),
    ...refuse(Object.keys(capacity).length > 0, 'capacity'),
    ...(csi ? [] : [required(path.child('csi'), `has to be specified ${CONTEXT}`)]),
    ...checkSpec(spec, path, 'accessModes'),
    ...validateAccessModes(accessModes, path.child('accessModes')),
    ...policyErrors(spec, path.child('persistentVolumeReclaimPolicy')),
    ...refuse(Boolean(nodeAffinity), 'nodeAffinity'),
    ...sourceErrors(spec, '', path),
    ...refuse(Boolean(storageClassName), 'storageClassName'),
    ...modeErrors(spec, path.child('volumeMode')),
  ];
}

function policyErrors({ persistentVolumeReclaimPolicy: policy }: PersistentVolumeSpec, path: FieldPath): FieldError[] {
  return !policy || policy === 'Retain' ? [] : [forbidden(path, `may only be Retain ${CONTEXT}`)];
}

function modeErrors({ volumeMode }: PersistentVolumeSpec, path: FieldPath): FieldError[] {
  if (volumeMode === undefined || volumeMode === 'Filesystem') return [];
  return [forbidden(path, `may not specify volumeMode other than Filesystem ${CONTEXT}`)];
}
