import { type ForeignValue, expressionLanguage } from '../../../src/plugin-api/built-in.js';
import { type Value, foreignList, foreignMap, foreignNull, foreignScalar, textOf } from './foreign-value.js';

type Plain = Record<string, unknown>;
type StructValue = InstanceType<ReturnType<typeof expressionLanguage>['StructValue']>;

/** An object that an expression makes holds a map whose keys are no names. */
export class UnnamedKeyError extends Error {
  override readonly name = 'UnnamedKeyError';
}

/**
 * Returns the members of an object that an expression makes (upstream: ObjectVal.ConvertToNative). Lists and maps that are
 * written within others stay foreign, as in the reference, and so do values that JSON has none for. Throws
 * UnnamedKeyError.
 */
export function nativeObject(object: StructValue): Plain {
  return Object.fromEntries(
    [...object.keys()].map((name) => [name as string, nativeMember(object.find(name) ?? null)]),
  );
}

/** The value of a member, whose own elements or entries are no foreign values for being in a list or map. */
function nativeMember(value: Value): unknown {
  const { ListValue, MapValue, StructValue, jsonDataOf } = expressionLanguage();
  if (jsonDataOf(value) || value instanceof StructValue) return nativeValue(value);
  if (value instanceof ListValue) return [...value].map(nativeValue);
  return value instanceof MapValue ? plainMap(value) : nativeValue(value);
}

/** A value as Go has it (upstream: ref.Val.Value). */
function nativeValue(value: Value): unknown {
  const { ListValue, MapValue, OptionalValue, StructValue, TypeValue, UintValue, jsonDataOf } = expressionLanguage();
  if (value === null) return foreignNull();
  if (typeof value === 'bigint') return numberOf(value);
  if (typeof value !== 'object') return value;
  if (value instanceof UintValue) return numberOf(value.value);
  if (value instanceof OptionalValue) return value.value === undefined ? null : nativeValue(value.value);
  if (value instanceof TypeValue) return value.name;
  if (value instanceof StructValue) return nativeObject(value);
  const data = jsonDataOf(value);
  if (data) return withoutUnset(data);
  if (value instanceof ListValue) return foreignList([...value], [...value].map(nativeValue));
  return value instanceof MapValue ? entriesOf(value) : foreignScalar(value);
}

function plainMap(map: InstanceType<ReturnType<typeof expressionLanguage>['MapValue']>): Plain {
  const entries = [...map.keys()].map((key) => [nameOf(key), nativeValue(map.find(key) ?? null)] as const);
  return Object.fromEntries(entries);
}

function entriesOf(map: InstanceType<ReturnType<typeof expressionLanguage>['MapValue']>): ForeignValue {
  const entries = [...map.keys()].map((key) => [key, map.find(key) ?? null] as const);
  return foreignMap(entries, Object.fromEntries(entries.map(([key, value]) => [textOf(key), nativeValue(value)])));
}

function nameOf(key: Value): string {
  if (typeof key === 'string') return key;
  throw new UnnamedKeyError('invalid return type: *dynamic.ObjectVal');
}

/** Integers that numbers cannot hold stay as they are. */
function numberOf(value: bigint): number | bigint {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value;
}

/** Data as expressions see it: without members that are not set. */
function withoutUnset(data: unknown): unknown {
  if (Array.isArray(data)) return data.map(withoutUnset);
  if (typeof data !== 'object' || data === null) return data;
  const set = Object.entries(data).filter(([, value]) => value !== undefined);
  return Object.fromEntries(set.map(([name, value]) => [name, withoutUnset(value)]));
}
