import { ApiType, type KindVersion, sameShape } from '../../../src/plugin-api/index.js';
import { defaultStorageClass } from './storage-class.defaults.js';
import { StorageClass } from './storage-class.v1.js';

/** StorageClass as storage.k8s.io/v1beta1 had it. */
@ApiType({ name: 'k8s.io.api.storage.v1beta1.StorageClass', inherits: true, defaults: defaultStorageClass })
class StorageClassV1beta1 extends StorageClass {}

/** The versions of the kind before v1, all of the same shape. */
export const FORMER_STORAGE_CLASS_VERSIONS: readonly KindVersion[] = [
  {
    name: 'v1beta1',
    type: StorageClassV1beta1,
    conversion: sameShape,
    introduced: '1.4',
    deprecated: '1.19',
    removed: '1.22',
    replacement: 'storage.k8s.io/v1 StorageClass',
  },
];
