import { defineKind } from '../../../src/plugin-api/index.js';
import { persistentVolumeColumns } from './persistent-volume.columns.js';
import { persistentVolumeStrategy } from './persistent-volume.strategy.js';
import { PersistentVolume } from './persistent-volume.v1.js';

/** PersistentVolume: storage that pods can claim. */
export const persistentVolumeKind = defineKind<PersistentVolume>({
  kind: 'PersistentVolume',
  plural: 'persistentvolumes',
  shortNames: ['pv'],
  namespaced: false,
  versions: [{ name: 'v1', type: PersistentVolume }],
  storageVersion: 'v1',
  strategy: persistentVolumeStrategy,
  hasStatus: true,
  resetFields: ['status'],
  statusResetFields: ['spec'],
  columns: persistentVolumeColumns,
  allowUnconditionalUpdate: true,
  deleteReturnsObject: true,
  generation: 'none',
});
