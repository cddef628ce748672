import { ApiType, type KindVersion, sameShape } from '../../../src/plugin-api/index.js';
import { defaultCsiDriver } from './csi-driver.defaults.js';
import { CSIDriver } from './csi-driver.v1.js';

/** CSIDriver as storage.k8s.io/v1beta1 had it. */
@ApiType({ name: 'k8s.io.api.storage.v1beta1.CSIDriver', inherits: true, defaults: defaultCsiDriver })
class CSIDriverV1beta1 extends CSIDriver {}

/** The versions of the kind before v1, all of the same shape. */
export const FORMER_CSI_DRIVER_VERSIONS: readonly KindVersion[] = [
  {
    name: 'v1beta1',
    type: CSIDriverV1beta1,
    conversion: sameShape,
    introduced: '1.14',
    deprecated: '1.19',
    removed: '1.22',
    replacement: 'storage.k8s.io/v1 CSIDriver',
  },
];
