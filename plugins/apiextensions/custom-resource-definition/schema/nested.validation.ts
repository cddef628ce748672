import { type FieldError, type FieldPath, forbidden, isDeepEqual } from '../../../../src/plugin-api/index.js';
import { hasRule } from '../../../../src/plugin-api/built-in.js';
import type { JSONSchemaProps } from '../json-schema.v1.js';
import { patternErrors } from './pattern.validation.js';
import { itemsOf, propertiesOf } from './sub-schemas.js';

/** The structural properties, which are forbidden inside junctions, with their error messages. */
const FORBIDDEN: readonly (readonly [keyof JSONSchemaProps, string])[] = [
  ['type', 'must be empty'],
  ['additionalProperties', 'must be undefined'],
  ['default', 'must be undefined'],
  ['title', 'must be empty'],
  ['description', 'must be empty'],
  ['nullable', 'must be false'],
  ['x-kubernetes-preserve-unknown-fields', 'must be false'],
  ['x-kubernetes-embedded-resource', 'must be false'],
  ['x-kubernetes-int-or-string', 'must be false'],
  ['x-kubernetes-list-map-keys', 'must be empty'],
  ['x-kubernetes-list-type', 'must be undefined'],
  ['x-kubernetes-map-type', 'must be undefined'],
  ['x-kubernetes-validations', 'must be empty'],
];
const INT_OR_STRING = [{ type: 'integer' }, { type: 'string' }];

/** Reports whether a schema says by `anyOf` that the value is a number or a text. */
export function hasIntOrStringAnyOf({ anyOf }: JSONSchemaProps): boolean {
  return anyOf?.length === 2 && isDeepEqual(anyOf, INT_OR_STRING);
}

/** Reports whether the first of `allOf` says so. */
export function hasIntOrStringAllOf({ allOf }: JSONSchemaProps): boolean {
  return allOf !== undefined && allOf.length > 0 && hasIntOrStringAnyOf(allOf[0]);
}

/** Checks a schema inside a logical junction: it may narrow values, but not say what they are. */
export function validateNested(
  schema: JSONSchemaProps,
  path: FieldPath,
  { skipsAnyOf = false }: { skipsAnyOf?: boolean } = {},
): FieldError[] {
  const items = itemsOf(schema);
  return [
    ...junctionErrors(schema, path, skipsAnyOf),
    ...patternErrors(schema, path),
    ...(items ? validateNested(items, path.child('items')) : []),
    ...propertiesOf(schema).flatMap(([name, inner]) => validateNested(inner, path.child('properties').key(name))),
    ...forbiddenErrors(schema, path),
  ];
}

function junctionErrors(schema: JSONSchemaProps, path: FieldPath, skipsAnyOf: boolean): FieldError[] {
  const { allOf = [], oneOf = [], not } = schema;
  const anyOf = skipsAnyOf ? [] : (schema.anyOf ?? []);
  const lists = { anyOf, allOf, oneOf };
  const errors = Object.entries(lists).flatMap(([name, list]) => {
    return list.flatMap((inner, i) => validateNested(inner, path.child(name).index(i)));
  });
  return not ? [...errors, ...validateNested(not, path.child('not'))] : errors;
}

function forbiddenErrors(schema: JSONSchemaProps, path: FieldPath): FieldError[] {
  const errors = FORBIDDEN.filter(([name]) => isForbidden(schema, name)).map(([name, what]) => {
    return forbidden(path.child(name), `${what} to be structural`);
  });
  if (!schema.properties?.metadata) return errors;
  const place = path.child('properties').key('metadata');
  return [...errors, forbidden(place, 'must not be specified in a nested context')];
}

/** Before 1.30 it was forbidden to rule out further members here. */
function isForbidden(schema: JSONSchemaProps, name: keyof JSONSchemaProps): boolean {
  if (name === 'additionalProperties' && !hasRule({ since: '1.30' })) return schema[name] !== undefined;
  return isSet(schema[name]);
}

function isSet(value: unknown): boolean {
  return Array.isArray(value) ? value.length > 0 : value !== undefined && value !== '' && value !== false;
}
