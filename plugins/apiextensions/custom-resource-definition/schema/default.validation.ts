import { type FieldError, type FieldPath, invalid, StructuralShape } from '../../../../src/plugin-api/index.js';
import { DecodeError, goUnstructured, invalidUnshown } from '../../../../src/plugin-api/built-in.js';
import type { ExpressionRules } from '../expression/expressions.validation.js';
import type { JSONSchemaProps } from '../json-schema.v1.js';
import { faultOfRule } from '../expression/rule-fault.js';
import { ruleFailures } from '../expression/rule-failures.js';
import { isCheckable } from './check-steps.js';
import { itemsOf, propertiesOf } from './sub-schemas.js';
import { hasUnknownMembers } from './unknown-members.js';

/** Checks that the defaults of a structural schema fit the schemas they stand in, and pass their rules. */
export function validateDefaults(schema: JSONSchemaProps, path: FieldPath, rules?: ExpressionRules): FieldError[] {
  // A default of the whole object has a kind, a version and metadata, as that of an embedded one.
  const root = { ...schema, 'x-kubernetes-embedded-resource': true };
  return [...defaultErrors(root, path.child('default'), rules), ...partErrors(schema, path, rules)];
}

function partErrors(schema: JSONSchemaProps, path: FieldPath, rules: ExpressionRules | undefined): FieldError[] {
  const items = itemsOf(schema);
  const isEmbedded = schema['x-kubernetes-embedded-resource'];
  const errorsAt = (part: JSONSchemaProps, place: FieldPath): FieldError[] => [
    ...defaultErrors(part, place.child('default'), rules),
    ...partErrors(part, place, rules),
  ];
  return [
    ...(items ? errorsAt(items, path.child('items')) : []),
    ...propertiesOf(schema).flatMap(([name, inner]) => {
      // Members of metadata have another schema, which every object has.
      const isMeta = isEmbedded && name === 'metadata';
      return isMeta ? [] : errorsAt(inner, path.child('properties').key(name));
    }),
  ];
}

function defaultErrors(schema: JSONSchemaProps, path: FieldPath, rules: ExpressionRules | undefined): FieldError[] {
  const value = schema.default;
  if (value === undefined || value === null) return [];
  if (!isCheckable(value, schema)) return [invalidUnshown(path, 'has too many values to be checked')];
  const isUnknown = hasUnknownMembers(value, schema);
  const unknown = isUnknown ? [invalid(path, shown(value), 'must not have unknown fields')] : [];
  const shape = new StructuralShape('default', withoutUnions(schema));
  const malformed = malformedErrors(shape, value, path);
  if (malformed.length > 0) return [...unknown, ...malformed];
  // Repeated elements of sets are found in objects alone.
  const faults = shape.validate(value as object).filter(({ reason }) => reason !== 'FieldValueDuplicate');
  const errors = [...unknown, ...faults.map((fault) => within(path, withFormat(fault, schema)))];
  if (errors.length > 0 || !rules) return errors;
  return ruleFailures(rules.compiler, schema, value).map(({ path: place, type, text, reason }) => {
    return faultOfRule(reason, { path: place === '' ? path : path.child(place), type, message: text });
  });
}

/** The error for invalid metadata of an embedded object. */
function malformedErrors(shape: StructuralShape, value: unknown, path: FieldPath): FieldError[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [];
  if (!shape.schema['x-kubernetes-embedded-resource']) return [];
  try {
    shape.decode(value);
    return [];
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error;
    return [invalid(path.child('metadata'), shown((value as { metadata?: unknown }).metadata), error.message)];
  }
}

/** Of a union of numbers and texts the reference does not check defaults. */
function withoutUnions(schema: JSONSchemaProps): JSONSchemaProps {
  const { properties, items, additionalProperties, ...rest } = schema;
  const inner = <T>(part: T): T => {
    return typeof part === 'object' && part !== null ? (withoutUnions(part as JSONSchemaProps) as T) : part;
  };
  return {
    ...rest,
    'x-kubernetes-int-or-string': undefined,
    ...(properties
      ? { properties: Object.fromEntries(Object.entries(properties).map(([name, part]) => [name, inner(part)])) }
      : {}),
    ...(items === undefined ? {} : { items: Array.isArray(items) ? items : inner(items) }),
    ...(additionalProperties === undefined ? {} : { additionalProperties: inner(additionalProperties) }),
  };
}

/** Of a number whose type does not fit the reference names the format and the type that Go has for it. */
function withFormat(fault: FieldError, { format = '', default: value }: JSONSchemaProps): FieldError {
  const isNumber = typeof value === 'number' || typeof value === 'bigint';
  if (!isNumber || format === '' || fault.field !== ROOT || fault.reason !== 'FieldValueTypeInvalid') return fault;
  const given = typeof value === 'bigint' || Number.isInteger(value) ? 'int64' : 'float64';
  if (given === format) return fault;
  return { ...fault, message: `Invalid value: "${given}":  in body must be of type ${format}: "${given}"` };
}

/** The path of a lone value. */
const ROOT = '<nil>';

/** A fault of a part of the default; its path stands behind a dot, also where it begins with an index. */
function within(path: FieldPath, fault: FieldError): FieldError {
  const place = path.toString();
  return { ...fault, field: fault.field === ROOT ? place : `${place}.${fault.field}` };
}

function shown(value: unknown): unknown {
  return typeof value === 'object' ? goUnstructured(value) : value;
}
