import type { Strategy } from '../../../src/plugin-api/index.js';
import type { NetworkPolicy } from './network-policy.v1.js';
import { validateNetworkPolicy, validateNetworkPolicyUpdate } from './network-policy.validation.js';

/** The rules of network policies. */
export const networkPolicyStrategy: Strategy<NetworkPolicy> = {
  checksMetadataOnUpdate: true,
  validate: validateNetworkPolicy,
  validateUpdate: validateNetworkPolicyUpdate,
};
