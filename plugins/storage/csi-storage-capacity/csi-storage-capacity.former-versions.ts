import { ApiType, type KindVersion, sameShape } from '../../../src/plugin-api/index.js';
import { CSIStorageCapacity } from './csi-storage-capacity.v1.js';

/** CSIStorageCapacity as storage.k8s.io/v1beta1 had it. */
@ApiType({ name: 'k8s.io.api.storage.v1beta1.CSIStorageCapacity', inherits: true })
class CSIStorageCapacityV1beta1 extends CSIStorageCapacity {}

/** CSIStorageCapacity as storage.k8s.io/v1alpha1 had it. */
@ApiType({ name: 'k8s.io.api.storage.v1alpha1.CSIStorageCapacity', inherits: true })
class CSIStorageCapacityV1alpha1 extends CSIStorageCapacity {}

/** The versions of the kind before v1, all of the same shape. */
export const FORMER_CSI_STORAGE_CAPACITY_VERSIONS: readonly KindVersion[] = [
  {
    name: 'v1beta1',
    type: CSIStorageCapacityV1beta1,
    conversion: sameShape,
    introduced: '1.21',
    deprecated: '1.24',
    removed: '1.27',
    replacement: 'storage.k8s.io/v1 CSIStorageCapacity',
  },
  {
    name: 'v1alpha1',
    type: CSIStorageCapacityV1alpha1,
    conversion: sameShape,
    introduced: '1.19',
    deprecated: '1.21',
    removed: '1.24',
    replacement: 'storage.k8s.io/v1beta1 CSIStorageCapacity',
    onByDefault: false,
  },
];
