import { defineKind } from '../../../src/plugin-api/index.js';
import { networkPolicyColumns } from './network-policy.columns.js';
import { networkPolicyStrategy } from './network-policy.strategy.js';
import { NetworkPolicy } from './network-policy.v1.js';
import { FORMER_NETWORK_POLICY_VERSIONS } from './network-policy.former-versions.js';

/** NetworkPolicy: limits which traffic pods may have. */
export const networkPolicyKind = defineKind<NetworkPolicy>({
  kind: 'NetworkPolicy',
  plural: 'networkpolicies',
  shortNames: ['netpol'],
  namespaced: true,
  versions: [{ name: 'v1', type: NetworkPolicy, introduced: '1.7' }, ...FORMER_NETWORK_POLICY_VERSIONS],
  storageVersion: 'v1',
  storagePrefix: 'networkpolicies',
  strategy: networkPolicyStrategy,
  generation: 'givenSpec',
  columns: networkPolicyColumns,
  allowUnconditionalUpdate: true,
});
