import { ForeignValue, expressionLanguage } from '../../../src/plugin-api/built-in.js';
import type { Value } from './foreign-value.js';
import { UnnamedKeyError, nativeObject } from './native-value.js';

/** A value that cannot be written as JSON; the message is in the reference's words. */
export class UnwritableValueError extends Error {
  override readonly name = 'UnwritableValueError';

  constructor(reason: string) {
    super(`JSONPath valueExpression evaluated to a type that could not marshal to JSON: ${reason}`);
  }
}

/**
 * Returns the JSON that a value of an expression becomes in a patch (upstream: conversion to structpb.Value). Integers
 * beyond 2^53 become texts, and so do bytes, times and durations. Throws UnwritableValueError.
 */
export function patchValue(value: Value): unknown {
  const { ListValue, MapValue, OptionalValue, StructValue, UintValue } = expressionLanguage();
  if (typeof value === 'bigint') return integer(value);
  if (typeof value === 'number') return double(value);
  if (value === null || typeof value !== 'object') return value;
  if (value instanceof UintValue) return integer(value.value);
  if (value instanceof StructValue) return objectValue(value);
  if (value instanceof ListValue) return [...value].map(patchValue);
  if (value instanceof MapValue) return mapValue(value);
  if (value instanceof OptionalValue) return optionalValue(value.value);
  return textValue(value);
}

function integer(value: bigint): number | string {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : String(value);
}

function double(value: number): number {
  if (Number.isFinite(value)) return value;
  const name = Number.isNaN(value) ? 'NaN' : value > 0 ? '+Inf' : '-Inf';
  const reason = `google.protobuf.Value cannot have ${name} value`;
  throw new UnwritableValueError(`json: error calling MarshalJSON for type *structpb.Value: proto: ${reason}`);
}

function optionalValue(value: Value | undefined): unknown {
  if (value === undefined) throw new UnwritableValueError('optional.none() dereference');
  return patchValue(value);
}

function mapValue(map: InstanceType<ReturnType<typeof expressionLanguage>['MapValue']>): object {
  const { typeNameOf } = expressionLanguage();
  const entries = [...map.keys()].map((key) => {
    if (typeof key !== 'string') {
      throw new UnwritableValueError(`unsupported type conversion from '${typeNameOf(key)}' to string`);
    }
    return [key, patchValue(map.find(key) ?? null)] as const;
  });
  return Object.fromEntries(entries);
}

function textValue(value: Value): string {
  const { DurationValue, TimestampValue, formatDurationSeconds, formatTimestamp, typeNameOf } = expressionLanguage();
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64');
  if (value instanceof TimestampValue) return formatTimestamp(value.nanoseconds);
  if (value instanceof DurationValue) return formatDurationSeconds(value.nanoseconds);
  throw new UnwritableValueError(`unsupported type conversion from '${typeNameOf(value)}' to 'structpb.Value'`);
}

function objectValue(object: InstanceType<ReturnType<typeof expressionLanguage>['StructValue']>): unknown {
  try {
    return structValue(nativeObject(object));
  } catch (error) {
    throw error instanceof UnnamedKeyError ? new UnwritableValueError(error.message) : error;
  }
}

/** The JSON of a member of an object, which has passed through Go's types; not all of them have one. */
function structValue(value: unknown): unknown {
  if (value instanceof ForeignValue) {
    if (value.goType === '[]uint8') return value.plain;
    throw new UnwritableValueError(`proto: invalid type: ${value.goType}`);
  }
  if (typeof value === 'bigint') return Number(value);
  if (typeof value === 'number') return double(value);
  if (Array.isArray(value)) return value.map(structValue);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, structValue(member)]));
}
