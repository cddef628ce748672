import { ApiType, type KindVersion, sameShape } from '../../../src/plugin-api/index.js';
import { ControllerRevision } from './controller-revision.v1.js';

/** ControllerRevision as apps/v1beta2 had it. */
@ApiType({ name: 'k8s.io.api.apps.v1beta2.ControllerRevision', inherits: true })
class ControllerRevisionV1beta2 extends ControllerRevision {}

/** ControllerRevision as apps/v1beta1 had it. */
@ApiType({ name: 'k8s.io.api.apps.v1beta1.ControllerRevision', inherits: true })
class ControllerRevisionV1beta1 extends ControllerRevision {}

/** The versions of the kind before v1, all of the same shape. */
export const FORMER_CONTROLLER_REVISION_VERSIONS: readonly KindVersion[] = [
  {
    name: 'v1beta2',
    type: ControllerRevisionV1beta2,
    conversion: sameShape,
    introduced: '1.8',
    deprecated: '1.9',
    removed: '1.16',
    replacement: 'apps/v1 ControllerRevision',
  },
  {
    name: 'v1beta1',
    type: ControllerRevisionV1beta1,
    conversion: sameShape,
    introduced: '1.7',
    deprecated: '1.8',
    removed: '1.16',
    replacement: 'apps/v1 ControllerRevision',
  },
];
