import { SCALARS, ScalarError } from './scalars.js';
import type { StructField, StructLayout } from './struct-layout.js';

/** A value that is of another type than its field. */
export interface Misfit {
  /** As users write paths: `spec.services[1]`. */
  readonly path: string;
  /** The type of the value: `a string`, `a list`. */
  readonly found: string;
  /** The type of the field: `int32`, `a list of string`, `a Size`. */
  readonly wanted: string;
}

type Plain = Readonly<Record<string, unknown>>;

/**
 * Finds the first value of an object that its type cannot have; undefined if there is none. For messages to authors of
 * the code that made the object: `decode` words the same fault for clients, as the reference does.
 */
export function findMisfit(type: StructLayout, object: object): Misfit | undefined {
  for (const field of type.fields) {
    const found = ofField(field, (object as Plain)[field.name], field.name);
    if (found) return found;
  }
  return undefined;
}

function ofField(field: StructField, value: unknown, path: string): Misfit | undefined {
  if (value === undefined || value === null) return undefined;
  if (field.map) {
    if (!isPlain(value)) return { path, found: typeOf(value), wanted: `a map of ${nameOf(field)}` };
    return firstOf(Object.entries(value), ([key, each]) => ofElement(field, each, `${path}[${key}]`));
  }
  return field.list ? ofList(field, value, path) : ofSingle(field, value, path);
}

function ofElement(field: StructField, value: unknown, path: string): Misfit | undefined {
  return field.list ? ofList(field, value, path) : ofSingle(field, value, path);
}

function ofList(field: StructField, value: unknown, path: string): Misfit | undefined {
  if (value === undefined || value === null) return undefined;
  if (!Array.isArray(value)) return { path, found: typeOf(value), wanted: `a list of ${nameOf(field)}` };
  return firstOf([...value.entries()], ([i, each]) => ofSingle(field, each, `${path}[${i}]`));
}

function ofSingle(field: StructField, value: unknown, path: string): Misfit | undefined {
  if (value === undefined || value === null || field.or) return undefined;
  const { struct, scalar } = field;
  if (struct) {
    if (!isPlain(value)) return { path, found: typeOf(value), wanted: `a ${struct.shortName}` };
    const inner = findMisfit(struct, value);
    return inner && { ...inner, path: `${path}.${inner.path}` };
  }
  // Bytes may also come as a list of numbers.
  if (scalar === 'bytes' && Array.isArray(value)) return undefined;
  return ofScalar(field, value, path);
}

function ofScalar({ scalar }: StructField, value: unknown, path: string): Misfit | undefined {
  try {
    SCALARS[scalar!].read(value);
    return undefined;
  } catch (error) {
    if (!(error instanceof ScalarError)) throw error;
    const isText = !error.isType && typeof value === 'string';
    return { path, found: isText ? 'a string of another form' : typeOf(value), wanted: scalar! };
  }
}

function nameOf({ struct, scalar }: StructField): string {
  return struct?.shortName ?? scalar!;
}

function typeOf(value: unknown): string {
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object') return 'an object';
  if (Number.isNaN(value)) return 'NaN';
  if (typeof value === 'number') return Number.isInteger(value) ? `the number ${value}` : 'a number with a fraction';
  return `a ${typeof value}`;
}

function isPlain(value: unknown): value is Plain {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function firstOf<T>(all: readonly T[], find: (each: T) => Misfit | undefined): Misfit | undefined {
  for (const each of all) {
    const found = find(each);
    if (found) return found;
  }
  return undefined;
}
