import {
  SCALARS,
  ScalarError,
  type ScalarType,
  jsonTypeOf,
  type StructField,
  type StructLayout,
} from '../schema/index.js';
import { goKindOf } from './go-value.js';
import { isPlain } from './plain.js';

/**
 * Returns the first value of a strategically patched object that does not fit its type, worded as the reference
 * words it: it converts such objects member by member, not by way of JSON. Undefined when all kinds of values are
 * right.
 */
export function conversionFault(type: StructLayout | undefined, value: unknown): string | undefined {
  if (value === null || value === undefined) return undefined;
  if (!isPlain(value)) return `cannot restore struct from: ${goKindOf(value)}`;
  for (const field of type?.fields ?? []) {
    const fault = fieldFault(field, value[field.name]);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

/** Returns the same of kind and version, which no type declares. */
export function typeMetaFault(value: unknown): string | undefined {
  if (!isPlain(value)) return undefined;
  const members = ['kind', 'apiVersion'].map((name) => value[name] ?? '');
  const sent = members.find((member) => typeof member !== 'string');
  return sent === undefined ? undefined : scalarFault(goKindOf(sent), PLAIN_KINDS.string!, undefined);
}

type Check = (value: unknown) => string | undefined;

function fieldFault(field: StructField, value: unknown): string | undefined {
  const single: Check = (v) => singleFault(field, v);
  if (field.list && field.map) return mapFault(value, (v) => listFault(v, single));
  if (field.list) return listFault(value, single);
  return field.map ? mapFault(value, single) : single(value);
}

function listFault(value: unknown, check: Check): string | undefined {
  if (value === null || value === undefined) return undefined;
  return Array.isArray(value) ? firstFault(value, check) : `cannot restore slice from ${goKindOf(value)}`;
}

function mapFault(value: unknown, check: Check): string | undefined {
  if (value === null || value === undefined) return undefined;
  return isPlain(value) ? firstFault(Object.values(value), check) : `cannot restore map from ${goKindOf(value)}`;
}

function firstFault(values: readonly unknown[], check: Check): string | undefined {
  for (const value of values) {
    const fault = check(value);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

function singleFault(field: StructField, value: unknown): string | undefined {
  if (field.or) return undefined;
  if (field.struct) return conversionFault(field.struct, value);
  if (value === null || value === undefined) return undefined;
  if (field.scalar === 'bytes') return bytesFault(value);
  const kind = PLAIN_KINDS[field.scalar!];
  if (kind === undefined) return selfReadFault(field.scalar!, value);
  const sent = goKindOf(value);
  return sent === kind.accepts ? undefined : scalarFault(sent, kind, field.map ? field.valueAlias : field.alias);
}

interface PlainKind {
  readonly name: string;
  readonly accepts: string;
}

/** Scalars that read JSON themselves, as a document that has no place, and the type they read it into. */
const SELF_READ: Readonly<Partial<Record<ScalarType, { readonly into: string; readonly accepts: readonly string[] }>>> =
  {
    time: { into: 'string', accepts: ['string'] },
    microTime: { into: 'string', accepts: ['string'] },
    duration: { into: 'string', accepts: ['string'] },
    intOrString: { into: 'int32', accepts: ['string', 'number'] },
  };

function selfReadFault(scalar: ScalarType, value: unknown): string | undefined {
  const reading = SELF_READ[scalar];
  const sent = jsonTypeOf(value);
  if (!reading || reading.accepts.includes(sent)) return undefined;
  return `json: cannot unmarshal ${sent} into Go value of type ${reading.into}`;
}

/** Scalars that are plain values in Go; most others read JSON and word their own errors. */
const PLAIN_KINDS: Readonly<Partial<Record<ScalarType, PlainKind>>> = {
  string: { name: 'string', accepts: 'string' },
  bool: { name: 'bool', accepts: 'bool' },
  int32: { name: 'int32', accepts: 'int64' },
  int64: { name: 'int64', accepts: 'int64' },
  uint64: { name: 'uint64', accepts: 'int64' },
  double: { name: 'float64', accepts: 'float64' },
};

/** Go would convert between numbers, and from integers to strings; only such pairs are named in full. */
function scalarFault(sent: string, kind: PlainKind, alias: string | undefined): string | undefined {
  const isNumber = sent === 'int64' || sent === 'float64';
  const isInteger = sent === 'int64';
  if (isInteger && kind.name === 'float64') return undefined;
  const isConvertible = (isNumber && kind.accepts === 'int64') || (isInteger && kind.name === 'string');
  return isConvertible ? `cannot convert ${sent} to ${alias ?? kind.name}` : `unrecognized type: ${kind.name}`;
}

function bytesFault(value: unknown): string | undefined {
  if (typeof value !== 'string')
    return Array.isArray(value) ? undefined : `cannot restore slice from ${goKindOf(value)}`;
  try {
    SCALARS.bytes.read(value);
    return undefined;
  } catch (error) {
    if (error instanceof ScalarError) return `error decoding from json: ${error.message}`;
    throw error;
  }
}
