import { defineKind } from '../../../src/plugin-api/index.js';
import { persistentVolumeClaimColumns } from './persistent-volume-claim.columns.js';
import { persistentVolumeClaimStrategy } from './persistent-volume-claim.strategy.js';
import { PersistentVolumeClaim } from './persistent-volume-claim.v1.js';

/** PersistentVolumeClaim: a request for storage. */
export const persistentVolumeClaimKind = defineKind<PersistentVolumeClaim>({
  kind: 'PersistentVolumeClaim',
  plural: 'persistentvolumeclaims',
  shortNames: ['pvc'],
  namespaced: true,
  versions: [{ name: 'v1', type: PersistentVolumeClaim }],
  storageVersion: 'v1',
  strategy: persistentVolumeClaimStrategy,
  hasStatus: true,
  resetFields: ['status'],
  statusResetFields: ['spec'],
  columns: persistentVolumeClaimColumns,
  allowUnconditionalUpdate: true,
  deleteReturnsObject: true,
  generation: 'none',
});
