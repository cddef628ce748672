import { hasRule, parseIp } from '../../../src/plugin-api/built-in.js';

/** The members that determine how a service is reached. */
export interface ServiceReach {
  type?: string;
  clusterIPs?: string[];
  externalTrafficPolicy?: string;
  externalIPs?: string[];
  allocateLoadBalancerNodePorts?: boolean;
}

/** The value of `clusterIP` of a service without its own address. */
export const NO_ADDRESS = 'None';

/** Reports whether a service has no address and is only a name. */
export function isHeadless({ clusterIPs }: ServiceReach): boolean {
  return clusterIPs?.length === 1 && clusterIPs[0] === NO_ADDRESS;
}

/** Reports whether services of this type have an address, or `None` in its place. */
export function needsClusterIp({ type }: ServiceReach): boolean {
  return type !== 'ExternalName';
}

/** Reports whether traffic inside the cluster is routed for services of this type. */
export function isRoutedInside({ type }: ServiceReach): boolean {
  return type === 'ClusterIP' || type === 'NodePort' || type === 'LoadBalancer';
}

/** Reports whether services of this type can have ports on every node. */
export function needsNodePort({ type }: ServiceReach): boolean {
  return type === 'NodePort' || type === 'LoadBalancer';
}

/** Reports whether a service is given ports on every node: one of a load balancer may do without. */
export function isGivenNodePorts({ type, allocateLoadBalancerNodePorts = true }: ServiceReach): boolean {
  return type === 'NodePort' || (type === 'LoadBalancer' && allocateLoadBalancerNodePorts);
}

/** Reports whether load balancers ask nodes for their health. */
export function needsHealthCheck({ type, externalTrafficPolicy }: ServiceReach): boolean {
  return type === 'LoadBalancer' && externalTrafficPolicy === 'Local';
}

/** Reports whether a service can be reached from outside of the cluster. */
export function isExternallyAccessible({ type, externalIPs }: ServiceReach): boolean {
  if (type === 'LoadBalancer' || type === 'NodePort') return true;
  // Before 1.27 external addresses alone did not make it one.
  return type === 'ClusterIP' && (externalIPs ?? []).length > 0 && hasRule({ since: '1.27' });
}

/** Returns the family of an address as services name it. */
export function familyOf(ip: string): 'IPv4' | 'IPv6' {
  return parseIp(ip)?.family === 6 ? 'IPv6' : 'IPv4';
}

/** Reports whether two lists hold the same texts in the same order; an absent list is an empty one. */
export function isSameList(a: readonly string[] | undefined, b: readonly string[] | undefined): boolean {
  const [left, right] = [a ?? [], b ?? []];
  return left.length === right.length && left.every((value, i) => value === right[i]);
}

/** Returns the spec of a service; defaulted objects always have one. */
export function specOf<S extends object>(service: { spec?: S }): S {
  return (service.spec ??= {} as S);
}
