import { ApiType, type KindVersion, sameShape } from '../../../src/plugin-api/index.js';
import { CSINode } from './csi-node.v1.js';

/** CSINode as storage.k8s.io/v1beta1 had it. */
@ApiType({ name: 'k8s.io.api.storage.v1beta1.CSINode', inherits: true })
class CSINodeV1beta1 extends CSINode {}

/** The versions of the kind before v1, all of the same shape. */
export const FORMER_CSI_NODE_VERSIONS: readonly KindVersion[] = [
  {
    name: 'v1beta1',
    type: CSINodeV1beta1,
    conversion: sameShape,
    introduced: '1.14',
    deprecated: '1.17',
    removed: '1.22',
    replacement: 'storage.k8s.io/v1 CSINode',
  },
];
