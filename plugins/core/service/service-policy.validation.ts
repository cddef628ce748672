import {
  type FieldError,
  FieldPath,
  forbidden,
  invalid,
  isQualifiedName,
  notSupported,
  required,
} from '../../../src/plugin-api/index.js';
import { isPortNumber, isValidCidr } from '../../../src/plugin-api/built-in.js';
import { isExternallyAccessible, isRoutedInside, needsHealthCheck } from './service-traits.js';
import type { Service, ServiceSpec } from './service.v1.js';

const SPEC = FieldPath.of('spec');
const SOURCE_RANGES = 'service.beta.kubernetes.io/load-balancer-source-ranges';
const LOAD_BALANCER_ONLY = "may only be used when `type` is 'LoadBalancer'";
const TRAFFIC_POLICIES = ['Cluster', 'Local'];
const DISTRIBUTIONS = ['PreferClose'];
const AFFINITY_SECONDS_MAX = 86_400;

/** Checks how clients are kept at one endpoint. */
export function validateAffinity({ sessionAffinity, sessionAffinityConfig: config }: ServiceSpec): FieldError[] {
  const path = SPEC.child('sessionAffinity');
  const configPath = SPEC.child('sessionAffinityConfig');
  if (!sessionAffinity) return [required(path)];
  if (sessionAffinity === 'None') {
    return config ? [forbidden(configPath, 'must not be set when session affinity is None')] : [];
  }
  if (sessionAffinity !== 'ClientIP') return [notSupported(path, sessionAffinity, ['ClientIP', 'None'])];
  const missing = 'when session affinity type is ClientIP';
  if (!config) return [required(configPath, missing)];
  if (!config.clientIP) return [required(configPath.child('clientIP'), missing)];
  const timeoutPath = configPath.child('clientIP', 'timeoutSeconds');
  const seconds = config.clientIP.timeoutSeconds;
  if (seconds === undefined) return [required(timeoutPath, missing)];
  if (seconds > 0 && seconds <= AFFINITY_SECONDS_MAX) return [];
  return [invalid(timeoutPath, seconds, `must be greater than 0 and less than ${AFFINITY_SECONDS_MAX}`)];
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
    ...(allocates === undefined && type === 'LoadBalancer' ? [required(path)] : []),
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

/** Checks the preference among endpoints. */
export function validateTrafficDistribution({ trafficDistribution: value }: ServiceSpec): FieldError[] {
  if (value === undefined || DISTRIBUTIONS.includes(value)) return [];
  return [notSupported(SPEC.child('trafficDistribution'), value, DISTRIBUTIONS)];
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
  return TRAFFIC_POLICIES.includes(policy) ? [] : [notSupported(path, policy, TRAFFIC_POLICIES)];
}

function loadBalancerOnly({ type }: ServiceSpec, path: FieldPath): FieldError[] {
  return type === 'LoadBalancer' ? [] : [forbidden(path, LOAD_BALANCER_ONLY)];
}

function validateCidr(value: string, path: FieldPath): FieldError[] {
  return isValidCidr(value).map((message) => invalid(path, value, message));
}
