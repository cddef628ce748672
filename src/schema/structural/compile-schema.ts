import { filledSize } from './default-size.js';
import type { JsonSchema } from './json-schema.js';
import type { SchemaNode } from './schema-node.js';

/** Compiles a structural schema. The cost is linear in its size; recursion is impossible without references. */
export function compileSchema(schema: JsonSchema): SchemaNode {
  const properties = new Map(Object.entries(schema.properties ?? {}).map(([name, of]) => [name, compileSchema(of)]));
  const additional = compileAdditional(schema.additionalProperties);
  const items = schema.items && !Array.isArray(schema.items) ? compileSchema(schema.items as JsonSchema) : undefined;
  const below = [...properties.values(), additional, items].filter((node) => typeof node === 'object');
  const own = ownFacts(schema);
  const parts = {
    properties,
    defaulted: [...properties].filter(([, node]) => node.default !== undefined),
    additional,
    items,
  };
  return {
    ...own,
    ...parts,
    defaultSize: own.default === undefined ? undefined : filledSize(own.default, parts),
    hasDefaults: own.default !== undefined || below.some((node) => node.hasDefaults),
    hasEmbedded: own.isEmbedded || below.some((node) => node.hasEmbedded),
    hasUniqueLists: own.listType === 'set' || own.listType === 'map' || below.some((node) => node.hasUniqueLists),
  };
}

function ownFacts(schema: JsonSchema) {
  return {
    type: schema.type,
    nullable: schema.nullable ?? false,
    preservesUnknown: schema['x-kubernetes-preserve-unknown-fields'] ?? false,
    isEmbedded: schema['x-kubernetes-embedded-resource'] ?? false,
    default: schema.default ?? undefined,
    listType: schema['x-kubernetes-list-type'],
    listKeys: schema['x-kubernetes-list-map-keys'] ?? [],
  };
}

function compileAdditional(schema: JsonSchema | boolean | undefined): SchemaNode | true | undefined {
  if (schema === undefined || schema === false) return undefined;
  return schema === true ? true : compileSchema(schema);
}
