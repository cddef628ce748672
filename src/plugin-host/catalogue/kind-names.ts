import { formatApiVersion } from '../../apimachinery/index.js';
import type { ObjectShape } from '../../schema/index.js';
import type { ServedResource } from './served-resource.js';

/** Kinds that the first version of the core group has for all groups. */
const UNVERSIONED_KINDS: ReadonlySet<string> = new Set([
  'List',
  'Status',
  'APIVersions',
  'APIGroup',
  'APIGroupList',
  'APIResourceList',
]);

/** Kinds that every version of every group has. */
const SHARED_KINDS: readonly string[] = [
  'CreateOptions',
  'DeleteOptions',
  'GetOptions',
  'ListOptions',
  'PatchOptions',
  'UpdateOptions',
  'WatchEvent',
];

/** A kind in a version, counted by the resources that declare it. */
interface CountedKind {
  count: number;
  /** Undefined for lists and options. */
  readonly type: ObjectShape | undefined;
}

/** A kind in a version, as a key, and its type. */
type KeyedTypes = ReadonlyMap<string, ObjectShape | undefined>;

/** Which kinds exist in which versions, and their types, counted: several resources may know the same one. */
export class KindNames {
  private readonly kinds = new Map<string, CountedKind>();
  /** The names that each resource has added: its kind may have other versions since. */
  private readonly brought = new Map<ServedResource, KeyedTypes>();

  /** Reports whether a kind exists in a version. */
  has(apiVersion: string, kind: string): boolean {
    if (apiVersion === 'v1' && UNVERSIONED_KINDS.has(kind)) return true;
    return this.kinds.has(keyOf(apiVersion, kind));
  }

  /** Returns the type of the objects of a kind in a version; undefined where it is not known. */
  typeOf(apiVersion: string, kind: string): ObjectShape | undefined {
    return this.kinds.get(keyOf(apiVersion, kind))?.type;
  }

  /** Adds the kinds of a resource. */
  add(resource: ServedResource): void {
    const types = typesOf(resource);
    this.brought.set(resource, types);
    for (const [key, type] of types) {
      const known = this.kinds.get(key);
      if (known) known.count++;
      else this.kinds.set(key, { count: 1, type });
    }
  }

  /** Takes them out again. */
  remove(resource: ServedResource): void {
    for (const key of this.brought.get(resource)?.keys() ?? []) {
      const known = this.kinds.get(key)!;
      known.count--;
      if (known.count === 0) this.kinds.delete(key);
    }
    this.brought.delete(resource);
  }
}

function keyOf(apiVersion: string, kind: string): string {
  return `${apiVersion} ${kind}`;
}

function typesOf({ kind, subresources }: ServedResource): KeyedTypes {
  const types = new Map<string, ObjectShape | undefined>();
  const addNames = (version: string, names: readonly string[]): void => {
    for (const name of names) types.set(keyOf(version, name), undefined);
  };
  // Versions that are declared count, served or not: objects of theirs can be converted.
  for (const [version, { type }] of kind.versions) {
    addNames(version, [kind.listKind, ...SHARED_KINDS]);
    types.set(keyOf(version, kind.kind), type);
  }
  for (const version of kind.definition.formerVersions ?? []) addNames(version, [kind.kind, kind.listKind]);
  for (const { gvk, type } of subresources.values()) types.set(keyOf(formatApiVersion(gvk), gvk.kind), type);
  return types;
}
