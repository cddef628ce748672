import { ApiType, type KindVersion, sameShape } from '../../../src/plugin-api/index.js';
import { PriorityClass } from './priority-class.v1.js';

/** PriorityClass as scheduling.k8s.io/v1beta1 had it. */
@ApiType({ name: 'k8s.io.api.scheduling.v1beta1.PriorityClass', inherits: true })
class PriorityClassV1beta1 extends PriorityClass {}

/** PriorityClass as scheduling.k8s.io/v1alpha1 had it. */
@ApiType({ name: 'k8s.io.api.scheduling.v1alpha1.PriorityClass', inherits: true })
class PriorityClassV1alpha1 extends PriorityClass {}

/** The versions of the kind before v1, all of the same shape. */
export const FORMER_PRIORITY_CLASS_VERSIONS: readonly KindVersion[] = [
  {
    name: 'v1beta1',
    type: PriorityClassV1beta1,
    conversion: sameShape,
    introduced: '1.11',
    deprecated: '1.14',
    removed: '1.22',
    replacement: 'scheduling.k8s.io/v1 PriorityClass',
  },
  {
    name: 'v1alpha1',
    type: PriorityClassV1alpha1,
    conversion: sameShape,
    replacement: 'scheduling.k8s.io/v1 PriorityClass',
    served: false,
  },
];
