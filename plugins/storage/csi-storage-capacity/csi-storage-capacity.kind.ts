import { defineKind } from '../../../src/plugin-api/index.js';
import { CREATION_COLUMNS } from '../../../src/plugin-api/built-in.js';
import { csiStorageCapacityStrategy } from './csi-storage-capacity.strategy.js';
import { CSIStorageCapacity } from './csi-storage-capacity.v1.js';
import { FORMER_CSI_STORAGE_CAPACITY_VERSIONS } from './csi-storage-capacity.former-versions.js';

/** CSIStorageCapacity: how much room there is for volumes. */
export const csiStorageCapacityKind = defineKind<CSIStorageCapacity>({
  kind: 'CSIStorageCapacity',
  plural: 'csistoragecapacities',
  namespaced: true,
  versions: [{ name: 'v1', type: CSIStorageCapacity, introduced: '1.24' }, ...FORMER_CSI_STORAGE_CAPACITY_VERSIONS],
  storageVersion: 'v1',
  storagePrefix: 'csistoragecapacities',
  strategy: csiStorageCapacityStrategy,
  generation: 'none',
  columns: CREATION_COLUMNS,
});
