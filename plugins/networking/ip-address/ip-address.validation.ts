import { type FieldError, FieldPath, invalid, required } from '../../../src/plugin-api/index.js';
import { formatIp, IMMUTABLE_MESSAGE, isPathSegmentName, parseIp } from '../../../src/plugin-api/internal.js';
import { addressFault, check, checkSubdomain, goPointer, isSameValue } from '../../core/index.js';
import { checkSegment } from '../object-reference.validation.js';
import type { IPAddress } from './ip-address.v1beta1.js';

const PARENT = FieldPath.of('spec', 'parentRef');

/** Checks the name of an address: the address in its canonical form. Names of this kind are not generated. */
export function validateIpAddressName(name: string): string[] {
  const fault = addressFault(name);
  if (fault !== undefined) return [fault];
  const address = parseIp(name);
  return address && formatIp(address) === name ? [] : ['must be a canonical format IP address'];
}

/** Checks who an address belongs to. */
export function validateIpAddress({ spec }: IPAddress): FieldError[] {
  if (!spec?.parentRef) return [required(PARENT)];
  const { group, resource, name, namespace } = spec.parentRef;
  return [
    ...(group ? checkSubdomain(group, PARENT.child('group')) : []),
    ...checkSegment(resource, PARENT.child('resource')),
    ...checkSegment(name, PARENT.child('name')),
    ...(namespace ? check(namespace, PARENT.child('namespace'), isPathSegmentName) : []),
  ];
}

/** Checks a change: whom an address belongs to stays. */
export function validateIpAddressUpdate({ spec }: IPAddress, old: IPAddress): FieldError[] {
  if (isSameValue(spec?.parentRef, old.spec?.parentRef)) return [];
  return [invalid(PARENT, goPointer('networking.ParentReference', spec?.parentRef), IMMUTABLE_MESSAGE)];
}
