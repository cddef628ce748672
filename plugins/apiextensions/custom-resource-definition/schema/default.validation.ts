import { type FieldError, type FieldPath, invalid } from '../../../../src/plugin-api/index.js';
import type { JSONSchemaProps } from '../json-schema.v1.js';
import { itemsOf, propertiesOf } from './sub-schemas.js';
import { hasUnknownMembers, validateValue } from './value.validation.js';

/** Checks that the defaults of a structural schema fit the schemas they stand in. */
export function validateDefaults(schema: JSONSchemaProps, path: FieldPath): FieldError[] {
  const items = itemsOf(schema);
  return [
    ...ownErrors(schema, path.child('default')),
    ...(items ? validateDefaults(items, path.child('items')) : []),
    ...propertiesOf(schema).flatMap(([name, inner]) => validateDefaults(inner, path.child('properties').key(name))),
  ];
}

function ownErrors(schema: JSONSchemaProps, path: FieldPath): FieldError[] {
  const value = schema.default;
  if (value === undefined || value === null) return [];
  const unknown = hasUnknownMembers(value, schema) ? [invalid(path, value, 'must not have unknown fields')] : [];
  return [...unknown, ...validateValue(value, schema, path)];
}
