import {
  duplicate,
  type FieldError,
  FieldPath,
  invalid,
  isDns1123Subdomain,
  required,
} from '../../../src/plugin-api/index.js';
import {
  hasRule,
  isFullyQualifiedDomainName,
  isValidIp,
  parseIp,
  unmapIp,
  repeatFinder,
  tooMany,
  validateImmutable,
  validateLabels,
  fieldChecker,
} from '../../../src/plugin-api/built-in.js';
import { check, validateNonSpecialIp } from '../../core/index.js';
import { Endpoint, type EndpointHints, EndpointPort, EndpointSlice, ForZone } from './endpoint-slice.v1.js';

const ADDRESS_TYPE = FieldPath.of('addressType');
const ENDPOINTS = FieldPath.of('endpoints');
const PORTS = FieldPath.of('ports');
const checkSlice = fieldChecker(EndpointSlice);
const checkEndpoint = fieldChecker(Endpoint);
const checkPort = fieldChecker(EndpointPort);
const checkZone = fieldChecker(ForZone);
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
export function validateEndpointSlice(slice: EndpointSlice): FieldError[] {
  const { addressType, endpoints, ports } = slice;
  return [
    ...checkSlice(slice, FieldPath.of()),
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
  if (hasRule({ since: '1.33' })) return onlyFormErrors(address, family, path);
  const isOfFamily = familyOf(address) === family;
  return [
    ...(isOfFamily ? [] : [invalid(path, address, `must be a valid IPv${family} address`)]),
    ...validateNonSpecialIp(address, path),
  ];
}

/** Since 1.33 a text that is no address has no other faults. */
function onlyFormErrors(address: string, family: 4 | 6, path: FieldPath): FieldError[] {
  const malformed = check(address, path, isValidIp);
  if (malformed.length > 0) return malformed;
  const isOfFamily = familyOf(address) === family;
  return [
    ...(isOfFamily ? [] : [invalid(path, address, `must be an IPv${family} address`)]),
    ...validateNonSpecialIp(address, path),
  ];
}

/** An IPv4 address in IPv6 notation counts as one of IPv4. */
function familyOf(text: string): number | undefined {
  const address = parseIp(text);
  return address && unmapIp(address).family;
}

function endpointErrors(endpoint: Endpoint, path: FieldPath): FieldError[] {
  const { deprecatedTopology: topology = {}, hints } = endpoint;
  const place = path.child('deprecatedTopology');
  const count = Object.keys(topology).length;
  return [
    ...checkEndpoint(endpoint, path, 'nodeName'),
    ...(count > MAX_TOPOLOGY ? [tooMany(place, count, MAX_TOPOLOGY)] : []),
    ...validateLabels(topology, place),
    ...checkEndpoint(endpoint, path, 'hostname'),
    ...(hints ? hintErrors(hints, path.child('hints', 'forZones')) : []),
    ...(hints ? nodeHintErrors(hints, path.child('hints', 'forNodes')) : []),
  ];
}

function hintErrors({ forZones = [] }: EndpointHints, path: FieldPath): FieldError[] {
  if (forZones.length > MAX_HINTS) return [tooMany(path, forZones.length, MAX_HINTS)];
  const isRepeated = repeatFinder<string>();
  return forZones.flatMap((zone, i) => [
    ...(isRepeated(zone.name) ? [duplicate(path.index(i).child('name'), zone.name)] : []),
    ...checkZone(zone, path.index(i)),
  ]);
}

function nodeHintErrors({ forNodes = [] }: EndpointHints, path: FieldPath): FieldError[] {
  if (forNodes.length > MAX_HINTS) return [tooMany(path, forNodes.length, MAX_HINTS)];
  const isRepeated = repeatFinder<string>();
  return forNodes.flatMap(({ name }, i) => [
    ...(isRepeated(name) ? [duplicate(path.index(i).child('name'), name)] : []),
    ...isDns1123Subdomain(name).map((message) => invalid(path.index(i).child('name'), name, message)),
  ]);
}

function portListErrors(ports: readonly EndpointPort[]): FieldError[] {
  if (ports.length > MAX_PORTS) return [tooMany(PORTS, ports.length, MAX_PORTS)];
  const isRepeated = repeatFinder<string>();
  return ports.flatMap((port, i) => {
    const path = PORTS.index(i);
    const { name = '' } = port;
    return [
      ...checkPort(port, path, 'name'),
      ...(isRepeated(name) ? [duplicate(path.child('name'), name)] : []),
      ...checkPort(port, path, 'protocol', 'appProtocol'),
    ];
  });
}
