import { type Strategy } from '../../../src/plugin-api/index.js';
import { validateObjectMeta } from '../../../src/plugin-api/built-in.js';
import type { NetworkPolicy } from './network-policy.v1.js';
import {
  validateNetworkPolicy,
  validateNetworkPolicySpec,
  validateNetworkPolicyUpdate,
} from './network-policy.validation.js';

/** The rules of network policies. */
export const networkPolicyStrategy: Strategy<NetworkPolicy> = {
  checksMetadataOnUpdate: true,
  validate: validateNetworkPolicy,
  // The reference checks the whole object twice on an update; clients see every cause twice.
  validateUpdate: (policy, old) => [
    ...validateObjectMeta(policy.metadata, { namespaced: true }),
    ...validateNetworkPolicySpec(policy, old),
    ...validateNetworkPolicyUpdate(policy, old),
  ],
};
