import { ApiType, type KindVersion, sameShape } from '../../../src/plugin-api/index.js';
import { ServiceCIDR } from './service-cidr.v1beta1.js';

/** ServiceCIDR as networking.k8s.io/v1alpha1 had it. */
@ApiType({ name: 'k8s.io.api.networking.v1alpha1.ServiceCIDR', inherits: true })
class ServiceCIDRV1alpha1 extends ServiceCIDR {}

/** The versions of the kind before v1beta1, all of the same shape. */
export const FORMER_SERVICE_CIDR_VERSIONS: readonly KindVersion[] = [
  {
    name: 'v1alpha1',
    type: ServiceCIDRV1alpha1,
    conversion: sameShape,
    introduced: '1.29',
    deprecated: '1.30',
    removed: '1.31',
    deprecation: 'networking.k8s.io/v1alpha1 ServiceCIDR is deprecated in v1.30+, unavailable in v1.33+',
    onByDefault: false,
  },
];
