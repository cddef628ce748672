import { ApiType, type KindVersion, sameShape } from '../../../src/plugin-api/index.js';
import { IPAddress } from './ip-address.v1beta1.js';

/** IPAddress as networking.k8s.io/v1alpha1 had it. */
@ApiType({ name: 'k8s.io.api.networking.v1alpha1.IPAddress', inherits: true })
class IPAddressV1alpha1 extends IPAddress {}

/** The versions of the kind before v1beta1, all of the same shape. */
export const FORMER_IP_ADDRESS_VERSIONS: readonly KindVersion[] = [
  {
    name: 'v1alpha1',
    type: IPAddressV1alpha1,
    conversion: sameShape,
    introduced: '1.27',
    deprecated: '1.30',
    removed: '1.31',
    deprecation: 'networking.k8s.io/v1alpha1 IPAddress is deprecated in v1.30+, unavailable in v1.33+',
    onByDefault: false,
  },
];
