import { type Strategy } from '../../../src/plugin-api/index.js';
import { validateObjectMeta } from '../../../src/plugin-api/built-in.js';
import { newNetworkWarnings } from '../../core/index.js';
import type { NetworkPolicy, NetworkPolicyPeer } from './network-policy.v1.js';
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
  warningsOnCreate: blockWarnings,
  warningsOnUpdate: blockWarnings,
};

function blockWarnings({ spec }: NetworkPolicy): string[] {
  return [
    ...(spec?.ingress ?? []).flatMap(({ from }, i) => peerWarnings(from, `spec.ingress[${i}].from`)),
    ...(spec?.egress ?? []).flatMap(({ to }, i) => peerWarnings(to, `spec.egress[${i}].to`)),
  ];
}

function peerWarnings(peers: readonly NetworkPolicyPeer[] | undefined, path: string): string[] {
  return (peers ?? []).flatMap(({ ipBlock }, i) => {
    if (!ipBlock) return [];
    const place = `${path}[${i}].ipBlock`;
    return [
      ...newNetworkWarnings(`${place}.cidr`, ipBlock.cidr),
      ...(ipBlock.except ?? []).flatMap((cidr, k) => newNetworkWarnings(`${place}.except[${k}]`, cidr)),
    ];
  });
}
