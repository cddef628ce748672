import type { StructField, StructLayout } from './struct-layout.js';

/** Scalars, and everything that is owned as a whole: atomic lists, maps and structs, raw values. */
export interface LeafMerge {
  readonly kind: 'leaf';
}

/** A list whose elements are owned one by one: told apart by some of their members, or by their value where `keys` is empty. */
export interface ListMerge {
  readonly kind: 'list';
  /** Sorted by name. */
  readonly keys: readonly string[];
  /** Key values of elements that leave a key out. */
  readonly keyDefaults: Readonly<Record<string, unknown>>;
  readonly element: MergeType;
}

/** One declared member of a struct. */
export interface MemberMerge {
  /** Its step in a field path, as FieldsV1 writes it: `f:<name>`. */
  readonly element: string;
  readonly type: MergeType;
}

/** A struct or map whose members are owned one by one. Members without a type are not tracked. */
export interface MapMerge {
  readonly kind: 'map';
  /** Declared members; undefined for maps. */
  member(name: string): MemberMerge | undefined;
  /** Type of all other members. */
  readonly values: MergeType | undefined;
}

/** A value of no declared type: objects are owned member by member, everything else as a whole. */
export interface DeducedMerge {
  readonly kind: 'deduced';
}

/** How values of a type are owned and merged (upstream: structured-merge-diff's schema.Atom). */
export type MergeType = LeafMerge | ListMerge | MapMerge | DeducedMerge;

/** The merge type of scalars and of everything atomic. */
export const LEAF_MERGE: LeafMerge = { kind: 'leaf' };

/** The merge type of values without a declared type. */
export const DEDUCED_MERGE: DeducedMerge = { kind: 'deduced' };

const COMPILED = new WeakMap<StructLayout, MergeType>();

/** The merge type of a declared struct; always the same one for the same struct. */
export function mergeTypeOf(type: StructLayout): MergeType {
  let merge = COMPILED.get(type);
  if (!merge) {
    merge = type.metadata.mapType === 'atomic' ? LEAF_MERGE : new StructMerge(type);
    COMPILED.set(type, merge);
  }
  return merge;
}

/** Members are looked up on first use: types may contain themselves. */
class StructMerge implements MapMerge {
  readonly kind = 'map';
  readonly values = undefined;
  private readonly members = new Map<string, MemberMerge | undefined>();

  constructor(private readonly type: StructLayout) {}

  member(name: string): MemberMerge | undefined {
    const known = this.members.get(name);
    if (known) return known;
    const field = this.type.field(name);
    if (!field) return undefined;
    const member = { element: `f:${name}`, type: fieldMerge(field) };
    this.members.set(name, member);
    return member;
  }
}

function fieldMerge(field: StructField): MergeType {
  if (field.map) return mapMerge(field);
  if (field.list) return listMerge(field);
  if (field.mapType === 'atomic') return LEAF_MERGE;
  // A field may own in parts what its type has owned as a whole elsewhere.
  if (field.mapType === 'granular' && field.struct) return new StructMerge(field.struct);
  return singleMerge(field);
}

function singleMerge(field: StructField): MergeType {
  if (field.or) return DEDUCED_MERGE;
  return field.struct ? mergeTypeOf(field.struct) : LEAF_MERGE;
}

function mapMerge(field: StructField): MergeType {
  if (field.mapType === 'atomic') return LEAF_MERGE;
  const values = field.list ? LEAF_MERGE : singleMerge(field);
  return { kind: 'map', member: () => undefined, values };
}

function listMerge(field: StructField): MergeType {
  if (field.listType === 'set') return { kind: 'list', keys: [], keyDefaults: {}, element: LEAF_MERGE };
  const keys = [...(field.listMapKeys ?? [])].sort();
  if (field.listType !== 'map' || keys.length === 0 || !field.struct) return LEAF_MERGE;
  return { kind: 'list', keys, keyDefaults: keyDefaultsOf(field.struct, keys), element: mergeTypeOf(field.struct) };
}

function keyDefaultsOf(element: StructLayout, keys: readonly string[]): Record<string, unknown> {
  const defaults: Record<string, unknown> = {};
  for (const key of keys) {
    const field = element.field(key);
    const value = field?.default ?? field?.openapiDefault;
    if (value !== undefined) defaults[key] = value;
  }
  return defaults;
}
