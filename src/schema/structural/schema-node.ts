/** The size of a default. */
export interface DefaultSize {
  /** Values: itself, its members and elements, and theirs. Infinity where there are more than a number can say. */
  readonly values: number;
  /** As JSON, about. */
  readonly characters: number;
}

/**
 * A schema compiled for use: the children by name, and for the traversals that look for one thing only whether there is
 * any of it here or below, so that they skip the rest of an object.
 */
export interface SchemaNode {
  readonly type: string | undefined;
  readonly nullable: boolean;
  readonly preservesUnknown: boolean;
  readonly isEmbedded: boolean;
  /** The default in canonical form; undefined if there is none. A default of null counts as none. */
  readonly default: unknown;
  /** How much the default adds where it is filled in, the defaults inside of it included; undefined if there is none. */
  readonly defaultSize: DefaultSize | undefined;
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

/** Returns the schema of a member; undefined where it has none, or where it may be anything. */
export function memberNode(node: Pick<SchemaNode, 'additional' | 'properties'>, name: string): SchemaNode | undefined {
  const declared = node.properties.get(name);
  if (declared) return declared;
  return node.additional === true ? undefined : node.additional;
}
