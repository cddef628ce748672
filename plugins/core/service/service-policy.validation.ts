import {
  type FieldError,
  FieldPath,
  forbidden,
  invalid,
  isQualifiedName,
  notSupported,
  required,
} from '../../../src/plugin-api/index.js';
import { hasRule, isPortNumber, isValidCidr, fieldChecker } from '../../../src/plugin-api/built-in.js';
import { isExternallyAccessible, isRoutedInside, needsHealthCheck } from './service-traits.js';
import { ClientIPConfig, type Service, ServiceSpec } from './service.v1.js';

const SPEC = FieldPath.of('spec');
const SOURCE_RANGES = 'service.beta.kubernetes.io/load-balancer-source-ranges';
const LOAD_BALANCER_ONLY = "may only be used when `type` is 'LoadBalancer'";
const TRAFFIC_POLICIES = ['Cluster', 'Local'];
const checkSpec = fieldChecker(ServiceSpec);
const checkClientIp = fieldChecker(ClientIPConfig);

/** Checks how clients are kept at one endpoint. */
export function validateAffinity(spec: ServiceSpec): FieldError[] {
  const { sessionAffinity, sessionAffinityConfig: config } = spec;
  const configPath = SPEC.child('sessionAffinityConfig');
  if (sessionAffinity === 'None') {
    return config ? [forbidden(configPath, 'must not be set when session affinity is None')] : [];
  }
  if (sessionAffinity !== 'ClientIP') return checkSpec(spec, SPEC, 'sessionAffinity');
  const missing = 'when session affinity type is ClientIP';
  if (!config) return [required(configPath, missing)];
  if (!config.clientIP) return [required(configPath.child('clientIP'), missing)];
  return checkClientIp(config.clientIP, configPath.child('clientIP'));
}

/** Validates the source ranges of a load balancer, from the field or from the older annotation. */
export function validateSourceRanges({ metadata, spec = {} }: Service): FieldError[] {
  const ranges = spec.loadBalancerSourceRanges ?? [];
  const annotation = metadata.annotations?.[SOURCE_RANGES];
  const path = SPEC.child('LoadBalancerSourceRanges');
  if (ranges.length > 0) {
    return [
      ...loadBalancerOnly(spec, path),
      ...ranges.flatMap((range, i) => validateCidr(range.trim(), path.index(i))),
    ];
  }
  if (annotation === undefined) return [];
  const annotationPath = FieldPath.of('metadata', 'annotations').key(SOURCE_RANGES);
  const values = annotation.trim() === '' ? [] : annotation.trim().split(',');
  return [
    ...loadBalancerOnly(spec, annotationPath),
    ...values.flatMap((value) => validateCidr(value.trim(), annotationPath)),
  ];
}

/** Checks what only load balancers have. */
export function validateLoadBalancerFields(spec: ServiceSpec, old?: ServiceSpec): FieldError[] {
  const { allocateLoadBalancerNodePorts: allocates, type } = spec;
  const path = SPEC.child('allocateLoadBalancerNodePorts');
  return [
    ...(allocates === undefined ? [] : loadBalancerOnly(spec, path)),
    // The gate ServiceLBNodePortControl was off by default before.
    ...(allocates === undefined && type === 'LoadBalancer' && hasRule({ since: '1.22' }) ? [required(path)] : []),
    ...validateLoadBalancerClass(spec, old),
  ];
}

/** Checks the class of a load balancer; with the old spec also that it is kept. */
export function validateLoadBalancerClass(spec: ServiceSpec, old?: ServiceSpec): FieldError[] {
  const path = SPEC.child('loadBalancerClass');
  const { loadBalancerClass: name } = spec;
  const errors: FieldError[] = [];
  const areBoth = old?.type === 'LoadBalancer' && spec.type === 'LoadBalancer';
  if (areBoth && old.loadBalancerClass !== name) errors.push(invalid(path, name, 'may not change once set'));
  if (name === undefined) return errors;
  if (spec.type !== 'LoadBalancer') return [...errors, forbidden(path, LOAD_BALANCER_ONLY)];
  return [...errors, ...isQualifiedName(name).map((message) => invalid(path, name, message))];
}

/** Validates the traffic policies for internal and external traffic, and the health check port of nodes. */
export function validateTrafficPolicies(spec: ServiceSpec): FieldError[] {
  return [...validateExternalPolicy(spec), ...validateHealthCheckPort(spec), ...validateInternalPolicy(spec)];
}

function validateExternalPolicy(spec: ServiceSpec): FieldError[] {
  const path = SPEC.child('externalTrafficPolicy');
  const { externalTrafficPolicy: policy } = spec;
  if (!isExternallyAccessible(spec)) {
    return policy ? [invalid(path, policy, 'may only be set for externally-accessible services')] : [];
  }
  if (!policy) return [required(path)];
  return TRAFFIC_POLICIES.includes(policy) ? [] : [notSupported(path, policy, TRAFFIC_POLICIES)];
}

function validateHealthCheckPort(spec: ServiceSpec): FieldError[] {
  const path = SPEC.child('healthCheckNodePort');
  const { healthCheckNodePort: port } = spec;
  if (needsHealthCheck(spec)) {
    return port ? isPortNumber(port).map((message) => invalid(path, port, message)) : [required(path)];
  }
  const text = "may only be set when `type` is 'LoadBalancer' and `externalTrafficPolicy` is 'Local'";
  return port ? [invalid(path, port, text)] : [];
}

function validateInternalPolicy(spec: ServiceSpec): FieldError[] {
  const path = SPEC.child('internalTrafficPolicy');
  const { internalTrafficPolicy: policy } = spec;
  if (policy === undefined) return isRoutedInside(spec) ? [required(path)] : [];
  return checkSpec(spec, SPEC, 'internalTrafficPolicy');
}

function loadBalancerOnly({ type }: ServiceSpec, path: FieldPath): FieldError[] {
  return type === 'LoadBalancer' ? [] : [forbidden(path, LOAD_BALANCER_ONLY)];
}

function validateCidr(value: string, path: FieldPath): FieldError[] {
  return isValidCidr(value).map((message) => invalid(path, value, message));
}
