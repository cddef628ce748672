import {
  EvaluationError,
  isNumeric,
  ListValue,
  MapValue,
  noSuchKey,
  noSuchOverload,
  OptionalValue,
  plainKey,
  typeNameOf,
  UintValue,
  type Value,
} from '../values/index.js';

/** The field of a value, as `a.b` reads it. */
export function selectField(operand: Value, field: string): Value {
  if (operand instanceof MapValue) {
    const value = operand.find(field);
    if (value === undefined) throw noSuchKey(field);
    return value;
  }
  if (operand instanceof OptionalValue) return selectOptional(operand, field);
  throw noSuchOverload();
}

/** Whether the field of a value is there, as `has(a.b)` asks. */
export function hasField(operand: Value, field: string): boolean {
  if (operand instanceof MapValue) return operand.has(field);
  if (operand instanceof OptionalValue) return operand.value !== undefined && hasField(operand.value, field);
  throw noSuchOverload();
}

/** The field of a value that may not be there, as `a.?b` reads it. */
export function selectOptional(operand: Value, field: string): OptionalValue {
  const target = operand instanceof OptionalValue ? operand.value : operand;
  if (target === undefined) return OptionalValue.none;
  if (!(target instanceof MapValue)) throw noSuchOverload();
  return optionalOf(target.find(field));
}

/** The element or entry of a value, as `a[b]` reads it. */
export function indexValue(operand: Value, index: Value): Value {
  if (operand instanceof OptionalValue) return indexOptional(operand, index);
  if (operand instanceof ListValue) {
    const value = elementAt(operand, index);
    if (value === undefined) throw new EvaluationError(`index out of bounds: ${showKey(index)}`);
    return value;
  }
  if (!(operand instanceof MapValue)) throw noSuchOverload();
  const value = entryOf(operand, index);
  if (value === undefined) throw noSuchKey(showKey(index));
  return value;
}

/** The element or entry of a value that may not be there, as `a[?b]` reads it. */
export function indexOptional(operand: Value, index: Value): OptionalValue {
  const target = operand instanceof OptionalValue ? operand.value : operand;
  if (target === undefined) return OptionalValue.none;
  if (target instanceof ListValue) return optionalOf(elementAt(target, index));
  if (target instanceof MapValue) return optionalOf(entryOf(target, index));
  throw noSuchOverload();
}

/** A value that is there, or none. */
export function optionalOf(value: Value | undefined): OptionalValue {
  return value === undefined ? OptionalValue.none : new OptionalValue(value);
}

function elementAt(list: ListValue, index: Value): Value | undefined {
  if (!isNumeric(index)) throw new EvaluationError(`unsupported index type '${typeNameOf(index)}' in list`);
  const plain = plainKey(index);
  if (plain === undefined) throw new EvaluationError(`unsupported index value ${String(index)} in list`);
  const place = Number(plain);
  return place >= 0 && place < list.size ? list.at(place) : undefined;
}

function entryOf(map: MapValue, key: Value): Value | undefined {
  if (plainKey(key) === undefined && typeof key !== 'number') {
    throw new EvaluationError(`unsupported key type: ${typeNameOf(key)}`);
  }
  return map.find(key);
}

function showKey(key: Value): string {
  return key instanceof UintValue ? String(key.value) : String(key);
}
