import { spend } from './effort.js';
import { DurationValue, TimestampValue } from './time.js';
import { ListValue, MapValue, OpaqueValue, OptionalValue, TypeValue, UintValue, type Value } from './value.js';

/**
 * Reports whether two values are equal: numbers by what they amount to, all else only within its type. Throws EvaluationError where
 * the first one is of a type that is compared with its own values alone.
 */
export function isEqual(a: Value, b: Value): boolean {
  if (a === b) return true;
  if (a instanceof OpaqueValue) return b !== null && a.equals(b);
  if (isNumeric(a)) return isNumeric(b) && compareNumbers(a, b) === 0;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (a instanceof ListValue) return b instanceof ListValue && isEqualList(a, b);
  if (a instanceof MapValue) return b instanceof MapValue && isEqualMap(a, b);
  return isEqualObject(a, b);
}

function isEqualObject(a: Value, b: Value): boolean {
  if (a instanceof Uint8Array) return b instanceof Uint8Array && Buffer.compare(a, b) === 0;
  if (a instanceof TimestampValue) return b instanceof TimestampValue && a.nanoseconds === b.nanoseconds;
  if (a instanceof DurationValue) return b instanceof DurationValue && a.nanoseconds === b.nanoseconds;
  if (a instanceof TypeValue) return b instanceof TypeValue && a.name === b.name;
  if (a instanceof OptionalValue) return b instanceof OptionalValue && isEqualOptional(a, b);
  return false;
}

function isEqualOptional({ value: a }: OptionalValue, { value: b }: OptionalValue): boolean {
  return a === undefined || b === undefined ? a === b : isEqual(a, b);
}

function isEqualList(a: ListValue, b: ListValue): boolean {
  const told = a.equalsList(b) ?? b.equalsList(a);
  if (told !== undefined) return told;
  if (a.size !== b.size) return false;
  spend(a.size);
  for (let i = 0; i < a.size; i++) if (!isEqual(a.at(i), b.at(i))) return false;
  return true;
}

function isEqualMap(a: MapValue, b: MapValue): boolean {
  const told = a.equalsMap(b) ?? b.equalsMap(a);
  if (told !== undefined) return told;
  if (a.size !== b.size) return false;
  spend(a.size);
  for (const key of a.keys()) {
    const [inA, inB] = [a.find(key), b.find(key)];
    if (inA === undefined || inB === undefined || !isEqual(inA, inB)) return false;
  }
  return true;
}

/** A value of one of the three types of numbers. */
export type NumericValue = bigint | number | UintValue;

/** Reports whether a value is a number of any type. */
export function isNumeric(value: Value): value is NumericValue {
  return typeof value === 'bigint' || typeof value === 'number' || value instanceof UintValue;
}

/** Orders two numbers of whatever types; undefined when one is not a number at all. */
export function compareNumbers(a: NumericValue, b: NumericValue): number | undefined {
  const [x, y] = [plainNumber(a), plainNumber(b)];
  // An integer is compared with a floating point number as the one that is nearest to it.
  if (typeof x === typeof y) return orderOf(x, y);
  return orderOf(Number(x), Number(y));
}

function orderOf(x: bigint | number, y: bigint | number): number | undefined {
  if (x < y) return -1;
  if (x > y) return 1;
  return Object.is(x, NaN) || Object.is(y, NaN) ? undefined : 0;
}

function plainNumber(value: NumericValue): bigint | number {
  return value instanceof UintValue ? value.value : value;
}
