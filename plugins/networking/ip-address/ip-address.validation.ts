import { type FieldError, FieldPath, invalid } from '../../../src/plugin-api/index.js';
import {
  fieldChecker,
  formatIp,
  goStruct,
  type GoValue,
  hasRule,
  IMMUTABLE_MESSAGE,
  parseIp,
} from '../../../src/plugin-api/built-in.js';
import { addressFault, goPointer, isSameValue } from '../../core/index.js';
import { type IPAddress, IPAddressSpec, ParentReference } from './ip-address.v1beta1.js';

const SPEC = FieldPath.of('spec');
const PARENT = SPEC.child('parentRef');
const NO_ADDRESS = 'must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)';
const checkSpec = fieldChecker(IPAddressSpec);
const checkParent = fieldChecker(ParentReference);

/** Checks the name of an address: the address in its canonical form. Names of this kind are not generated. */
export function validateIpAddressName(name: string): string[] {
  const address = parseIp(name);
  if (!address && hasRule({ since: '1.33' })) return [NO_ADDRESS];
  const fault = addressFault(name);
  if (fault !== undefined) return [fault];
  return address && formatIp(address) === name ? [] : ['must be a canonical format IP address'];
}

/** Checks who an address belongs to. */
export function validateIpAddress({ spec }: IPAddress): FieldError[] {
  const errors = checkSpec(spec, SPEC);
  if (!spec?.parentRef) return errors;
  return [...errors, ...checkParent(spec.parentRef, PARENT, 'group', 'resource', 'name', 'namespace')];
}

/** Checks a change: whom an address belongs to stays. */
export function validateIpAddressUpdate(next: IPAddress, old: IPAddress): FieldError[] {
  const isLater = hasRule({ since: '1.33' });
  const errors = isLater ? validateIpAddress(next) : [];
  const parent = next.spec?.parentRef;
  if (isSameValue(parent, old.spec?.parentRef)) return errors;
  const shown = isLater ? parent && goParent(parent) : goPointer('networking.ParentReference', parent);
  return [...errors, invalid(PARENT, shown, IMMUTABLE_MESSAGE)];
}

function goParent({ group = '', resource = '', namespace = '', name = '' }: Partial<ParentReference>): GoValue {
  const members = { Group: group, Resource: resource, Namespace: namespace, Name: name };
  return goStruct('networking.ParentReference', members, members);
}
