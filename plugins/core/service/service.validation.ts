import {
  notSupported,
  type FieldError,
  FieldPath,
  forbidden,
  invalid,
  isDns1123Subdomain,
  required,
} from '../../../src/plugin-api/index.js';
import { hasRule, isValidIp, validateLabels, fieldChecker } from '../../../src/plugin-api/built-in.js';
import { validateNonSpecialIp } from '../endpoints/non-special-ip.validation.js';
import { validateClusterIpFields } from './cluster-ip.validation.js';
import {
  validateAffinity,
  validateLoadBalancerFields,
  validateSourceRanges,
  validateTrafficPolicies,
} from './service-policy.validation.js';
import { validatePortNumbers, validateServicePorts } from './service-port.validation.js';
import { isHeadless } from './service-traits.js';
import { type Service, ServiceSpec } from './service.v1.js';

const SPEC = FieldPath.of('spec');
const checkSpec = fieldChecker(ServiceSpec);
const KUBELET_PORT = 10_250;
const TOPOLOGY_MODE = 'service.kubernetes.io/topology-mode';
const TOPOLOGY_HINTS = 'service.kubernetes.io/topology-aware-hints';

/** Checks a service whose addresses and ports have been allocated. */
export function validateService(service: Service): FieldError[] {
  const { spec = {} } = service;
  return [
    ...validateTopology(service),
    ...validateByType(spec),
    ...validateServicePorts(spec),
    ...(spec.selector ? validateLabels(spec.selector, SPEC.child('selector')) : []),
    ...validateAffinity(spec),
    ...validateClusterIpFields(spec),
    ...validateExternalIps(spec),
    ...checkSpec(spec, SPEC, 'type'),
    ...validatePortNumbers(spec),
    ...validateSourceRanges(service),
    ...validateLoadBalancerFields(spec),
    ...validateTrafficPolicies(spec),
    ...distributionErrors(spec),
  ];
}

function validateTopology({ metadata }: Service): FieldError[] {
  const mode = metadata.annotations?.[TOPOLOGY_MODE];
  const hints = metadata.annotations?.[TOPOLOGY_HINTS];
  if (mode === undefined || hints === undefined || mode === hints) return [];
  const path = FieldPath.of('metadata', 'annotations').key(TOPOLOGY_MODE);
  return [invalid(path, mode, `must match annotations[${TOPOLOGY_HINTS}] when both are specified`)];
}

function validateByType(spec: ServiceSpec): FieldError[] {
  const { type, ports = [] } = spec;
  const errors: FieldError[] = [];
  if (ports.length === 0 && !isHeadless(spec) && type !== 'ExternalName') errors.push(required(SPEC.child('ports')));
  if (type === 'ExternalName') return [...errors, ...validateExternalName(spec)];
  if (type === 'LoadBalancer') {
    const text = `may not expose port ${KUBELET_PORT} externally since it is used by kubelet`;
    ports.forEach(({ port }, i) => {
      if (port === KUBELET_PORT) errors.push(invalid(SPEC.child('ports').index(i), port, text));
    });
  }
  if ((type === 'LoadBalancer' || type === 'NodePort') && isHeadless(spec)) {
    errors.push(invalid(SPEC.child('clusterIPs').index(0), 'None', `may not be set to 'None' for ${type} services`));
  }
  return errors;
}

function validateExternalName({
  clusterIPs = [],
  ipFamilies = [],
  ipFamilyPolicy,
  externalName = '',
}: ServiceSpec): FieldError[] {
  const text = 'may not be set for ExternalName services';
  const errors: FieldError[] = [];
  if (clusterIPs.length > 0) errors.push(forbidden(SPEC.child('clusterIPs'), text));
  if (ipFamilies.length > 0) errors.push(forbidden(SPEC.child('ipFamilies'), text));
  if (ipFamilyPolicy !== undefined) errors.push(forbidden(SPEC.child('ipFamilyPolicy'), text));
  const name = externalName.replace(/\.$/, '');
  const path = SPEC.child('externalName');
  if (name === '') return [...errors, required(path)];
  return [...errors, ...isDns1123Subdomain(name).map((message) => invalid(path, name, message))];
}

function validateExternalIps({ externalIPs = [] }: ServiceSpec): FieldError[] {
  return externalIPs.flatMap((ip, i) => {
    const path = SPEC.child('externalIPs').index(i);
    const malformed = isValidIp(ip).map((message) => invalid(path, ip, message));
    return malformed.length > 0 ? malformed : validateNonSpecialIp(ip, path);
  });
}

/** Since 1.34 endpoints are preferred by node as well. */
function distributionErrors({ trafficDistribution: preferred }: ServiceSpec): FieldError[] {
  const known = hasRule({ since: '1.34' }) ? ['PreferClose', 'PreferSameZone', 'PreferSameNode'] : ['PreferClose'];
  if (preferred === undefined || known.includes(preferred)) return [];
  return [notSupported(SPEC.child('trafficDistribution'), preferred, known)];
}
