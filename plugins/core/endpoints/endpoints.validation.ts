import { type FieldError, FieldPath, required } from '../../../src/plugin-api/index.js';
import { fieldChecker } from '../../../src/plugin-api/built-in.js';
import { EndpointAddress, EndpointPort, type EndpointSubset, type Endpoints } from './endpoints.v1.js';
import { validateNonSpecialIp } from './non-special-ip.validation.js';

const checkAddress = fieldChecker(EndpointAddress);
const checkPort = fieldChecker(EndpointPort);

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

function validateAddress(address: EndpointAddress, path: FieldPath): FieldError[] {
  return [
    ...checkAddress(address, path, 'ip', 'hostname', 'nodeName'),
    ...validateNonSpecialIp(address.ip, path.child('ip')),
  ];
}

function validatePort(port: EndpointPort, needsName: boolean, path: FieldPath): FieldError[] {
  return [
    ...(needsName && !port.name ? [required(path.child('name'))] : []),
    ...checkPort(port, path, 'name', 'port', 'protocol', 'appProtocol'),
  ];
}
