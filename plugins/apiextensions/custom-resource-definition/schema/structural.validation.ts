import { type FieldError, type FieldPath, forbidden, invalid, required } from '../../../../src/plugin-api/index.js';
import { formatFieldError } from '../../../../src/plugin-api/built-in.js';
import type { JSONSchemaProps } from '../json-schema.v1.js';
import { completenessErrors } from './completeness.validation.js';
import { hasIntOrStringAllOf, hasIntOrStringAnyOf, validateNested } from './nested.validation.js';
import { patternErrors } from './pattern.validation.js';
import { additionalOf, itemsOf, propertiesOf, someSchema } from './sub-schemas.js';

type Level = 'root' | 'item' | 'field';

const MISSING_TYPE: Readonly<Record<Level, string>> = {
  root: 'must not be empty at the root',
  item: 'must not be empty for specified array items',
  field: 'must not be empty for specified object fields',
};

/** Reports whether a schema is made of parts that a structural one may have; others are complained about elsewhere. */
export function hasStructure(schema: JSONSchemaProps): boolean {
  return !someSchema(schema, hasForeignPart);
}

function hasForeignPart(schema: JSONSchemaProps): boolean {
  const { id, $ref, additionalItems, patternProperties, definitions, dependencies, items } = schema;
  const isAllowed = !id && $ref === undefined && additionalItems === undefined && !dependencies;
  const hasMaps = [patternProperties, definitions].some((map) => map && Object.keys(map).length > 0);
  return !isAllowed || hasMaps || Array.isArray(items) || schema['x-kubernetes-preserve-unknown-fields'] === false;
}

/**
 * Checks that a schema is structural: every value has one type, declared outside of logical junctions. Errors are
 * ordered by their texts.
 */
export function validateStructural(schema: JSONSchemaProps, path: FieldPath): FieldError[] {
  const errors = [...invariantErrors(schema, 'root', path), ...completenessErrors(schema, path)];
  const texts = new Map(errors.map((error) => [error, formatFieldError(error)]));
  return errors.sort((a, b) => (texts.get(a)! < texts.get(b)! ? -1 : 1));
}

function invariantErrors(schema: JSONSchemaProps, level: Level, path: FieldPath): FieldError[] {
  return [
    ...partErrors(schema, level, path),
    ...extensionErrors(schema, path),
    ...junctionErrors(schema, path),
    ...typeErrors(schema, level, path),
    ...metaErrors(schema, level, path),
    ...embeddedErrors(schema, path),
  ];
}

function partErrors(schema: JSONSchemaProps, level: Level, path: FieldPath): FieldError[] {
  const [items, additional] = [itemsOf(schema), additionalOf(schema)];
  return [
    ...(schema.type === 'array' && !items ? [required(path.child('items'), 'must be specified')] : []),
    ...(items ? invariantErrors(items, 'item', path.child('items')) : []),
    ...propertiesOf(schema).flatMap(([name, inner]) => {
      return invariantErrors(inner, 'field', path.child('properties').key(name));
    }),
    ...(schema.additionalProperties !== undefined && level === 'root'
      ? [forbidden(path.child('additionalProperties'), 'must not be used at the root')]
      : []),
    ...(additional ? invariantErrors(additional, 'field', path.child('additionalProperties')) : []),
  ];
}

function extensionErrors(schema: JSONSchemaProps, path: FieldPath): FieldError[] {
  if (!schema['x-kubernetes-int-or-string']) return [];
  const others = ['x-kubernetes-preserve-unknown-fields', 'x-kubernetes-embedded-resource'] as const;
  return others
    .filter((name) => schema[name])
    .map((name) => invalid(path.child(name), true, 'must be false if x-kubernetes-int-or-string is true'));
}

function junctionErrors(schema: JSONSchemaProps, path: FieldPath): FieldError[] {
  const { allOf = [], oneOf = [], not } = schema;
  const anyOf = hasIntOrStringAnyOf(schema) ? [] : (schema.anyOf ?? []);
  const isExcepted = hasIntOrStringAllOf(schema);
  return [
    ...anyOf.flatMap((inner, i) => validateNested(inner, path.child('anyOf').index(i))),
    ...allOf.flatMap((inner, i) => {
      return validateNested(inner, path.child('allOf').index(i), { skipsAnyOf: isExcepted && i === 0 });
    }),
    ...oneOf.flatMap((inner, i) => validateNested(inner, path.child('oneOf').index(i))),
    ...(not ? validateNested(not, path.child('not')) : []),
    ...patternErrors(schema, path),
  ];
}

function typeErrors(schema: JSONSchemaProps, level: Level, path: FieldPath): FieldError[] {
  const { type = '' } = schema;
  const place = path.child('type');
  if (schema['x-kubernetes-embedded-resource'] && type !== 'object') {
    const text = 'must be object if x-kubernetes-embedded-resource is true';
    return [type === '' ? required(place, text) : invalid(place, type, text)];
  }
  if (type === '' && !schema['x-kubernetes-int-or-string'] && !schema['x-kubernetes-preserve-unknown-fields']) {
    return [required(place, MISSING_TYPE[level])];
  }
  return level === 'root' && type !== '' && type !== 'object'
    ? [invalid(place, type, 'must be object at the root')]
    : [];
}

function metaErrors(schema: JSONSchemaProps, level: Level, path: FieldPath): FieldError[] {
  const { kind, apiVersion, metadata } = schema.properties ?? {};
  const isChecked = level === 'root' || schema['x-kubernetes-embedded-resource'];
  const place = path.child('properties');
  const errors: FieldError[] = [];
  for (const [name, member] of Object.entries({ kind, apiVersion })) {
    if (!member || !isChecked || member.type === 'string') continue;
    errors.push(invalid(place.key(name).child('type'), member.type ?? '', 'must be string'));
  }
  if (!metadata) return errors;
  if (isChecked && metadata.type !== 'object') {
    errors.push(invalid(place.key('metadata').child('type'), metadata.type ?? '', 'must be object'));
  }
  if (level === 'root' && !restrictsNamesOnly(metadata)) {
    const text = 'must not specify anything other than name and generateName, but metadata is implicitly specified';
    errors.push(forbidden(place.key('metadata'), text));
  }
  return errors;
}

/** Of metadata at the root a schema may only say something of the names. */
function restrictsNamesOnly({ properties = {}, ...rest }: JSONSchemaProps): boolean {
  const others = Object.keys(rest).filter((member) => member !== 'type' && member !== 'default');
  const names = Object.keys(properties).filter((name) => name !== 'name' && name !== 'generateName');
  return others.length === 0 && names.length === 0;
}

function embeddedErrors(schema: JSONSchemaProps, path: FieldPath): FieldError[] {
  if (!schema['x-kubernetes-embedded-resource']) return [];
  const errors: FieldError[] = [];
  if (schema.additionalProperties !== undefined) {
    const text = 'must not be used if x-kubernetes-embedded-resource is set';
    errors.push(forbidden(path.child('additionalProperties'), text));
  }
  if (!schema['x-kubernetes-preserve-unknown-fields'] && propertiesOf(schema).length === 0) {
    const text =
      'must not be empty if x-kubernetes-embedded-resource is true without x-kubernetes-preserve-unknown-fields';
    errors.push(required(path.child('properties'), text));
  }
  return errors;
}
