import { ApiType, type KindVersion, sameShape } from '../../../src/plugin-api/index.js';
import { defaultNetworkPolicy } from './network-policy.defaults.js';
import { NetworkPolicy } from './network-policy.v1.js';

/** NetworkPolicy as extensions/v1beta1 had it. */
@ApiType({ name: 'k8s.io.api.extensions.v1beta1.NetworkPolicy', inherits: true, defaults: defaultNetworkPolicy })
class NetworkPolicyExtensions extends NetworkPolicy {}

/** The versions of the kind before v1, all of the same shape. */
export const FORMER_NETWORK_POLICY_VERSIONS: readonly KindVersion[] = [
  {
    group: 'extensions',
    name: 'v1beta1',
    type: NetworkPolicyExtensions,
    conversion: sameShape,
    introduced: '1.3',
    deprecated: '1.9',
    removed: '1.16',
    replacement: 'networking.k8s.io/v1 NetworkPolicy',
  },
];
