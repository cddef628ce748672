import {
  type FieldError,
  type FieldPath,
  collectFieldErrors,
  invalid,
  invalidUnshown,
  isDeepEqual,
  notSupported,
  required,
  tooLong,
  tooMany,
} from '../../../../src/plugin-api/index.js';
import type { JSONSchemaProps } from '../json-schema.v1.js';
import { additionalOf, itemsOf } from './sub-schemas.js';

/** How much is looked at of one value: elements against schemas, choices and names that are needed. */
const MAX_STEPS = 200_000;

/** Checks a value by a schema. Patterns and formats of texts are not looked at. */
export function validateValue(value: unknown, schema: JSONSchemaProps, path: FieldPath): FieldError[] {
  const check = new ValueCheck();
  const errors = check.value(value, schema, path);
  return check.isExhausted ? [...errors, invalidUnshown(path, 'has too many values to be checked')] : errors;
}

/** The check of one value; it ends when it has become too long. */
class ValueCheck {
  private stepsLeft = MAX_STEPS;

  get isExhausted(): boolean {
    return this.stepsLeft < 0;
  }

  value(value: unknown, schema: JSONSchemaProps, path: FieldPath): FieldError[] {
    if (typeof value === 'bigint') return this.value(Number(value), schema, path);
    this.stepsLeft -= 1 + (schema.enum?.length ?? 0) + (schema.required?.length ?? 0);
    if (this.isExhausted || (value === null && schema.nullable)) return [];
    return [
      ...typeErrors(value, schema, path),
      ...enumErrors(value, schema, path),
      ...(typeof value === 'number' ? numberErrors(value, schema, path) : []),
      ...(typeof value === 'string' ? textErrors(value, schema, path) : []),
      ...(Array.isArray(value) ? this.list(value, schema, path) : []),
      ...(isObject(value) ? this.object(value, schema, path) : []),
      ...this.junctions(value, schema, path),
    ];
  }

  private list(list: readonly unknown[], schema: JSONSchemaProps, path: FieldPath): FieldError[] {
    const { maxItems, minItems } = schema;
    const items = itemsOf(schema);
    const errors = items ? list.flatMap((element, i) => this.value(element, items, path.index(i))) : [];
    if (maxItems !== undefined && list.length > maxItems) errors.push(tooMany(path, list.length, Number(maxItems)));
    if (minItems !== undefined && list.length < minItems) {
      errors.push(invalid(path, list.length, ` in body should have at least ${minItems} items`));
    }
    return errors;
  }

  private object(value: Record<string, unknown>, schema: JSONSchemaProps, path: FieldPath): FieldError[] {
    const { properties = {} } = schema;
    const others = additionalOf(schema);
    const ofMembers = Object.entries(value).flatMap(([name, member]) => {
      const inner = Object.hasOwn(properties, name) ? properties[name] : others;
      return inner ? this.value(member, inner, path.child(name)) : [];
    });
    return [...shapeErrors(value, schema, path), ...ofMembers];
  }

  private junctions(value: unknown, schema: JSONSchemaProps, path: FieldPath): FieldError[] {
    const { allOf = [], anyOf = [], oneOf = [], not } = schema;
    const holds = (inner: JSONSchemaProps): boolean =>
      collectFieldErrors(() => this.value(value, inner, path)).length === 0;
    const errors = allOf.flatMap((inner) => this.value(value, inner, path));
    const tell = (text: string): void => void errors.push(invalid(path, value, text));
    if (anyOf.length > 0 && !anyOf.some(holds)) tell('"" must validate at least one schema (anyOf)');
    if (oneOf.length > 0 && oneOf.filter(holds).length !== 1) tell('"" must validate one and only one schema (oneOf)');
    if (not && holds(not)) tell('"" must not validate the schema (not)');
    return errors;
  }
}

/** What a schema does not know of a value: whether some member has no place in it. */
export function hasUnknownMembers(value: unknown, schema: JSONSchemaProps): boolean {
  if (Array.isArray(value)) {
    const items = itemsOf(schema);
    return items !== undefined && value.some((element) => hasUnknownMembers(element, items));
  }
  if (!isObject(value)) return false;
  const { properties = {}, additionalProperties } = schema;
  const isOpen = schema['x-kubernetes-preserve-unknown-fields'] || additionalProperties === true;
  const others = additionalOf(schema);
  return Object.entries(value).some(([name, member]) => {
    if (Object.hasOwn(properties, name)) return hasUnknownMembers(member, properties[name]);
    if (others) return hasUnknownMembers(member, others);
    return !isOpen && !(schema['x-kubernetes-embedded-resource'] && META_MEMBERS.has(name));
  });
}

const META_MEMBERS: ReadonlySet<string> = new Set(['metadata', 'kind', 'apiVersion']);

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function typeErrors(value: unknown, schema: JSONSchemaProps, path: FieldPath): FieldError[] {
  const { type = '', format = '' } = schema;
  if (schema['x-kubernetes-int-or-string']) {
    const fits = typeof value === 'string' || (typeof value === 'number' && Number.isInteger(value));
    return fits ? [] : [wrongType(typeOf(value), 'integer,string', path)];
  }
  const found = typeOf(value);
  const isNumber = found === 'integer' && type === 'number';
  if (type === '' || found === type || isNumber) return [];
  // A format that is a type in Go is named in place of the type.
  const isGoType = typeof value === 'number' && /^(int|float|double)/.test(format);
  return [isGoType ? wrongType('int64', format, path) : wrongType(found, type, path)];
}

function wrongType(found: string, wanted: string, path: FieldPath): FieldError {
  return invalid(path, found, ` in body must be of type ${wanted}: ${JSON.stringify(found)}`);
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  return typeof value === 'bigint' ? 'integer' : typeof value;
}

function enumErrors(value: unknown, schema: JSONSchemaProps, path: FieldPath): FieldError[] {
  const choices = schema.enum ?? [];
  if (choices.length === 0 || choices.some((choice) => isDeepEqual(choice, value))) return [];
  return [
    notSupported(
      path,
      value,
      choices.map((choice) => textOf(choice)),
    ),
  ];
}

function textOf(choice: unknown): string {
  if (typeof choice === 'string') return choice;
  return JSON.stringify(choice, (_, inner: unknown) => (typeof inner === 'bigint' ? Number(inner) : inner));
}

function numberErrors(value: number, schema: JSONSchemaProps, path: FieldPath): FieldError[] {
  const { maximum, minimum, multipleOf, exclusiveMaximum = false, exclusiveMinimum = false } = schema;
  const errors: FieldError[] = [];
  const tell = (shown: unknown, text: string): void => void errors.push(invalid(path, shown, text));
  if (multipleOf !== undefined && multipleOf <= 0) {
    tell(multipleOf, `factor MultipleOf declared for  must be positive: ${multipleOf}`);
  } else if (multipleOf !== undefined && !Number.isInteger(value / multipleOf)) {
    tell(value, ` in body should be a multiple of ${multipleOf}`);
  }
  if (maximum !== undefined && (exclusiveMaximum ? value >= maximum : value > maximum)) {
    tell(value, ` in body should be less than ${exclusiveMaximum ? '' : 'or equal to '}${maximum}`);
  }
  if (minimum !== undefined && (exclusiveMinimum ? value <= minimum : value < minimum)) {
    tell(value, ` in body should be greater than ${exclusiveMinimum ? '' : 'or equal to '}${minimum}`);
  }
  return errors;
}

function textErrors(value: string, { maxLength, minLength }: JSONSchemaProps, path: FieldPath): FieldError[] {
  const length = maxLength === undefined && minLength === undefined ? 0 : [...value].length;
  const errors: FieldError[] = [];
  if (maxLength !== undefined && length > maxLength) errors.push(tooLong(path, Number(maxLength)));
  if (minLength !== undefined && length < minLength) {
    errors.push(invalid(path, value, ` in body should be at least ${minLength} chars long`));
  }
  return errors;
}

/** What an object is as a whole: how many members it has, and which have to be there. */
function shapeErrors(value: Record<string, unknown>, schema: JSONSchemaProps, path: FieldPath): FieldError[] {
  const { maxProperties, minProperties } = schema;
  const count = Object.keys(value).length;
  const errors: FieldError[] = [];
  if (maxProperties !== undefined && count > maxProperties) errors.push(tooMany(path, count, Number(maxProperties)));
  if (minProperties !== undefined && count < minProperties) {
    errors.push(invalid(path, count, ` in body should have at least ${minProperties} properties`));
  }
  for (const name of schema.required ?? []) if (!Object.hasOwn(value, name)) errors.push(required(path.child(name)));
  return errors;
}
