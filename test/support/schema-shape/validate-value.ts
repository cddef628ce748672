import {
  type FieldError,
  type FieldPath,
  invalid,
  notSupported,
  required,
  tooLong,
} from '../../../src/apimachinery/index.js';
import { type Plain, type ValueSchema, isPlain, memberOf } from './schema.js';

/** The rules of a schema that a value breaks, and of everything in it. */
export function validateValue(schema: ValueSchema, value: unknown, path: FieldPath): FieldError[] {
  if (Array.isArray(value)) return value.flatMap((v, i) => validateValue(schema.items ?? {}, v, path.index(i)));
  return isPlain(value) ? validateMembers(schema, value, path) : validateScalar(schema, value, path);
}

function validateMembers(schema: ValueSchema, value: Plain, path: FieldPath): FieldError[] {
  const missing = (schema.required ?? []).filter((name) => !Object.hasOwn(value, name));
  const below = Object.entries(value).flatMap(([name, member]) => {
    const of = memberOf(schema, name);
    return of ? validateValue(of, member, path.child(name)) : [];
  });
  return [...missing.map((name) => required(path.child(name))), ...below];
}

function validateScalar(schema: ValueSchema, value: unknown, path: FieldPath): FieldError[] {
  const { minimum, maxLength } = schema;
  if (schema.enum && !schema.enum.includes(value)) return [notSupported(path, value, schema.enum.map(String))];
  if (minimum !== undefined && typeof value === 'number' && value < minimum) {
    return [invalid(path, value, `must be greater than or equal to ${minimum}`)];
  }
  if (maxLength !== undefined && typeof value === 'string' && value.length > maxLength)
    return [tooLong(path, maxLength)];
  return [];
}

/** Fills in the defaults of a schema and of everything in it. */
export function defaultValue(schema: ValueSchema, value: unknown): void {
  if (Array.isArray(value)) value.forEach((element) => defaultValue(schema.items ?? {}, element));
  if (!isPlain(value)) return;
  for (const [name, of] of Object.entries(schema.properties ?? {})) {
    if (of.default !== undefined && (value[name] === undefined || (value[name] === null && !of.nullable))) {
      value[name] = structuredClone(of.default);
    }
  }
  for (const [name, member] of Object.entries(value)) {
    const of = memberOf(schema, name);
    if (of) defaultValue(of, member);
  }
}
