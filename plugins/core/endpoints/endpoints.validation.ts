import {
  type FieldError,
  FieldPath,
  invalid,
  isDns1123Label,
  isDns1123Subdomain,
  isQualifiedName,
  notSupported,
  required,
} from '../../../src/plugin-api/index.js';
import { isPortNumber, isValidIp } from '../../../src/plugin-api/built-in.js';
import type { EndpointAddress, EndpointPort, EndpointSubset, Endpoints } from './endpoints.v1.js';
import { validateNonSpecialIp } from './non-special-ip.validation.js';

const PROTOCOLS = ['SCTP', 'TCP', 'UDP'];

/** Checks addresses and ports of Endpoints. */
export function validateEndpoints({ subsets }: Endpoints): FieldError[] {
  return (subsets ?? []).flatMap((subset, i) => validateSubset(subset, FieldPath.of('subsets').index(i)));
}

function validateSubset(
  { addresses = [], notReadyAddresses = [], ports = [] }: EndpointSubset,
  path: FieldPath,
): FieldError[] {
  const isEmpty = addresses.length === 0 && notReadyAddresses.length === 0;
  return [
    ...(isEmpty ? [required(path, 'must specify `addresses` or `notReadyAddresses`')] : []),
    ...addresses.flatMap((address, i) => validateAddress(address, path.child('addresses').index(i))),
    ...notReadyAddresses.flatMap((address, i) => validateAddress(address, path.child('notReadyAddresses').index(i))),
    ...ports.flatMap((port, i) => validatePort(port, ports.length > 1, path.child('ports').index(i))),
  ];
}

function validateAddress({ ip, hostname, nodeName }: EndpointAddress, path: FieldPath): FieldError[] {
  const ipPath = path.child('ip');
  return [
    ...isValidIp(ip).map((message) => invalid(ipPath, ip, message)),
    ...(hostname ? isDns1123Label(hostname).map((m) => invalid(path.child('hostname'), hostname, m)) : []),
    ...(nodeName === undefined
      ? []
      : isDns1123Subdomain(nodeName).map((m) => invalid(path.child('nodeName'), nodeName, m))),
    ...validateNonSpecialIp(ip, ipPath),
  ];
}

function validatePort(
  { name, port, protocol, appProtocol }: EndpointPort,
  needsName: boolean,
  path: FieldPath,
): FieldError[] {
  const namePath = path.child('name');
  const errors: FieldError[] = [];
  if (name) errors.push(...isDns1123Label(name).map((message) => invalid(namePath, name, message)));
  else if (needsName) errors.push(required(namePath));
  errors.push(...isPortNumber(port).map((message) => invalid(path.child('port'), port, message)));
  if (!protocol) errors.push(required(path.child('protocol')));
  else if (!PROTOCOLS.includes(protocol)) errors.push(notSupported(path.child('protocol'), protocol, PROTOCOLS));
  if (appProtocol !== undefined) {
    errors.push(...isQualifiedName(appProtocol).map((m) => invalid(path.child('appProtocol'), appProtocol, m)));
  }
  return errors;
}
