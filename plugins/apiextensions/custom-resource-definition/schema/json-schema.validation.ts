import { type FieldError, type FieldPath, forbidden, invalid, notSupported } from '../../../../src/plugin-api/index.js';
import { givenMap } from '../../../../src/plugin-api/built-in.js';
import type { JSONSchemaProps } from '../json-schema.v1.js';
import { listAndMapErrors } from './list-type.validation.js';
import { ruleErrors } from './rule.validation.js';
import { additionalOf, itemsOf, propertiesOf } from './sub-schemas.js';

const TYPES = ['array', 'boolean', 'integer', 'number', 'object', 'string'];
const META_MEMBERS: ReadonlySet<string> = new Set(['metadata', 'kind', 'apiVersion']);

/** Where a schema stands, as far as it decides what may be said. */
interface Place {
  readonly isRoot?: boolean;
  readonly isInsideMeta?: boolean;
  /** True if the whole schema has the parts that paths of members can be followed through. */
  readonly checksPaths?: boolean;
  /** The reason why a default is forbidden; undefined if it is allowed. */
  readonly forbidsDefault?: string;
}

/** Checks a schema and all inside it by the rules that hold whether it is structural or not. */
export function validateJsonSchema(schema: JSONSchemaProps, path: FieldPath, place: Place = {}): FieldError[] {
  return [
    ...ownErrors(schema, path, place),
    ...partErrors(schema, path, place),
    ...junctionErrors(schema, path, place),
    ...itemErrors(schema, path, place),
    ...preserveErrors(schema, path),
    ...listAndMapErrors(schema, path),
    ...ruleErrors(schema, path.child('x-kubernetes-validations'), place.checksPaths === true),
  ];
}

const UNSUPPORTED = ['id', 'additionalItems', 'patternProperties', 'definitions', 'dependencies', '$ref'] as const;

function ownErrors(schema: JSONSchemaProps, path: FieldPath, { forbidsDefault, isInsideMeta }: Place): FieldError[] {
  const { type = '', items } = schema;
  const errors: FieldError[] = [];
  if (type !== '' && !TYPES.includes(type)) errors.push(notSupported(path.child('type'), type, TYPES));
  if (schema.default !== undefined && forbidsDefault !== undefined) {
    errors.push(forbidden(path.child('default'), `must not be set ${forbidsDefault}`));
  }
  for (const name of UNSUPPORTED) {
    if (isGiven(schema, name)) errors.push(forbidden(path.child(name), `${name} is not supported`));
  }
  if (type === 'null') {
    errors.push(forbidden(path.child('type'), 'type cannot be set to null, use nullable as an alternative'));
  }
  if (Array.isArray(items) && items.length > 0) {
    errors.push(forbidden(path.child('items'), 'items must be a schema object and not an array'));
  }
  if (isInsideMeta && schema['x-kubernetes-embedded-resource']) {
    const text = 'must not be used inside of resource meta';
    errors.push(forbidden(path.child('x-kubernetes-embedded-resource'), text));
  }
  if (schema.uniqueItems) {
    const text = 'uniqueItems cannot be set to true since the runtime complexity becomes quadratic';
    errors.push(forbidden(path.child('uniqueItems'), text));
  }
  return errors;
}

/** Reports whether a member counts as set: of pointers, and of `dependencies`, an empty one does as well. */
function isGiven(schema: JSONSchemaProps, name: (typeof UNSUPPORTED)[number]): boolean {
  if (name === 'id') return Boolean(schema.id);
  if (name === 'dependencies') return givenMap(schema, name) !== undefined;
  if (name === '$ref' || name === 'additionalItems') return schema[name] !== undefined;
  return Object.keys(schema[name] ?? {}).length > 0;
}

function partErrors(schema: JSONSchemaProps, path: FieldPath, place: Place): FieldError[] {
  const inner: Place = { ...place, isRoot: false };
  const additional = additionalOf(schema);
  const errors: FieldError[] = [];
  if (schema.additionalProperties !== undefined) {
    const isOpen = schema.additionalProperties === true;
    if (propertiesOf(schema).length > 0 && !isOpen) {
      const text = 'additionalProperties and properties are mutual exclusive';
      errors.push(forbidden(path.child('additionalProperties'), text));
    }
    const meta = { ...inner, forbidsDefault: 'inside additionalProperties applying to object metadata' };
    const there = place.isInsideMeta ? meta : inner;
    if (additional) errors.push(...validateJsonSchema(additional, path.child('additionalProperties'), there));
  }
  for (const [name, property] of propertiesOf(schema)) {
    const there = { ...inner, ...metaPlace(schema, name, place) };
    errors.push(...validateJsonSchema(property, path.child('properties').key(name), there));
  }
  return errors;
}

function metaPlace(schema: JSONSchemaProps, name: string, { isRoot }: Place): Place {
  if (!META_MEMBERS.has(name) || !(isRoot || schema['x-kubernetes-embedded-resource'])) return {};
  return isRoot ? { isInsideMeta: true, forbidsDefault: `in top-level ${name}` } : { isInsideMeta: true };
}

function junctionErrors(schema: JSONSchemaProps, path: FieldPath, place: Place): FieldError[] {
  const { not, allOf = [], oneOf = [], anyOf = [] } = schema;
  const inner = { ...place, isRoot: false };
  const errors = not ? validateJsonSchema(not, path.child('not'), inner) : [];
  for (const [name, list] of Object.entries({ allOf, oneOf, anyOf })) {
    list.forEach((each, i) => errors.push(...validateJsonSchema(each, path.child(name).index(i), inner)));
  }
  for (const [name, each] of Object.entries(schema.definitions ?? {})) {
    errors.push(...validateJsonSchema(each, path.child('definitions').key(name), inner));
  }
  return errors;
}

function itemErrors(schema: JSONSchemaProps, path: FieldPath, place: Place): FieldError[] {
  const items = schema.items;
  const dependencies: Record<string, JSONSchemaProps | string[] | undefined> = schema.dependencies ?? {};
  const inner = { ...place, isRoot: false };
  const single = itemsOf(schema);
  const errors = single ? validateJsonSchema(single, path.child('items'), inner) : [];
  if (Array.isArray(items)) {
    items.forEach((item, i) => errors.push(...validateJsonSchema(item, path.child('items').index(i), inner)));
  }
  for (const [name, each] of Object.entries(dependencies)) {
    // Anything but an object and a list is read as neither of both, as the reference reads it.
    if (!each || Array.isArray(each)) continue;
    errors.push(...validateJsonSchema(each, path.child('dependencies').key(name), inner));
  }
  return errors;
}

function preserveErrors(schema: JSONSchemaProps, path: FieldPath): FieldError[] {
  const name = 'x-kubernetes-preserve-unknown-fields';
  return schema[name] === false ? [invalid(path.child(name), false, 'must be true or undefined')] : [];
}
