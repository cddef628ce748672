import {
  EvaluationError,
  isNumeric,
  ListValue,
  MapValue,
  noSuchKey,
  OptionalValue,
  plainKey,
  typeNameOf,
  UintValue,
  type Value,
} from '../values/index.js';
import { attempt, Failure, type Result } from './frame.js';

/** Returns the field, entry or element of a value; undefined where it has none. A failure where the key is of the wrong type. */
export function findPart(operand: Value, key: Value): Result | undefined {
  if (operand instanceof MapValue) return findEntry(operand, key);
  return operand instanceof ListValue ? findElement(operand, key) : undefined;
}

function findEntry(map: MapValue, key: Value): Result | undefined {
  try {
    return map.find(key);
  } catch (error) {
    if (error instanceof EvaluationError) return new Failure(error);
    throw error;
  }
}

function findElement(list: ListValue, key: Value): Result | undefined {
  if (!isNumeric(key)) return Failure.of(`unsupported index type '${typeNameOf(key)}' in list`);
  const plain = plainKey(key);
  if (plain === undefined) return Failure.of(`unsupported index value ${String(key)} in list`);
  const place = Number(plain);
  return place >= 0 && place < list.size ? attempt(() => list.at(place)) : undefined;
}

/** Returns the field, entry or element of a value; a failure where it has none. */
export function getPart(operand: Value, key: Value): Result {
  const found = findPart(operand, key);
  if (found !== undefined) return found;
  const shown = showKey(key);
  return operand instanceof ListValue ? Failure.of(`index out of bounds: ${shown}`) : new Failure(noSuchKey(shown));
}

/** Reports whether a value has a field, entry or element, as `has(a.b)` asks. */
export function hasPart(operand: Value, key: Value): boolean | Failure {
  // A map checks the key without creating the value.
  if (operand instanceof MapValue && typeof key === 'string') return hasEntry(operand, key);
  const found = findPart(operand, key);
  return found instanceof Failure ? found : found !== undefined;
}

function hasEntry(map: MapValue, key: string): boolean | Failure {
  try {
    return map.has(key);
  } catch (error) {
    if (error instanceof EvaluationError) return new Failure(error);
    throw error;
  }
}

/** Returns the value inside of an optional one; undefined if there is none. */
export function unwrapped(value: Value): Value | undefined {
  return value instanceof OptionalValue ? value.value : value;
}

function showKey(key: Value): string {
  return key instanceof UintValue ? String(key.value) : String(key);
}
