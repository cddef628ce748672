import {
  duplicate,
  type FieldError,
  FieldPath,
  invalid,
  isDns1123Label,
  required,
} from '../../../src/plugin-api/index.js';
import {
  isFullyQualifiedDomainName,
  isLabelValue,
  parseIp,
  unmapIp,
  repeatFinder,
  tooMany,
  validateImmutable,
  validateLabels,
} from '../../../src/plugin-api/internal.js';
import {
  check,
  checkChoice,
  checkLabel,
  checkOneOf,
  checkQualifiedName,
  checkSubdomain,
  validateNonSpecialIp,
} from '../../core/index.js';
import type { Endpoint, EndpointHints, EndpointPort, EndpointSlice } from './endpoint-slice.v1.js';

const ADDRESS_TYPE = FieldPath.of('addressType');
const ENDPOINTS = FieldPath.of('endpoints');
const PORTS = FieldPath.of('ports');
const ADDRESS_TYPES = ['FQDN', 'IPv4', 'IPv6'];
const PROTOCOLS = ['SCTP', 'TCP', 'UDP'];
const MAX_ENDPOINTS = 1000;
const MAX_ADDRESSES = 100;
const MAX_PORTS = 20_000;
const MAX_TOPOLOGY = 16;
const MAX_HINTS = 8;

type AddressCheck = (address: string, path: FieldPath) => FieldError[];

/** How addresses are checked, by their type; those of an unknown one are not. */
const ADDRESS_CHECKS: ReadonlyMap<string, AddressCheck> = new Map<string, AddressCheck>([
  ['IPv4', (address, path) => ipErrors(address, 4, path)],
  ['IPv6', (address, path) => ipErrors(address, 6, path)],
  ['FQDN', (name, path) => (name === '' ? [required(path)] : check(name, path, isFullyQualifiedDomainName))],
]);

/** Checks an endpoint slice. */
export function validateEndpointSlice({ addressType, endpoints, ports }: EndpointSlice): FieldError[] {
  return [
    ...checkChoice(addressType, ADDRESS_TYPE, ADDRESS_TYPES),
    ...endpointListErrors(endpoints ?? [], ADDRESS_CHECKS.get(addressType)),
    ...portListErrors(ports ?? []),
  ];
}

/** Checks a change: the type of the addresses stays. */
export function validateEndpointSliceUpdate(slice: EndpointSlice, old: EndpointSlice): FieldError[] {
  return [...validateEndpointSlice(slice), ...validateImmutable(slice.addressType, old.addressType, ADDRESS_TYPE)];
}

function endpointListErrors(endpoints: readonly Endpoint[], checkAddress: AddressCheck | undefined): FieldError[] {
  if (endpoints.length > MAX_ENDPOINTS) return [tooMany(ENDPOINTS, endpoints.length, MAX_ENDPOINTS)];
  return endpoints.flatMap((endpoint, i) => [
    ...addressErrors(endpoint.addresses ?? [], ENDPOINTS.index(i).child('addresses'), checkAddress),
    ...endpointErrors(endpoint, ENDPOINTS.index(i)),
  ]);
}

function addressErrors(addresses: readonly string[], path: FieldPath, checkAddress?: AddressCheck): FieldError[] {
  const errors: FieldError[] = [];
  if (addresses.length === 0) errors.push(required(path, 'must contain at least 1 address'));
  else if (addresses.length > MAX_ADDRESSES) errors.push(tooMany(path, addresses.length, MAX_ADDRESSES));
  if (checkAddress) errors.push(...addresses.flatMap((address, i) => checkAddress(address, path.index(i))));
  return errors;
}

function ipErrors(address: string, family: 4 | 6, path: FieldPath): FieldError[] {
  const isOfFamily = familyOf(address) === family;
  return [
    ...(isOfFamily ? [] : [invalid(path, address, `must be a valid IPv${family} address`)]),
    ...validateNonSpecialIp(address, path),
  ];
}

/** An IPv4 address in IPv6 notation counts as one of IPv4. */
function familyOf(text: string): number | undefined {
  const address = parseIp(text);
  return address && unmapIp(address).family;
}

function endpointErrors(endpoint: Endpoint, path: FieldPath): FieldError[] {
  const { nodeName, deprecatedTopology: topology = {}, hostname, hints } = endpoint;
  const place = path.child('deprecatedTopology');
  const count = Object.keys(topology).length;
  return [
    ...(nodeName === undefined ? [] : checkSubdomain(nodeName, path.child('nodeName'))),
    ...(count > MAX_TOPOLOGY ? [tooMany(place, count, MAX_TOPOLOGY)] : []),
    ...validateLabels(topology, place),
    ...(hostname === undefined ? [] : checkLabel(hostname, path.child('hostname'))),
    ...(hints ? hintErrors(hints, path.child('hints', 'forZones')) : []),
  ];
}

function hintErrors({ forZones = [] }: EndpointHints, path: FieldPath): FieldError[] {
  if (forZones.length > MAX_HINTS) return [tooMany(path, forZones.length, MAX_HINTS)];
  const isRepeated = repeatFinder<string>();
  return forZones.flatMap(({ name }, i) => {
    const place = path.index(i).child('name');
    return [...(isRepeated(name) ? [duplicate(place, name)] : []), ...check(name, place, isLabelValue)];
  });
}

function portListErrors(ports: readonly EndpointPort[]): FieldError[] {
  if (ports.length > MAX_PORTS) return [tooMany(PORTS, ports.length, MAX_PORTS)];
  const isRepeated = repeatFinder<string>();
  return ports.flatMap(({ name = '', protocol, appProtocol }, i) => {
    const path = PORTS.index(i);
    const place = path.child('name');
    return [
      ...(name === '' ? [] : check(name, place, isDns1123Label)),
      ...(isRepeated(name) ? [duplicate(place, name)] : []),
      ...(protocol === undefined ? [required(path.child('protocol'))] : []),
      ...checkOneOf(protocol, path.child('protocol'), PROTOCOLS),
      ...(appProtocol === undefined ? [] : checkQualifiedName(appProtocol, path.child('appProtocol'))),
    ];
  });
}
