import { type FieldError, type FieldPath, invalid, required, tooLong } from '../../../src/plugin-api/index.js';
import { hasRule } from '../../../src/plugin-api/built-in.js';
import { validateDriverName, validateLabel, validateList } from '../names.validation.js';
import type { DeviceConfiguration } from './device-request.v1.js';

const MAX_PARAMETERS_BYTES = 10_240;
const MAX_REQUESTS = 32;

/** Most settings of a claim or a class. */
export const MAX_CONFIGURATIONS = 32;

/** Checks settings; those that have been stored may be longer than what is taken today. */
export function validateConfiguration(
  { opaque }: DeviceConfiguration,
  path: FieldPath,
  isStored: boolean,
): FieldError[] {
  const place = path.child('opaque');
  if (!opaque) return [required(place)];
  const parameters = validateParameters(opaque.parameters, place.child('parameters'), isStored);
  return [...validateDriverName(opaque.driver, place.child('driver')), ...parameters];
}

/** Checks data that only a driver understands: an object, of a size that can be kept. */
export function validateParameters(value: unknown, path: FieldPath, isStored: boolean): FieldError[] {
  if (value === undefined || value === null) return [required(path)];
  if (!isStored && sizeOf(value) > MAX_PARAMETERS_BYTES) {
    return [tooLong(path, MAX_PARAMETERS_BYTES)];
  }
  if (typeof value === 'object' && !Array.isArray(value)) return [];
  return [
    invalid(path, '<value omitted>', `${hasRule({ since: '1.33' }) ? '' : 'parameters '}must be a valid JSON object`),
  ];
}

/** Checks the names of requests that something is about. */
export function validateRequestNames(
  names: readonly string[] | undefined,
  path: FieldPath,
  known: ReadonlySet<string>,
): FieldError[] {
  const check = (name: string, place: FieldPath): FieldError[] => validateRequestName(name, place, known);
  return validateList(names, path, { max: MAX_REQUESTS, check, key: (name) => name });
}

/** Checks the name of a request that has to be among those of the claim, or of one of its alternatives. */
export function validateRequestName(name: string, path: FieldPath, known: ReadonlySet<string>): FieldError[] {
  if (!hasRule({ since: '1.33' })) {
    const errors = validateLabel(name, path);
    return known.has(name) ? errors : [...errors, invalid(path, name, 'must be the name of a request in the claim')];
  }
  const segments = name.split('/');
  const unknown = known.has(name) ? [] : [invalid(path, name, UNKNOWN_REQUEST)];
  return segments.length > 2 ? unknown : [...segments.flatMap((segment) => validateLabel(segment, path)), ...unknown];
}

const UNKNOWN_REQUEST =
  "must be the name of a request in the claim or the name of a request and a subrequest separated by '/'";

function sizeOf(value: unknown): number {
  const text = JSON.stringify(value, (_, inner: unknown) => (typeof inner === 'bigint' ? String(inner) : inner));
  return Buffer.byteLength(text);
}
