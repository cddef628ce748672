import {
  isGivenNodePorts,
  isSameList,
  needsClusterIp,
  needsHealthCheck,
  needsNodePort,
} from '../../service/service-traits.js';
import type { ServicePort, ServiceSpec } from '../../service/service.v1.js';

/** Restores allocated values that a client left out of an update because it does not know of them. */
export function keepAllocatedValues(spec: ServiceSpec, old: ServiceSpec): void {
  if (needsClusterIp(spec) && needsClusterIp(old)) {
    if (!spec.clusterIP) spec.clusterIP = old.clusterIP;
    if (!spec.clusterIPs?.length && spec.clusterIP === old.clusterIP) spec.clusterIPs = copyOf(old.clusterIPs);
  }
  if (isGivenNodePorts(spec) && isGivenNodePorts(old)) keepNodePorts(spec.ports ?? [], old.ports ?? []);
  if (needsHealthCheck(spec) && needsHealthCheck(old) && !spec.healthCheckNodePort) {
    spec.healthCheckNodePort = old.healthCheckNodePort;
  }
}

/** Ports are identified by name; a node port that moved to another port is not assigned twice. */
function keepNodePorts(ports: readonly ServicePort[], old: readonly ServicePort[]): void {
  const current = new Set(ports.map(({ nodePort }) => nodePort).filter(Boolean));
  const byName = new Map(old.map(({ name = '', nodePort }) => [name, nodePort]));
  for (const port of ports) {
    if (port.nodePort) continue;
    const before = byName.get(port.name ?? '');
    if (before && !current.has(before)) port.nodePort = before;
  }
}

/** Synchronizes `clusterIPs` with `clusterIP` for clients that know the latter only. */
export function syncClusterIps(spec: ServiceSpec, old: ServiceSpec | undefined): void {
  if (!old) {
    if (spec.clusterIP && !spec.clusterIPs?.length) spec.clusterIPs = [spec.clusterIP];
    return;
  }
  const isKept = (spec.clusterIP ?? '') === (old.clusterIP ?? '');
  if (isKept && old.clusterIPs?.length && !spec.clusterIPs?.length) spec.clusterIPs = copyOf(old.clusterIPs);
  const isLeft = !spec.clusterIPs?.length || isSameList(spec.clusterIPs, old.clusterIPs);
  // An external name needs none, and takes one that is sent no further.
  if (isKept || !isLeft || (!needsClusterIp(spec) && !spec.clusterIPs?.length)) return;
  spec.clusterIPs = spec.clusterIP ? [spec.clusterIP] : undefined;
}

/** Clears the fields that a changed type no longer uses, unless the client has changed them. */
export function dropUnusedFields(spec: ServiceSpec, old: ServiceSpec): void {
  if (needsClusterIp(old) && !needsClusterIp(spec)) dropAddresses(spec, old);
  if (needsNodePort(old) && !needsNodePort(spec) && hasSameNodePorts(spec, old)) {
    for (const port of spec.ports ?? []) delete port.nodePort;
  }
  const dropSame = (name: keyof ServiceSpec, isUsed: (spec: ServiceSpec) => boolean): void => {
    if (isUsed(old) && !isUsed(spec) && spec[name] === old[name]) delete spec[name];
  };
  const isLoadBalancer = ({ type }: ServiceSpec): boolean => type === 'LoadBalancer';
  dropSame('healthCheckNodePort', needsHealthCheck);
  dropSame('allocateLoadBalancerNodePorts', isLoadBalancer);
  dropSame('loadBalancerClass', isLoadBalancer);
  dropSame('externalTrafficPolicy', usesExternalPolicy);
}

function dropAddresses(spec: ServiceSpec, old: ServiceSpec): void {
  if (isSameList(spec.clusterIPs, old.clusterIPs)) {
    delete spec.clusterIP;
    delete spec.clusterIPs;
  }
  if (isSameList(spec.ipFamilies, old.ipFamilies)) delete spec.ipFamilies;
  if (spec.ipFamilyPolicy === old.ipFamilyPolicy) delete spec.ipFamilyPolicy;
}

function usesExternalPolicy({ type, externalIPs }: ServiceSpec): boolean {
  return type === 'NodePort' || type === 'LoadBalancer' || (type === 'ClusterIP' && (externalIPs ?? []).length > 0);
}

function hasSameNodePorts(spec: ServiceSpec, old: ServiceSpec): boolean {
  const [now, before] = [nodePortsOf(spec), nodePortsOf(old)];
  return now.size === before.size && [...now].every((port) => before.has(port));
}

function nodePortsOf({ ports }: ServiceSpec): Set<number> {
  return new Set((ports ?? []).flatMap(({ nodePort }) => (nodePort ? [nodePort] : [])));
}

function copyOf(list: readonly string[] | undefined): string[] | undefined {
  return list && [...list];
}
