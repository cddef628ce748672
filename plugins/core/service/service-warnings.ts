import { formatIp, parseCidr, parseIp } from '../../../src/plugin-api/built-in.js';
import { addressFault, networkFault } from './go-address.js';
import { NO_ADDRESS } from './service-traits.js';
import type { Service } from './service.v1.js';

const HINTS = 'service.kubernetes.io/topology-aware-hints';
const MODE = 'service.kubernetes.io/topology-mode';
const FUTURE = 'was accepted, but will be invalid in a future Kubernetes release';

/** Returns warnings: fields without effect, and addresses in a deprecated notation. */
export function warningsForService({ metadata, spec = {} }: Service): string[] {
  const warnings: string[] = [];
  if (metadata.annotations?.[HINTS] !== undefined) {
    warnings.push(`annotation ${HINTS} is deprecated, please use ${MODE} instead`);
  }
  const ips = (spec.clusterIPs ?? []).filter((ip) => ip !== NO_ADDRESS);
  ips.forEach((ip, i) => warnings.push(...addressWarnings(`spec.clusterIPs[${i}]`, ip)));
  spec.externalIPs?.forEach((ip, i) => warnings.push(...addressWarnings(`spec.externalIPs[${i}]`, ip)));
  if (spec.loadBalancerIP) warnings.push(...addressWarnings('spec.loadBalancerIP', spec.loadBalancerIP));
  spec.loadBalancerSourceRanges?.forEach((range, i) =>
    warnings.push(...networkWarnings(`spec.loadBalancerSourceRanges[${i}]`, range)),
  );
  if (spec.type === 'ExternalName' && spec.externalIPs?.length) {
    warnings.push('spec.externalIPs is ignored when spec.type is "ExternalName"');
  }
  if (spec.type !== 'ExternalName' && spec.externalName) {
    warnings.push('spec.externalName is ignored when spec.type is not "ExternalName"');
  }
  return warnings;
}

function addressWarnings(path: string, ip: string): string[] {
  const fault = addressFault(ip);
  if (fault !== undefined) return [`${path}: IP address ${FUTURE}: ${fault}`];
  const [bare, zone] = ip.split('%');
  const address = parseIp(bare);
  if (address?.family !== 6) return [];
  return canonicalWarning(`${path}: IPv6 address`, ip, formatIp(address) + (zone ? `%${zone}` : ''));
}

function networkWarnings(path: string, range: string): string[] {
  const fault = networkFault(range);
  if (fault !== undefined) return [`${path}: IP prefix ${FUTURE}: ${fault}`];
  const cidr = parseCidr(range);
  if (cidr?.address.family !== 6) return [];
  const canonical = `${formatIp(cidr.address)}/${cidr.prefixLength}`;
  return canonicalWarning(`${path}: IPv6 prefix`, range, canonical);
}

function canonicalWarning(head: string, value: string, canonical: string): string[] {
  if (value === canonical) return [];
  const shown = `${JSON.stringify(value)} is not in RFC 5952 canonical format (${JSON.stringify(canonical)})`;
  return [`${head} ${shown}, which may cause controller apply-loops`];
}
