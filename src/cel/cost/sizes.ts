import { lengthOf, ListValue, MapValue, OpaqueValue, spend, StructValue } from '../values/index.js';

/** The cost of traversing one character. */
export const TRAVERSAL_FACTOR = 0.1;
/** The cost of one character of a pattern. */
export const REGEX_FACTOR = 0.25;

/** Returns the size that work with a value is charged by; one for what has none. */
export function sizeOf(value: unknown): number {
  if (typeof value === 'string') return lengthOf(value);
  if (value instanceof Uint8Array) return value.length;
  if (value instanceof StructValue) return 1;
  if (value instanceof ListValue || value instanceof MapValue) return value.size;
  return value instanceof OpaqueValue ? value.costSize : 1;
}

/** Returns the cost of traversing a value with everything in it. */
export function traversalCost(value: unknown): number {
  if (typeof value === 'string') return Math.floor(Buffer.byteLength(value) * TRAVERSAL_FACTOR);
  if (value instanceof Uint8Array) return Math.floor(value.length * TRAVERSAL_FACTOR);
  let cost = 0;
  if (value instanceof ListValue || value instanceof MapValue) spend(value.size);
  if (value instanceof ListValue) for (const element of value) cost += traversalCost(element);
  else if (value instanceof MapValue) {
    for (const key of value.keys()) cost += traversalCost(key) + traversalCost(value.find(key) ?? null);
  } else return 1;
  return cost;
}
