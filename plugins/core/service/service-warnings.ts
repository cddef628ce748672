import { addressWarnings, networkWarnings } from '../values/address-warnings.js';
import { hasRule } from '../../../src/plugin-api/built-in.js';
import { NO_ADDRESS } from './service-traits.js';
import type { Service } from './service.v1.js';

const HINTS = 'service.kubernetes.io/topology-aware-hints';
const MODE = 'service.kubernetes.io/topology-mode';

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
  if (spec.externalIPs?.length && hasRule({ since: '1.36' })) {
    warnings.push('spec.externalIPs is deprecated and may no longer be implemented in some clusters');
  }
  if (spec.trafficDistribution === 'PreferClose' && hasRule({ since: '1.35' })) {
    warnings.push('spec.trafficDistribution: "PreferClose" is deprecated; use "PreferSameZone"');
  }
  return warnings;
}
