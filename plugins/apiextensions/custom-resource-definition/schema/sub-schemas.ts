import type { JSONSchemaProps } from '../json-schema.v1.js';

/** Returns the schema of a list's elements, where there is one for all of them. */
export function itemsOf({ items }: JSONSchemaProps): JSONSchemaProps | undefined {
  return items && !Array.isArray(items) ? items : undefined;
}

/** Returns the schema of the members that are not declared. */
export function additionalOf({ additionalProperties }: JSONSchemaProps): JSONSchemaProps | undefined {
  return typeof additionalProperties === 'object' ? additionalProperties : undefined;
}

/** Returns the schemas of the declared members. */
export function propertiesOf({ properties }: JSONSchemaProps): readonly [string, JSONSchemaProps][] {
  return Object.entries(properties ?? {});
}

/** Reports whether a schema, or any inside it, meets a condition. */
export function someSchema(schema: JSONSchemaProps, meets: (schema: JSONSchemaProps) => boolean): boolean {
  return meets(schema) || innerSchemas(schema).some((inner) => someSchema(inner, meets));
}

const SINGLE = ['additionalProperties', 'additionalItems', 'not'] as const;
const ONE_OR_MORE = ['items', 'allOf', 'anyOf', 'oneOf'] as const;
const MAPS = ['properties', 'patternProperties', 'definitions', 'dependencies'] as const;

/** Returns the schemas right inside a schema, whatever they say. Most of many have none, so nothing is allocated for what is missing. */
export function innerSchemas(schema: JSONSchemaProps): JSONSchemaProps[] {
  const inner: JSONSchemaProps[] = [];
  for (const name of SINGLE) addSchema(inner, schema[name]);
  for (const name of ONE_OR_MORE) {
    const found: unknown = schema[name];
    if (!Array.isArray(found)) addSchema(inner, found);
    else for (const each of found) addSchema(inner, each);
  }
  for (const name of MAPS) {
    const map = schema[name];
    if (map) for (const each of Object.values(map)) addSchema(inner, each);
  }
  return inner;
}

/** Adds a part of a schema that is a schema itself, not a flag, a text or a list of names. */
function addSchema(all: JSONSchemaProps[], part: unknown): void {
  if (typeof part === 'object' && part !== null && !Array.isArray(part)) all.push(part as JSONSchemaProps);
}
