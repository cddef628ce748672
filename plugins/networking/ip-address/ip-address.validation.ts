import { type FieldError, FieldPath, invalid } from '../../../src/plugin-api/index.js';
import { formatIp, IMMUTABLE_MESSAGE, parseIp, fieldChecker } from '../../../src/plugin-api/built-in.js';
import { addressFault, goPointer, isSameValue } from '../../core/index.js';
import { type IPAddress, IPAddressSpec, ParentReference } from './ip-address.v1beta1.js';

const SPEC = FieldPath.of('spec');
const PARENT = SPEC.child('parentRef');
const checkSpec = fieldChecker(IPAddressSpec);
const checkParent = fieldChecker(ParentReference);

/** Checks the name of an address: the address in its canonical form. Names of this kind are not generated. */
export function validateIpAddressName(name: string): string[] {
  const fault = addressFault(name);
  if (fault !== undefined) return [fault];
  const address = parseIp(name);
  return address && formatIp(address) === name ? [] : ['must be a canonical format IP address'];
}

/** Checks who an address belongs to. */
export function validateIpAddress({ spec }: IPAddress): FieldError[] {
  const errors = checkSpec(spec, SPEC);
  if (!spec?.parentRef) return errors;
  return [...errors, ...checkParent(spec.parentRef, PARENT, 'group', 'resource', 'name', 'namespace')];
}

/** Checks a change: whom an address belongs to stays. */
export function validateIpAddressUpdate({ spec }: IPAddress, old: IPAddress): FieldError[] {
  if (isSameValue(spec?.parentRef, old.spec?.parentRef)) return [];
  return [invalid(PARENT, goPointer('networking.ParentReference', spec?.parentRef), IMMUTABLE_MESSAGE)];
}
