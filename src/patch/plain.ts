import { setMember } from '../codecs/index.js';
import { NumberLiteral } from '../schema/index.js';
import { ForeignValue } from './go-value.js';

/** A JSON object. */
export type Plain = Record<string, unknown>;

/** Reports whether a value is a JSON object: neither null nor a list. */
export function isPlain(value: unknown): value is Plain {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  return !(value instanceof NumberLiteral || value instanceof ForeignValue);
}

/** Reports whether an object has its own member; inherited names such as `constructor` do not count. */
export function hasMember(object: object, name: string): boolean {
  return Object.prototype.hasOwnProperty.call(object, name);
}

/** Returns an own member of an object; undefined if there is none. */
export function memberOf(object: Plain, name: string): unknown {
  return hasMember(object, name) ? object[name] : undefined;
}

/** Copies an object with its members in order of their names: how the reference writes what a patch has touched. */
export function sortedCopy(object: Plain): Plain {
  const out: Plain = {};
  for (const name of Object.keys(object).sort()) setMember(out, name, object[name]);
  return out;
}

/**
 * Copies a value that a patch adds: objects at every depth, also inside lists, lose their members that are null. List
 * elements that are null stay.
 */
export function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (!isPlain(value)) return value;
  const out: Plain = {};
  for (const name of Object.keys(value).sort()) {
    if (value[name] !== null) setMember(out, name, withoutNulls(value[name]));
  }
  return out;
}
