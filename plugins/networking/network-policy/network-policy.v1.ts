import { ApiType, Condition, Field, LabelSelector, ObjectMeta } from '../../../src/plugin-api/index.js';
import { isValidCidr, Format, OneOf, Required } from '../../../src/plugin-api/built-in.js';
import { defaultNetworkPolicy, defaultNetworkPolicyPort } from './network-policy.defaults.js';

/** Shape of v1.NetworkPolicyPort. */
@ApiType({
  name: 'k8s.io.api.networking.v1.NetworkPolicyPort',
  doc: 'A port, or a range of ports, that traffic may go to.',
  defaults: defaultNetworkPolicyPort,
})
export class NetworkPolicyPort {
  @Field(1, 'string', {
    pointer: true,
    enum: ['SCTP', 'TCP', 'UDP'],
    alias: 'v1.Protocol',
    doc: 'Transport protocol: TCP, UDP or SCTP; TCP when unset.',
  })
  @OneOf('TCP', 'UDP', 'SCTP')
  protocol?: string;

  @Field(2, 'intOrString', { pointer: true, doc: 'Number or name of the port; all ports when unset.' })
  port?: number | string;

  @Field(3, 'int32', {
    since: '1.21',
    pointer: true,
    doc: 'Last port of a range that begins at port, which has to be a number then.',
  })
  endPort?: number;
}

/** Shape of v1.IPBlock. */
@ApiType({ name: 'k8s.io.api.networking.v1.IPBlock', doc: 'A range of addresses, with gaps.' })
export class IPBlock {
  @Field(1, 'string', { always: true, required: true, doc: 'The range, such as 192.0.2.0/24 or 2001:db8::/64.' })
  @Required()
  @Format(isValidCidr)
  cidr: string;

  @Field(2, 'string', { list: true, doc: 'Ranges inside it that do not count.' })
  except?: string[];
}

/** Shape of v1.NetworkPolicyPeer. */
@ApiType({ name: 'k8s.io.api.networking.v1.NetworkPolicyPeer', doc: 'Who traffic may come from or go to.' })
export class NetworkPolicyPeer {
  @Field(1, LabelSelector, {
    pointer: true,
    doc: "Pods, of the policy's own namespace unless namespaces are selected too.",
  })
  podSelector?: LabelSelector;

  @Field(2, LabelSelector, { pointer: true, doc: 'Namespaces, all pods of which count unless pods are selected too.' })
  namespaceSelector?: LabelSelector;

  @Field(3, IPBlock, { pointer: true, doc: 'Range of addresses; not beside the other members.' })
  ipBlock?: IPBlock;
}

/** Shape of v1.NetworkPolicyIngressRule. */
@ApiType({ name: 'k8s.io.api.networking.v1.NetworkPolicyIngressRule', doc: 'Traffic that is allowed in.' })
export class NetworkPolicyIngressRule {
  @Field(1, NetworkPolicyPort, { list: true, doc: 'Ports it may go to; all when there are none.' })
  ports?: NetworkPolicyPort[];

  @Field(2, NetworkPolicyPeer, { list: true, doc: 'Who it may come from; anybody when there is none.' })
  from?: NetworkPolicyPeer[];
}

/** Shape of v1.NetworkPolicyEgressRule. */
@ApiType({ name: 'k8s.io.api.networking.v1.NetworkPolicyEgressRule', doc: 'Traffic that is let out.' })
export class NetworkPolicyEgressRule {
  @Field(1, NetworkPolicyPort, { list: true, doc: 'Ports it may go to; all when there are none.' })
  ports?: NetworkPolicyPort[];

  @Field(2, NetworkPolicyPeer, { list: true, doc: 'Who it may go to; anybody when there is none.' })
  to?: NetworkPolicyPeer[];
}

/** Shape of v1.NetworkPolicySpec. */
@ApiType({ name: 'k8s.io.api.networking.v1.NetworkPolicySpec', doc: 'What traffic selected pods may have.' })
export class NetworkPolicySpec {
  @Field(1, LabelSelector, {
    variants: [{ since: '1.34', required: undefined }],
    always: true,
    required: true,
    doc: 'Pods the policy is for; an empty one selects all of the namespace.',
  })
  podSelector: LabelSelector;

  @Field(2, NetworkPolicyIngressRule, { list: true, doc: 'Allowed ingress traffic.' })
  ingress?: NetworkPolicyIngressRule[];

  @Field(3, NetworkPolicyEgressRule, { list: true, doc: 'What is let out from them.' })
  egress?: NetworkPolicyEgressRule[];

  @Field(4, 'string', {
    list: true,
    enum: ['Egress', 'Ingress'],
    alias: 'v1.PolicyType',
    doc: 'Directions the policy is for: Ingress, Egress or both; derived from the rules when unset.',
  })
  policyTypes?: string[];
}

/** Shape of v1.NetworkPolicyStatus. */
@ApiType({ name: 'k8s.io.api.networking.v1.NetworkPolicyStatus', doc: 'State of a network policy.' })
export class NetworkPolicyStatus {
  @Field(1, Condition, {
    list: true,
    listType: 'map',
    listMapKeys: ['type'],
    patchStrategy: ['merge'],
    patchMergeKey: 'type',
    doc: 'Whether the policy could be put in force.',
  })
  conditions?: Condition[];
}

/** Shape of v1.NetworkPolicy. */
@ApiType({
  name: 'k8s.io.api.networking.v1.NetworkPolicy',
  doc: 'Limits which traffic pods may have.',
  defaults: defaultNetworkPolicy,
})
export class NetworkPolicy {
  apiVersion?: string;

  kind?: string;

  @Field(1, ObjectMeta, { doc: 'Name, labels and other metadata of the object.' })
  metadata: ObjectMeta;

  @Field(2, NetworkPolicySpec, { doc: 'What is wanted.' })
  spec?: NetworkPolicySpec;

  @Field(3, NetworkPolicyStatus, { since: '1.24', until: '1.27', doc: 'State of the policy.' })
  status?: NetworkPolicyStatus;
}
