import type { JSONSchemaProps } from '../json-schema.v1.js';

/** The schema of a list's elements, where there is one for all of them. */
export function itemsOf({ items }: JSONSchemaProps): JSONSchemaProps | undefined {
  return items && !Array.isArray(items) ? items : undefined;
}

/** The schema of the members that are not declared. */
export function additionalOf({ additionalProperties }: JSONSchemaProps): JSONSchemaProps | undefined {
  return typeof additionalProperties === 'object' ? additionalProperties : undefined;
}

/** The schemas of the declared members. */
export function propertiesOf({ properties }: JSONSchemaProps): readonly [string, JSONSchemaProps][] {
  return Object.entries(properties ?? {});
}

/** Reports whether a schema, or any inside it, meets a condition. */
export function someSchema(schema: JSONSchemaProps, meets: (schema: JSONSchemaProps) => boolean): boolean {
  return meets(schema) || innerSchemas(schema).some((inner) => someSchema(inner, meets));
}

/** The schemas right inside a schema, whatever they say. */
export function innerSchemas(schema: JSONSchemaProps): JSONSchemaProps[] {
  const { items, additionalProperties, additionalItems, not, dependencies } = schema;
  const maps = [schema.properties, schema.patternProperties, schema.definitions, dependencies];
  const single = [additionalProperties, additionalItems, not, ...(Array.isArray(items) ? items : [items])];
  const lists = [schema.allOf, schema.anyOf, schema.oneOf];
  const all: unknown[] = [
    ...single,
    ...lists.flatMap((list) => list ?? []),
    ...maps.flatMap((m) => Object.values(m ?? {})),
  ];
  return all.filter(
    (inner) => typeof inner === 'object' && inner !== null && !Array.isArray(inner),
  ) as JSONSchemaProps[];
}
