import type { JsonSchema } from './json-schema.js';

/**
 * A schema compiled for use: the children by name, and for the traversals that look for one thing only whether there is
 * any of it here or below, so that they skip the rest of an object.
 */
export interface SchemaNode {
  readonly type: string | undefined;
  readonly nullable: boolean;
  readonly preservesUnknown: boolean;
  readonly isEmbedded: boolean;
  /** The default in canonical form; undefined where there is none. A default of null counts as none. */
  readonly default: unknown;
  readonly properties: ReadonlyMap<string, SchemaNode>;
  /** The members that have a default, in the order of the schema. */
  readonly defaulted: readonly (readonly [string, SchemaNode])[];
  /** The schema of members without a declaration: undefined where they are dropped, `true` where they may be anything. */
  readonly additional: SchemaNode | true | undefined;
  readonly items: SchemaNode | undefined;
  readonly listType: string | undefined;
  readonly listKeys: readonly string[];
  /** Defaults here or below. */
  readonly hasDefaults: boolean;
  /** Embedded resources here or below. */
  readonly hasEmbedded: boolean;
  /** Lists of type set or map here or below. */
  readonly hasUniqueLists: boolean;
}

/** Compiles a structural schema. The cost is linear in its size; recursion is impossible without references. */
export function compileSchema(schema: JsonSchema): SchemaNode {
  const properties = new Map(Object.entries(schema.properties ?? {}).map(([name, of]) => [name, compileSchema(of)]));
  const additional = compileAdditional(schema.additionalProperties);
  const items = schema.items && !Array.isArray(schema.items) ? compileSchema(schema.items as JsonSchema) : undefined;
  const below = [...properties.values(), additional, items].filter((node) => typeof node === 'object');
  const own = ownFacts(schema);
  return {
    ...own,
    properties,
    defaulted: [...properties].filter(([, node]) => node.default !== undefined),
    additional,
    items,
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

/** The schema of a member; undefined where it has none, or where it may be anything. */
export function memberNode(node: SchemaNode, name: string): SchemaNode | undefined {
  const declared = node.properties.get(name);
  if (declared) return declared;
  return node.additional === true ? undefined : node.additional;
}
