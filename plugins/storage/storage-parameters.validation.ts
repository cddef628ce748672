import {
  type FieldError,
  type FieldPath,
  forbidden,
  invalid,
  isQualifiedName,
  required,
  tooLong,
} from '../../src/plugin-api/index.js';
import { check, isSameValue } from '../core/index.js';

const MAX_PARAMETERS = 512;
const MAX_BYTES = 256 * 1024;

type Parameters = Readonly<Record<string, string>>;

/** Validates the parameters of a driver. */
export function validateStorageParameters(parameters: Parameters = {}, path: FieldPath): FieldError[] {
  const entries = Object.entries(parameters);
  if (entries.length > MAX_PARAMETERS) return [tooLong(path, MAX_PARAMETERS)];
  const errors = Object.hasOwn(parameters, '') ? [invalid(path, '', 'field can not be empty.')] : [];
  const size = entries.reduce((sum, [key, value]) => sum + Buffer.byteLength(key) + Buffer.byteLength(value), 0);
  return size > MAX_BYTES ? [...errors, tooLong(path, MAX_BYTES)] : errors;
}

/** Checks the name of who makes volumes: a qualified name, whose case does not count. */
export function validateProvisioner(name: string, path: FieldPath): FieldError[] {
  return name ? check(name.toLowerCase(), path, isQualifiedName) : [required(path)];
}

/** Refuses a change of a member of an object; `name` says what it is. */
export function refuseChange(next: unknown, old: unknown, path: FieldPath): FieldError[] {
  return isSameValue(next, old) ? [] : [forbidden(path, `updates to ${path} are forbidden.`)];
}
