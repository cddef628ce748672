import {
  type FieldError,
  FieldPath,
  forbidden,
  invalid,
  notSupported,
  required,
} from '../../../src/plugin-api/index.js';
import { goSlice, parseIp, fieldChecker } from '../../../src/plugin-api/built-in.js';
import { validateLoadBalancerClass } from './service-policy.validation.js';
import { isHeadless, needsHealthCheck } from './service-traits.js';
import { validateService } from './service.validation.js';
import { LoadBalancerIngress, type Service, type ServiceSpec } from './service.v1.js';

const SPEC = FieldPath.of('spec');
const INGRESS = FieldPath.of('status', 'loadBalancer', 'ingress');
const UNCHANGEABLE = 'may not change once set';
const checkIngress = fieldChecker(LoadBalancerIngress);
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
  const [ips, last] = [spec.clusterIPs ?? [], old.clusterIPs ?? []];
  const path = SPEC.child('clusterIPs');
  const shown = goSlice('string', ips);
  if (ips.length === last.length) {
    return last.flatMap((ip, i) => (ip === ips[i] ? [] : [invalid(path.index(i), shown, UNCHANGEABLE)]));
  }
  const isFirstChanged = last.length > 0 && ips.length > 0 && ips[0] !== last[0];
  return [
    ...(ips.length === 0 ? [invalid(path.index(0), shown, 'primary clusterIP can not be unset')] : []),
    ...(isFirstChanged ? [invalid(path.index(0), shown, UNCHANGEABLE)] : []),
    ...(ips.length < last.length ? releaseErrors(ips, spec, 'clusterIP') : []),
  ];
}

/** A second value may go only where the policy wants one. */
function releaseErrors(values: readonly string[], { ipFamilyPolicy: policy }: ServiceSpec, what: string): FieldError[] {
  if (values.length !== 1 || policy === 'SingleStack') return [];
  const text = `must be set to 'SingleStack' when releasing the secondary ${what}`;
  return [invalid(SPEC.child('ipFamilyPolicy'), policy ?? null, text)];
}

function validateFamilyChange(spec: ServiceSpec, old: ServiceSpec): FieldError[] {
  if (spec.type === 'ExternalName' || old.type === 'ExternalName') return [];
  // A service without an address, now or before, takes any families.
  if (isHeadless(spec) || isHeadless(old)) return [];
  const [families, last] = [spec.ipFamilies ?? [], old.ipFamilies ?? []];
  const path = SPEC.child('ipFamilies').index(0);
  const shown = goSlice('core.IPFamily', families);
  if (families.length === last.length) {
    return last.flatMap((family, i) => (family === families[i] ? [] : [invalid(path, shown, UNCHANGEABLE)]));
  }
  const isUnset = families.length < last.length && (spec.clusterIPs ?? []).length === 0;
  const isFirstChanged = last.length > 0 && families.length > 0 && families[0] !== last[0];
  return [
    ...(isUnset ? [invalid(path, shown, 'primary ipFamily can not be unset')] : []),
    ...(isFirstChanged ? [invalid(path, goSlice('string', spec.clusterIPs ?? []), UNCHANGEABLE)] : []),
    ...(families.length < last.length ? releaseErrors(families, spec, 'ipFamily') : []),
  ];
}

function validateHealthCheckPortKept(spec: ServiceSpec, old: ServiceSpec): FieldError[] {
  const areBoth = needsHealthCheck(spec) && needsHealthCheck(old);
  if (!areBoth || (spec.healthCheckNodePort ?? 0) === (old.healthCheckNodePort ?? 0)) return [];
  return [forbidden(SPEC.child('healthCheckNodePort'), 'field is immutable')];
}

function validateIngress(ingress: LoadBalancerIngress, path: FieldPath): FieldError[] {
  const { ip, ipMode, hostname } = ingress;
  const errors = checkIngress(ingress, path, 'ip');
  const modePath = path.child('ipMode');
  if (ipMode === undefined) {
    if (ip) errors.push(required(modePath, 'must be specified when `ip` is set'));
  } else if (!ip) errors.push(forbidden(modePath, 'may not be specified when `ip` is not set'));
  else if (!IP_MODES.includes(ipMode)) errors.push(notSupported(modePath, ipMode, IP_MODES));
  if (!hostname) return errors;
  const namePath = path.child('hostname');
  errors.push(...checkIngress(ingress, path, 'hostname'));
  if (parseIp(hostname)) errors.push(invalid(namePath, hostname, 'must be a DNS name, not an IP address'));
  return errors;
}
