import { ApiType, type KindVersion, sameShape } from '../../../src/plugin-api/index.js';
import { defaultIngressClass } from './ingress-class.defaults.js';
import { IngressClass } from './ingress-class.v1.js';

/** IngressClass as networking.k8s.io/v1beta1 had it. */
@ApiType({ name: 'k8s.io.api.networking.v1beta1.IngressClass', inherits: true, defaults: defaultIngressClass })
class IngressClassV1beta1 extends IngressClass {}

/** The versions of the kind before v1, all of the same shape. */
export const FORMER_INGRESS_CLASS_VERSIONS: readonly KindVersion[] = [
  {
    name: 'v1beta1',
    type: IngressClassV1beta1,
    conversion: sameShape,
    introduced: '1.18',
    deprecated: '1.19',
    removed: '1.22',
    replacement: 'networking.k8s.io/v1 IngressClassList',
  },
];
