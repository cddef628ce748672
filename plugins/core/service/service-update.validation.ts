import {
  type FieldError,
  FieldPath,
  forbidden,
  goSlice,
  invalid,
  isDns1123Subdomain,
  isValidIp,
  notSupported,
  parseIp,
  required,
} from '../../../src/plugin-api/index.js';
import { validateLoadBalancerClass } from './service-policy.validation.js';
import { isHeadless, needsHealthCheck } from './service-traits.js';
import { validateService } from './service.validation.js';
import type { LoadBalancerIngress, Service, ServiceSpec } from './service.v1.js';

const SPEC = FieldPath.of('spec');
const INGRESS = FieldPath.of('status', 'loadBalancer', 'ingress');
const UNCHANGEABLE = 'may not change once set';
const IP_MODES = ['Proxy', 'VIP'];

/** Checks a change of a service: what is allocated once stays, but for a second family that comes or goes. */
export function validateServiceUpdate(service: Service, old: Service): FieldError[] {
  const { spec = {} } = service;
  const { spec: oldSpec = {} } = old;
  return [
    ...validateAddressChange(spec, oldSpec),
    ...validateFamilyChange(spec, oldSpec),
    ...validateLoadBalancerClass(spec, oldSpec),
    ...validateHealthCheckPortKept(spec, oldSpec),
    ...validateService(service),
  ];
}

/** Checks what a load balancer reports. */
export function validateServiceStatusUpdate({ status, spec }: Service): FieldError[] {
  const ingress = status?.loadBalancer?.ingress ?? [];
  if (spec?.type !== 'LoadBalancer' && ingress.length > 0) {
    return [forbidden(INGRESS, "may only be used when `spec.type` is 'LoadBalancer'")];
  }
  return ingress.flatMap((entry, i) => validateIngress(entry, INGRESS.index(i)));
}

function validateAddressChange(spec: ServiceSpec, old: ServiceSpec): FieldError[] {
  if (spec.type === 'ExternalName' || old.type === 'ExternalName') return [];
  if (isHeadless(spec) && isHeadless(old)) return [];
  const ips = spec.clusterIPs ?? [];
  return validateSecondaryOnly({
    values: ips,
    old: old.clusterIPs ?? [],
    path: SPEC.child('clusterIPs'),
    shown: goSlice('string', ips),
    what: 'clusterIP',
    policy: spec.ipFamilyPolicy,
  });
}

function validateFamilyChange(spec: ServiceSpec, old: ServiceSpec): FieldError[] {
  if (spec.type === 'ExternalName' || old.type === 'ExternalName') return [];
  if (isSelectorless(spec) && isSelectorless(old)) return [];
  const families = spec.ipFamilies ?? [];
  return validateSecondaryOnly({
    values: families,
    old: old.ipFamilies ?? [],
    path: SPEC.child('ipFamilies'),
    shown: goSlice('core.IPFamily', families),
    what: 'ipFamily',
    policy: spec.ipFamilyPolicy,
  });
}

function isSelectorless(spec: ServiceSpec): boolean {
  return isHeadless(spec) && Object.keys(spec.selector ?? {}).length === 0;
}

interface SecondaryChange {
  readonly values: readonly string[];
  readonly old: readonly string[];
  readonly path: FieldPath;
  readonly shown: unknown;
  readonly what: string;
  readonly policy: string | undefined;
}

/** The first value is fixed; a second one may be added, and released where the policy says so. */
function validateSecondaryOnly({ values, old, path, shown, what, policy }: SecondaryChange): FieldError[] {
  const changed = (i: number): FieldError => invalid(path.index(i), shown, UNCHANGEABLE);
  if (values.length === old.length) return old.flatMap((value, i) => (value === values[i] ? [] : [changed(i)]));
  const isFirstChanged = old.length > 0 && values.length > 0 && old[0] !== values[0];
  const errors = isFirstChanged ? [changed(0)] : [];
  if (values.length > old.length) return errors;
  if (values.length === 0) errors.push(invalid(path.index(0), shown, `primary ${what} can not be unset`));
  if (values.length === 1 && policy !== 'SingleStack') {
    const text = `must be set to 'SingleStack' when releasing the secondary ${what}`;
    errors.push(invalid(SPEC.child('ipFamilyPolicy'), policy, text));
  }
  return errors;
}

function validateHealthCheckPortKept(spec: ServiceSpec, old: ServiceSpec): FieldError[] {
  const areBoth = needsHealthCheck(spec) && needsHealthCheck(old);
  if (!areBoth || (spec.healthCheckNodePort ?? 0) === (old.healthCheckNodePort ?? 0)) return [];
  return [forbidden(SPEC.child('healthCheckNodePort'), 'field is immutable')];
}

function validateIngress({ ip, ipMode, hostname }: LoadBalancerIngress, path: FieldPath): FieldError[] {
  const errors: FieldError[] = [];
  if (ip) errors.push(...isValidIp(ip).map((message) => invalid(path.child('ip'), ip, message)));
  const modePath = path.child('ipMode');
  if (ipMode === undefined) {
    if (ip) errors.push(required(modePath, 'must be specified when `ip` is set'));
  } else if (!ip) errors.push(forbidden(modePath, 'may not be specified when `ip` is not set'));
  else if (!IP_MODES.includes(ipMode)) errors.push(notSupported(modePath, ipMode, IP_MODES));
  if (!hostname) return errors;
  const namePath = path.child('hostname');
  errors.push(...isDns1123Subdomain(hostname).map((message) => invalid(namePath, hostname, message)));
  if (parseIp(hostname)) errors.push(invalid(namePath, hostname, 'must be a DNS name, not an IP address'));
  return errors;
}
