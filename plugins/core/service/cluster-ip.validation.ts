import {
  type FieldError,
  FieldPath,
  duplicate,
  invalid,
  notSupported,
  required,
} from '../../../src/plugin-api/index.js';
import { isValidIp, repeatFinder, fieldChecker } from '../../../src/plugin-api/built-in.js';
import { NO_ADDRESS, familyOf, isHeadless } from './service-traits.js';
import { ServiceSpec } from './service.v1.js';

const FAMILIES = ['IPv4', 'IPv6'];
const checkSpec = fieldChecker(ServiceSpec);

const SPEC = FieldPath.of('spec');
const CLUSTER_IPS = SPEC.child('clusterIPs');

/** Checks the addresses of a service, their families and the policy for both against each other. */
export function validateClusterIpFields(spec: ServiceSpec): FieldError[] {
  if (spec.type === 'ExternalName') return [];
  const errors = [...validateFirstAddress(spec), ...validateFamilies(spec), ...checkSpec(spec, SPEC, 'ipFamilyPolicy')];
  const ips = spec.clusterIPs ?? [];
  const malformed = validateAddresses(ips);
  errors.push(...malformed);
  if (ips.length > 2) errors.push(invalid(CLUSTER_IPS, ips, 'may only hold up to 2 values'));
  if (malformed.length > 0) return errors;
  if (ips.length > 1 && new Set(ips.map(familyOf)).size < 2) {
    errors.push(invalid(CLUSTER_IPS, ips, 'may specify no more than one IP for each IP family'));
  }
  return isHeadless(spec) ? errors : [...errors, ...validateAddressFamilies(spec)];
}

/** `clusterIP` is the first of `clusterIPs`, or both are empty. */
function validateFirstAddress({ clusterIP = '', clusterIPs: ips = [] }: ServiceSpec): FieldError[] {
  if (clusterIP === '') {
    return ips.length === 0 ? [] : [invalid(CLUSTER_IPS, ips, 'must be empty when `clusterIP` is not specified')];
  }
  if (ips.length === 0) return [required(CLUSTER_IPS)];
  return ips[0] === clusterIP ? [] : [invalid(CLUSTER_IPS, ips, 'first value must match `clusterIP`')];
}

function validateFamilies({ ipFamilies = [] }: ServiceSpec): FieldError[] {
  const path = SPEC.child('ipFamilies');
  const isRepeat = repeatFinder<string>();
  return ipFamilies.flatMap((family, i) => [
    ...(FAMILIES.includes(family) ? [] : [notSupported(path.index(i), family, FAMILIES)]),
    ...(isRepeat(family) ? [duplicate(path.index(i), family)] : []),
  ]);
}

function validateAddresses(ips: readonly string[]): FieldError[] {
  return ips.flatMap((ip, i) => {
    if (i > 0 || ip !== NO_ADDRESS) return isValidIp(ip).map((m) => invalid(CLUSTER_IPS.index(i), ip, m));
    return ips.length > 1 ? [invalid(CLUSTER_IPS, ips, "'None' must be the first and only value")] : [];
  });
}

function validateAddressFamilies({ clusterIPs = [], ipFamilies = [] }: ServiceSpec): FieldError[] {
  return clusterIPs.slice(0, ipFamilies.length).flatMap((ip, i) => {
    const family = ipFamilies[i];
    if (family === familyOf(ip) || !FAMILIES.includes(family)) return [];
    return [invalid(CLUSTER_IPS.index(i), ip, `expected an ${family} value as indicated by \`ipFamilies[${i}]\``)];
  });
}
