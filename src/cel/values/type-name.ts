import { DurationValue, TimestampValue } from './time.js';
import {
  ListValue,
  MapValue,
  OpaqueValue,
  OptionalValue,
  StructValue,
  TypeValue,
  UintValue,
  type Value,
} from './value.js';

/** Returns the name of a value's type, as `type()` answers it. */
export function typeNameOf(value: Value): string {
  if (value === null) return 'null_type';
  if (typeof value !== 'object') return PRIMITIVES[typeof value as keyof typeof PRIMITIVES];
  if (value instanceof OpaqueValue || value instanceof StructValue) return value.typeName;
  return CLASSES.find(([type]) => value instanceof type)?.[1] ?? 'dyn';
}

const PRIMITIVES = { boolean: 'bool', bigint: 'int', number: 'double', string: 'string' };

const CLASSES: readonly (readonly [abstract new (...parts: never[]) => unknown, string])[] = [
  [ListValue, 'list'],
  [MapValue, 'map'],
  [UintValue, 'uint'],
  [Uint8Array, 'bytes'],
  [DurationValue, 'google.protobuf.Duration'],
  [TimestampValue, 'google.protobuf.Timestamp'],
  [OptionalValue, 'optional_type'],
  [TypeValue, 'type'],
];
