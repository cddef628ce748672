import { type FieldError, type FieldPath, required } from '../../../../src/plugin-api/index.js';
import type { JSONSchemaProps } from '../json-schema.v1.js';
import { itemsOf, propertiesOf } from './sub-schemas.js';

/** Checks that whatever a junction narrows is described outside of it too. */
export function completenessErrors(schema: JSONSchemaProps, path: FieldPath): FieldError[] {
  return junctionErrors(schema, { schema, path }, path);
}

/** The structural part that a value validation is compared with. */
interface Described {
  readonly schema: JSONSchemaProps;
  readonly path: FieldPath;
}

function junctionErrors(narrowing: JSONSchemaProps, described: Described, path: FieldPath): FieldError[] {
  const { not, allOf = [], anyOf = [], oneOf = [] } = narrowing;
  const errors = not ? nestedErrors(not, described, path.child('not')) : [];
  for (const [name, list] of Object.entries({ allOf, anyOf, oneOf })) {
    list.forEach((inner, i) => errors.push(...nestedErrors(inner, described, path.child(name).index(i))));
  }
  return errors;
}

function nestedErrors(narrowing: JSONSchemaProps, described: Described, path: FieldPath): FieldError[] {
  const items = itemsOf(narrowing);
  const errors = junctionErrors(narrowing, described, path);
  if (items)
    errors.push(...partErrors(items, itemsOf(described.schema), [described.path.child('items'), path.child('items')]));
  for (const [name, inner] of propertiesOf(narrowing)) {
    const { properties = {} } = described.schema;
    const counterpart = Object.hasOwn(properties, name) ? properties[name] : undefined;
    const places = [described.path, path].map((place) => place.child('properties').key(name));
    errors.push(...partErrors(inner, counterpart, [places[0], places[1]]));
  }
  return errors;
}

function partErrors(
  narrowing: JSONSchemaProps,
  schema: JSONSchemaProps | undefined,
  [place, path]: readonly [FieldPath, FieldPath],
): FieldError[] {
  if (!schema) return [required(place, `because it is defined in ${path.toString()}`)];
  return nestedErrors(narrowing, { schema, path: place }, path);
}
