import { ApiType, type KindVersion, sameShape } from '../../src/plugin-api/index.js';
import { FORMER_SCALES } from '../apps/index.js';
import { ReplicationController } from '../core/index.js';

/** The parent of the scales of replication controllers. */
@ApiType({ name: 'k8s.io.api.extensions.v1beta1.ReplicationControllerDummy', inherits: true })
class ReplicationControllerExtensions extends ReplicationController {}

/** Replication controllers as the group had them: nothing of them but their scales. */
export const FORMER_REPLICATION_CONTROLLER_VERSIONS: readonly KindVersion[] = [
  {
    name: 'v1beta1',
    type: ReplicationControllerExtensions,
    verbs: [],
    hasStatus: false,
    scaleForm: FORMER_SCALES.extensions,
    conversion: sameShape,
    introduced: '1.1',
    removed: '1.16',
  },
];
