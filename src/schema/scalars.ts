import {
  base64FaultAt,
  canonicalMicroTime,
  canonicalQuantity,
  canonicalTime,
  formatDuration,
  isBase64,
  parseDuration,
} from '../apimachinery/index.js';
import { NumberLiteral, findInfinite, plainNumbers } from './number-literal.js';
import type { ScalarType } from './type-metadata.js';

/** Thrown by a scalar reader: the value has the wrong JSON type (`isType`), or its text is malformed. */
export class ScalarError extends Error {
  constructor(
    message: string,
    readonly isType: boolean,
  ) {
    super(message);
  }
}

/** The properties of a scalar type in the schema layer. */
export interface Scalar {
  /** Name of the type as decoding errors show it. */
  readonly goName: string;
  /** The value that counts as unset for fields that are no pointers. */
  readonly zero: unknown;
  /** Checks one JSON value and converts it to canonical form. Throws ScalarError. */
  read(value: unknown): unknown;
}

function wrongType(): ScalarError {
  return new ScalarError('', true);
}

function readString(value: unknown): string {
  if (typeof value !== 'string') throw wrongType();
  return value;
}

function readBool(value: unknown): boolean {
  if (typeof value !== 'boolean') throw wrongType();
  return value;
}

function integerReader(min: bigint, max: bigint): (value: unknown) => number | bigint {
  const [low, high] = [Number(min), Number(max)];
  return (value) => {
    if (typeof value === 'number') {
      if (!Number.isInteger(value) || value < low || value > high) throw wrongType();
      return value;
    }
    if (typeof value !== 'bigint' || value < min || value > max) throw wrongType();
    return value;
  };
}

function readDouble(value: unknown): number {
  const number = typeof value === 'bigint' || value instanceof NumberLiteral ? Number(value) : value;
  if (typeof number !== 'number' || !Number.isFinite(number)) throw wrongType();
  return number;
}

function readBytes(value: unknown): string {
  if (typeof value !== 'string') throw wrongType();
  if (isBase64(value)) return value;
  const text = value.replace(/[\r\n]/g, '');
  if (isBase64(text)) return text;
  throw new ScalarError(`illegal base64 data at input byte ${base64FaultAt(text)}`, false);
}

function readQuantity(value: unknown): string {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint') {
    return orScalarError(() => canonicalQuantity(value));
  }
  if (value instanceof NumberLiteral) return orScalarError(() => canonicalQuantity(value.text));
  throw new ScalarError(
    "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'",
    false,
  );
}

const readInt32 = integerReader(-(2n ** 31n), 2n ** 31n - 1n);

function readIntOrString(value: unknown): number | bigint | string {
  return typeof value === 'string' ? value : readInt32(value);
}

function readObject(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw wrongType();
  if (value instanceof NumberLiteral) throw wrongType();
  return value;
}

/** Any JSON value. The reference keeps its numbers as doubles, too. */
function readJson(value: unknown): unknown {
  const plain = plainNumbers(value);
  const infinite = plain === value ? undefined : findInfinite(value);
  if (!infinite) return plain;
  throw new ScalarError(`json: cannot unmarshal number ${infinite.text} into Go value of type float64`, false);
}

function readTime(canonical: (text: string) => string): (value: unknown) => string {
  return (value) => {
    if (typeof value !== 'string') throw wrongType();
    return orScalarError(() => canonical(value));
  };
}

function readDuration(value: unknown): string {
  if (typeof value !== 'string') throw wrongType();
  return orScalarError(() => formatDuration(parseDuration(value)));
}

function orScalarError<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw new ScalarError(error instanceof Error ? error.message : String(error), false);
  }
}

/** Every scalar type by name. */
export const SCALARS: Readonly<Record<ScalarType, Scalar>> = {
  string: { goName: 'string', zero: '', read: readString },
  bool: { goName: 'bool', zero: false, read: readBool },
  int32: { goName: 'int32', zero: 0, read: readInt32 },
  int64: { goName: 'int64', zero: 0, read: integerReader(-(2n ** 63n), 2n ** 63n - 1n) },
  uint64: { goName: 'uint64', zero: 0, read: integerReader(0n, 2n ** 64n - 1n) },
  double: { goName: 'float64', zero: 0, read: readDouble },
  bytes: { goName: '[]uint8', zero: undefined, read: readBytes },
  time: { goName: 'string', zero: undefined, read: readTime(canonicalTime) },
  microTime: { goName: 'string', zero: undefined, read: readTime(canonicalMicroTime) },
  quantity: { goName: 'resource.Quantity', zero: '0', read: readQuantity },
  intOrString: { goName: 'int32', zero: 0, read: readIntOrString },
  duration: { goName: 'string', zero: '0s', read: readDuration },
  rawExtension: { goName: 'runtime.RawExtension', zero: undefined, read: plainNumbers },
  json: { goName: 'interface {}', zero: undefined, read: readJson },
  fieldsV1: { goName: 'v1.FieldsV1', zero: undefined, read: readObject },
};
