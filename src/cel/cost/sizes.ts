import { lengthOf, ListValue, MapValue, OpaqueValue, type Value } from '../values/index.js';

/** What going over one character costs. */
export const TRAVERSAL_FACTOR = 0.1;
/** What a character of a pattern costs. */
export const REGEX_FACTOR = 0.25;

/** The size that work with a value is charged by. */
export function sizeOf(value: Value): number {
  if (typeof value === 'string') return lengthOf(value);
  if (value instanceof Uint8Array) return value.length;
  if (value instanceof ListValue || value instanceof MapValue) return value.size;
  return value instanceof OpaqueValue ? value.costSize : 1;
}

/** What going once over a value and all in it costs. */
export function traversalCost(value: Value): number {
  if (typeof value === 'string') return Math.floor(Buffer.byteLength(value) * TRAVERSAL_FACTOR);
  if (value instanceof Uint8Array) return Math.floor(value.length * TRAVERSAL_FACTOR);
  let cost = 0;
  if (value instanceof ListValue) for (const element of value) cost += traversalCost(element);
  else if (value instanceof MapValue) {
    for (const key of value.keys()) cost += traversalCost(key) + traversalCost(value.find(key) ?? null);
  } else return 1;
  return cost;
}
