import { isPlain, type Plain } from './json-schema.js';
import { rangeError } from './number-range.js';
import { isLonger } from './scalar-checks.js';
import { countAlternative } from './validation-effort.js';
import type { NumberLimits, StringLimits, ValueCheck } from './value-check.js';

/**
 * Reports that a value and everything in it keeps a schema's rules. False where it does not, and where the answer takes
 * more than a look: `validateValue` decides then. Sound objects, which most are, are validated without places, counts and
 * results for each value.
 */
export function isSound(check: ValueCheck, value: unknown): boolean {
  if (value === null) return check.enum.isEmpty && (check.nullable || check.types.length === 0);
  if (check.hasJunctors && !keepsJunctors(check, value)) return false;
  if (!check.enum.isEmpty && !check.enum.hasScalar(value)) return false;
  switch (typeof value) {
    case 'string':
      return allows(check, 'string') && keepsTextRules(check, value);
    case 'number':
      return keepsNumberRules(check, value);
    case 'boolean':
      return allows(check, 'boolean');
    case 'object':
      return Array.isArray(value) ? keepsListRules(check, value) : isPlain(value) && keepsObjectRules(check, value);
    default:
      return false;
  }
}

function allows({ types, format }: ValueCheck, type: string): boolean {
  return types.length === 0 ? format === '' : types.includes(type);
}

/** A schema met by mistake decides `oneOf` and `not`; a quick look cannot exclude that. */
function keepsJunctors({ anyOf, allOf, oneOf, not }: ValueCheck, value: unknown): boolean {
  if (oneOf.length > 0 || not) return false;
  if (anyOf.length > 0 && !anyOf.some((schema) => isSoundBy(schema, value))) return false;
  return allOf.every((schema) => isSoundBy(schema, value));
}

function isSoundBy(schema: ValueCheck, value: unknown): boolean {
  countAlternative();
  return isSound(schema, value);
}

function keepsTextRules({ string, hasFormat }: ValueCheck, text: string): boolean {
  return (string === undefined || keepsLimits(string, text)) && (hasFormat === undefined || hasFormat(text));
}

function keepsLimits({ minLength, maxLength, matches }: StringLimits, text: string): boolean {
  if (maxLength !== undefined && isLonger(text, maxLength)) return false;
  if (minLength !== undefined && minLength > 0 && !isLonger(text, minLength - 1)) return false;
  return matches === undefined || matches(text);
}

function keepsNumberRules(check: ValueCheck, value: number): boolean {
  const isTyped = allows(check, 'number') || (Number.isSafeInteger(value) && check.types.includes('integer'));
  if (!isTyped || (check.range && rangeError(check.range, value, { path: '', what: '' }))) return false;
  return check.number === undefined || isWithin(check.number, value);
}

/** Go cuts limits of integers to integers: limits that are integers are compared alike for all numbers. */
function isWithin({ minimum, maximum, multipleOf, ...limits }: NumberLimits, value: number): boolean {
  if (multipleOf !== undefined) return false;
  if (minimum !== undefined && !(Number.isInteger(minimum) && value > minimum)) {
    if (value !== minimum || limits.exclusiveMinimum) return false;
  }
  if (maximum !== undefined && !(Number.isInteger(maximum) && value < maximum)) {
    if (value !== maximum || limits.exclusiveMaximum) return false;
  }
  return true;
}

function keepsListRules(check: ValueCheck, list: readonly unknown[]): boolean {
  const { items, minItems, maxItems } = check;
  if (!allows(check, 'array')) return false;
  if (minItems !== undefined && list.length < minItems) return false;
  if (maxItems !== undefined && list.length > maxItems) return false;
  return items === undefined || list.every((element) => isSound(items, element));
}

function keepsObjectRules(check: ValueCheck, object: Plain): boolean {
  const { properties, additional, required, minProperties, maxProperties } = check;
  if (!allows(check, 'object')) return false;
  const names = Object.keys(object);
  if (minProperties !== undefined && names.length < minProperties) return false;
  if (maxProperties !== undefined && names.length > maxProperties) return false;
  for (const name of names) {
    const member = properties.get(name) ?? additional;
    if (member !== undefined && !isSound(member, object[name])) return false;
  }
  return required.every((name) => Object.hasOwn(object, name));
}
