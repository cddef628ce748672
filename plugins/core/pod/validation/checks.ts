import {
  invalid,
  isDns1123Label,
  isDns1123Subdomain,
  isQualifiedName,
  notSupported,
  required,
  type FieldError,
  type FieldPath,
} from '../../../../src/plugin-api/index.js';
import { isPortName, isPortNumber, subdomainNameRule, type IntOrString } from '../../../../src/plugin-api/built-in.js';

/** Runs a check of a text and reports each of its messages at one place. */
export function check<T extends string | number>(
  value: T,
  path: FieldPath,
  rule: (value: T) => readonly string[],
): FieldError[] {
  return rule(value).map((message) => invalid(path, value, message));
}

/** Checks a DNS label. */
export function checkLabel(value: string, path: FieldPath): FieldError[] {
  return check(value, path, isDns1123Label);
}

/** Checks a DNS subdomain. */
export function checkSubdomain(value: string, path: FieldPath): FieldError[] {
  return check(value, path, isDns1123Subdomain);
}

/** Checks a DNS subdomain to which more will be appended: one dash may stand at its end. */
export function checkSubdomainPrefix(value: string, path: FieldPath): FieldError[] {
  return check(value, path, (text) => subdomainNameRule(text, true));
}

/** Checks a qualified name. */
export function checkQualifiedName(value: string, path: FieldPath): FieldError[] {
  return check(value, path, isQualifiedName);
}

/** Requires a text that is not empty. */
export function checkSet(value: string | undefined, path: FieldPath, detail = ''): FieldError[] {
  return value ? [] : [required(path, detail)];
}

/** Requires one of a few values; an absent value passes. */
export function checkOneOf(value: string | undefined, path: FieldPath, supported: readonly string[]): FieldError[] {
  return value === undefined || supported.includes(value) ? [] : [notSupported(path, value, supported)];
}

/** Requires a value, and one of a few. */
export function checkChoice(value: string | undefined, path: FieldPath, supported: readonly string[]): FieldError[] {
  return value ? checkOneOf(value, path, supported) : [required(path)];
}

/** Requires the name of an image without blanks around it; templates may have them, as they are filled in later. */
export function checkImageSpace(image: string | undefined, path: FieldPath): FieldError[] {
  return image === undefined || image.trim() === image
    ? []
    : [invalid(path, image, 'must not have leading or trailing whitespace')];
}

/** Checks a port given by number or by name. */
export function checkPort(port: IntOrString, path: FieldPath): FieldError[] {
  return typeof port === 'number' ? check(port, path, isPortNumber) : check(port, path, isPortName);
}

/** Requires a path without steps upwards. */
export function checkNoBacksteps(value: string, path: FieldPath): FieldError[] {
  return value.split('/').includes('..') ? [invalid(path, value, "must not contain '..'")] : [];
}

/** Requires a relative path without steps upwards. */
export function checkDescendingPath(value: string, path: FieldPath): FieldError[] {
  const absolute = value.startsWith('/') ? [invalid(path, value, 'must be a relative path')] : [];
  return [...absolute, ...checkNoBacksteps(value, path)];
}

/** Requires a descending path whose first part is no name reserved for the kubelet. */
export function checkFilePath(value: string, path: FieldPath): FieldError[] {
  const isReserved = value.startsWith('..') && !value.startsWith('../');
  return [
    ...checkDescendingPath(value, path),
    ...(isReserved ? [invalid(path, value, "must not start with '..'")] : []),
  ];
}
