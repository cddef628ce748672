import {
  type FieldError,
  type FieldPath,
  duplicate,
  invalid,
  isDns1123Label,
  isDns1123Subdomain,
  required,
  tooLong,
} from '../../src/plugin-api/index.js';
import { hasRule, repeatFinder, tooMany } from '../../src/plugin-api/built-in.js';

const MAX_DRIVER = 63;
const MAX_POOL = 253;
const MAX_IDENTIFIER = 32;

/** Checks the name of a driver: a subdomain in which capital letters are allowed. */
export function validateDriverName(name: string, path: FieldPath): FieldError[] {
  const isMissing = name === '';
  // Two releases report an empty name as a malformed one, too.
  if (isMissing && !hasRule({ since: '1.33', until: '1.34' })) return [required(path)];
  const long = Buffer.byteLength(name) > MAX_DRIVER ? [tooLong(path, MAX_DRIVER)] : [];
  const missing = isMissing ? [required(path)] : [];
  return [
    ...missing,
    ...long,
    ...isDns1123Subdomain(name.toLowerCase()).map((message) => invalid(path, name, message)),
  ];
}

/** Checks the name of a pool: subdomains with slashes between them. */
export function validatePoolName(name: string, path: FieldPath): FieldError[] {
  if (name === '') return [required(path)];
  const long = Buffer.byteLength(name) > MAX_POOL ? [tooLong(path, MAX_POOL)] : [];
  const parts = name.split('/');
  return [...long, ...parts.flatMap((part) => isDns1123Subdomain(part).map((message) => invalid(path, part, message)))];
}

/** Checks the name of a device or of a request. */
export function validateLabel(name: string, path: FieldPath): FieldError[] {
  return isDns1123Label(name).map((message) => invalid(path, name, message));
}

/** Checks the name of a property: an identifier, which may stand after the domain of a driver. */
export function validatePropertyName(name: string, path: FieldPath): FieldError[] {
  if (name === '' && !hasRule({ since: '1.35' })) return [required(path, 'name required')];
  const parts = name.split('/');
  if (parts.length === 1) return identifierErrors(name, path);
  if (parts.length > 2) return [];
  const [domain, identifier] = parts;
  return [
    ...(domain === '' ? [required(path, 'the domain must not be empty')] : validateDriverName(domain, path)),
    ...(identifier === '' ? [required(path, 'the name must not be empty')] : identifierErrors(identifier, path)),
  ];
}

/** Returns the same, with a domain that must be there. */
export function validateFullPropertyName(name: string, path: FieldPath): FieldError[] {
  const errors = validatePropertyName(name, path);
  if (name === '' && !hasRule({ since: '1.35' })) return errors;
  return name.includes('/') ? errors : [...errors, invalid(path, name, withoutDomain())];
}

function withoutDomain(): string {
  const isNamed = hasRule({ since: '1.35' });
  return isNamed ? 'a fully qualified name must be a domain and a name separated by a slash' : 'must include a domain';
}

function identifierErrors(identifier: string, path: FieldPath): FieldError[] {
  const long = Buffer.byteLength(identifier) > MAX_IDENTIFIER ? [tooLong(path, MAX_IDENTIFIER)] : [];
  if (/^[A-Za-z_][A-Za-z0-9_]*$/.test(identifier)) return long;
  const text =
    "a valid C identifier must start with alphabetic character or '_', followed by a string of alphanumeric characters or '_'" +
    " (e.g. 'my_name',  or 'MY_NAME',  or 'MyName', regex used for validation is '[A-Za-z_][A-Za-z0-9_]*')";
  return [...long, invalid(path, identifier, text)];
}

/** The rules for a list: its elements, their maximum number, and their identity. */
export interface ListRules<T> {
  readonly max?: number;
  readonly check: (element: T, path: FieldPath) => FieldError[];
  readonly key?: (element: T) => string;
  /** The member that holds the key, which errors name before release 1.35. */
  readonly member?: string;
}

/** Checks a list by rules. */
export function validateList<T>(
  list: readonly T[] | undefined | null,
  path: FieldPath,
  { max = Infinity, check, key, member }: ListRules<T>,
): FieldError[] {
  const elements = list ?? [];
  const errors = elements.flatMap((element, i) => check(element, path.index(i)));
  if (elements.length > max) errors.push(tooMany(path, elements.length, max));
  if (!key) return errors;
  const isRepeated = repeatFinder<string>();
  const repeated = elements.flatMap((element, i) => {
    const isWhole = member === undefined || hasRule({ since: '1.35' });
    const place = isWhole ? path.index(i) : path.index(i).child(member);
    return isRepeated(key(element)) ? [duplicate(place, key(element))] : [];
  });
  return [...errors, ...repeated];
}
