import { defineKind } from '../../../src/plugin-api/index.js';
import { csiStorageCapacityStrategy } from './csi-storage-capacity.strategy.js';
import { CSIStorageCapacity } from './csi-storage-capacity.v1.js';

/** CSIStorageCapacity: how much room there is for volumes. */
export const csiStorageCapacityKind = defineKind<CSIStorageCapacity>({
  kind: 'CSIStorageCapacity',
  plural: 'csistoragecapacities',
  namespaced: true,
  versions: [{ name: 'v1', type: CSIStorageCapacity, introduced: '1.24' }],
  formerVersions: ['storage.k8s.io/v1beta1', 'storage.k8s.io/v1alpha1'],
  storageVersion: 'v1',
  storagePrefix: 'csistoragecapacities',
  strategy: csiStorageCapacityStrategy,
  generation: 'none',
});
