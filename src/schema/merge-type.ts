import { isWithin } from '../apimachinery/index.js';
import { SCALARS } from './scalars.js';
import type { StructField, StructLayout } from './struct-layout.js';
import type { ListType, ScalarType } from './type-metadata.js';

/**
 * The content of a leaf, as far as apply configurations are validated: a scalar (`scalar` is one of any kind, `int32` a
 * number that is stored with 32 bits), or the content of an atomic list, map or struct.
 *
 * @public
 * @example
 * const content: LeafContent = 'int32';
 */
export type LeafContent = 'number' | 'int32' | 'string' | 'boolean' | 'scalar' | AtomicList | MapMerge;

/**
 * A list that is owned as a whole.
 *
 * @public
 * @example
 * const list: AtomicList = { kind: 'atomic-list', element: { kind: 'leaf' } };
 */
export interface AtomicList {
  readonly kind: 'atomic-list';
  readonly element: MergeType;
}

/**
 * Scalars, and everything that is owned as a whole: atomic lists, maps and structs, raw values.
 *
 * @public
 * @example
 * const merge: LeafMerge = { kind: 'leaf', content: 'string' };
 */
export interface LeafMerge {
  readonly kind: 'leaf';
  /** Undefined where any value will do. */
  readonly content?: LeafContent;
}

/**
 * A list whose elements are owned individually: identified by some of their members, or by their value if `keys` is
 * empty.
 *
 * @public
 * @example
 * const merge: ListMerge = { kind: 'list', keys: ['name'], keyDefaults: {}, element: { kind: 'leaf' } };
 */
export interface ListMerge {
  readonly kind: 'list';
  /** Sorted by name. */
  readonly keys: readonly string[];
  /** Key values of elements that leave a key out. */
  readonly keyDefaults: Readonly<Record<string, unknown>>;
  /** True if one key is enough to identify an element, as since 1.34. */
  readonly allowsPartialKeys?: boolean;
  readonly element: MergeType;
}

/**
 * One declared member of a struct.
 *
 * @public
 * @example
 * const member: MemberMerge = { element: 'name', type: { kind: 'leaf' } };
 */
export interface MemberMerge {
  /** Its step in a field path, as FieldsV1 writes it: `f:<name>`. */
  readonly element: string;
  readonly type: MergeType;
}

/**
 * A struct or map whose members are owned one by one. Members without a type are not tracked.
 *
 * @public
 * @example
 * const merge: MapMerge = { kind: 'map', member: () => undefined, values: { kind: 'leaf' } };
 */
export interface MapMerge {
  readonly kind: 'map';
  /** Returns how a declared member is merged; undefined for maps. */
  member(name: string): MemberMerge | undefined;
  /** Type of all other members. */
  readonly values: MergeType | undefined;
}

/**
 * A value of no declared type: objects are owned member by member, everything else as a whole.
 *
 * @public
 * @example
 * const merge: DeducedMerge = { kind: 'deduced' };
 */
export interface DeducedMerge {
  readonly kind: 'deduced';
}

/**
 * How values of a type are owned and merged (upstream: structured-merge-diff's schema.Atom).
 *
 * @public
 * @example
 * const isAtomic = (merge: MergeType) => merge.kind === 'leaf';
 */
export type MergeType = LeafMerge | ListMerge | MapMerge | DeducedMerge;

/** The merge type of what is owned as a whole, whatever it is. */
export const LEAF_MERGE: LeafMerge = { kind: 'leaf' };

/** The merge type of values without a declared type. */
export const DEDUCED_MERGE: DeducedMerge = { kind: 'deduced' };

const COMPILED = new WeakMap<StructLayout, MergeType>();

/** Returns the merge type of a declared struct; always the same one for the same struct. */
export function mergeTypeOf(type: StructLayout): MergeType {
  let merge = COMPILED.get(type);
  if (!merge) {
    merge = type.mapType === 'atomic' ? atomic(new StructMerge(type)) : new StructMerge(type);
    COMPILED.set(type, merge);
  }
  return merge;
}

const TYPE_META: ReadonlyMap<string, MemberMerge> = new Map(
  ['kind', 'apiVersion'].map((name) => [name, { element: `f:${name}`, type: atomic('string') }]),
);

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
    if (!field) return this.type.metadata.hasTypeMeta ? TYPE_META.get(name) : undefined;
    const member = { element: `f:${name}`, type: fieldMerge(field) };
    this.members.set(name, member);
    return member;
  }
}

function fieldMerge(field: StructField): MergeType {
  if (field.map) return mapMerge(field);
  if (field.list) return listMerge(field);
  if (field.mapType === 'atomic') return asAtomic(singleMerge(field));
  // A field may own in parts what its type has owned as a whole elsewhere.
  if (field.mapType === 'granular' && field.struct) return new StructMerge(field.struct);
  return singleMerge(field);
}

function singleMerge(field: StructField): MergeType {
  if (field.or) return DEDUCED_MERGE;
  return field.struct ? mergeTypeOf(field.struct) : SCALAR_MERGES[field.scalar!];
}

function mapMerge(field: StructField): MergeType {
  const single = singleMerge(field);
  const values = field.list ? atomicList(single) : single;
  const merge: MapMerge = { kind: 'map', member: () => undefined, values };
  return field.mapType === 'atomic' ? atomic(merge) : merge;
}

function listMerge(field: StructField): MergeType {
  const element = singleMerge(field);
  const { listType, listMapKeys } = identityOf(field);
  if (listType === 'set') return { kind: 'list', keys: [], keyDefaults: {}, element };
  const keys = [...listMapKeys].sort();
  if (listType !== 'map' || keys.length === 0 || !field.struct) return atomicList(element);
  return {
    kind: 'list',
    keys,
    keyDefaults: keyDefaultsOf(field.struct, keys),
    ...(isWithin(PARTIAL_KEYS, field.struct.release) && { allowsPartialKeys: true }),
    element,
  };
}

/** Returns how elements are identified: as patches do where the field declares nothing, as many did not before 1.30 (upstream: schemaconv). */
function identityOf(field: StructField): { readonly listType?: ListType; readonly listMapKeys: readonly string[] } {
  const { listType, listMapKeys = [], patchStrategy, patchMergeKey } = field;
  if (listType !== undefined || !patchStrategy?.includes('merge')) return { listType, listMapKeys };
  return patchMergeKey === undefined
    ? { listType: 'set', listMapKeys }
    : { listType: 'map', listMapKeys: [patchMergeKey] };
}

/** The releases in which one key is enough to identify an element. */
export const PARTIAL_KEYS = { since: '1.34' };

function asAtomic(merge: MergeType): MergeType {
  return merge.kind === 'map' ? atomic(merge) : merge;
}

function atomicList(element: MergeType): LeafMerge {
  return atomic({ kind: 'atomic-list', element });
}

function atomic(content: LeafContent): LeafMerge {
  return { kind: 'leaf', content };
}

/** Bytes and durations are texts in the published schema, other scalars with a text form are any scalar. */
const SCALAR_MERGES: Readonly<Record<ScalarType, LeafMerge>> = {
  string: atomic('string'),
  bytes: atomic('string'),
  duration: atomic('string'),
  bool: atomic('boolean'),
  int32: atomic('int32'),
  int64: atomic('number'),
  uint64: atomic('number'),
  double: atomic('number'),
  time: atomic('scalar'),
  microTime: atomic('scalar'),
  quantity: atomic('scalar'),
  intOrString: atomic('scalar'),
  rawExtension: LEAF_MERGE,
  json: LEAF_MERGE,
  fieldsV1: LEAF_MERGE,
};

function keyDefaultsOf(element: StructLayout, keys: readonly string[]): Record<string, unknown> {
  const defaults: Record<string, unknown> = {};
  for (const key of keys) {
    const field = element.field(key);
    const value = field?.default ?? field?.openapiDefault ?? (field && zeroOf(field));
    if (value !== undefined) defaults[key] = value;
  }
  return defaults;
}

/** The published default of a plain value that is always written: keys that are left out count as it. */
function zeroOf({ always, pointer, scalar }: StructField): unknown {
  return always && !pointer && scalar !== undefined && PLAIN.has(scalar) ? SCALARS[scalar].zero : undefined;
}

const PLAIN: ReadonlySet<ScalarType> = new Set(['string', 'bool', 'int32', 'int64', 'uint64', 'double']);
