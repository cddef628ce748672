import { ApiType, type KindVersion, sameShape } from '../../../src/plugin-api/index.js';
import { runtimeClassConversion } from './runtime-class.conversion.js';
import { RuntimeClassV1alpha1 } from './runtime-class.v1alpha1.js';
import { RuntimeClass } from './runtime-class.v1.js';

/** RuntimeClass as node.k8s.io/v1beta1 had it. */
@ApiType({ name: 'k8s.io.api.node.v1beta1.RuntimeClass', inherits: true })
class RuntimeClassV1beta1 extends RuntimeClass {}

/** The versions of the kind before v1. */
export const FORMER_RUNTIME_CLASS_VERSIONS: readonly KindVersion[] = [
  {
    name: 'v1beta1',
    type: RuntimeClassV1beta1,
    conversion: sameShape,
    introduced: '1.13',
    deprecated: '1.22',
    removed: '1.25',
  },
  {
    name: 'v1alpha1',
    type: RuntimeClassV1alpha1,
    conversion: runtimeClassConversion,
    replacement: 'node.k8s.io/v1 RuntimeClass',
    served: false,
  },
];
