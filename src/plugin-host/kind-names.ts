import { formatApiVersion } from '../apimachinery/index.js';
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

/** Which kinds exist in which versions, counted: several resources may know the same one. */
export class KindNames {
  private readonly counts = new Map<string, number>();
  /** What each resource has brought: its kind may have got other versions since. */
  private readonly brought = new Map<ServedResource, ReadonlySet<string>>();

  /** Whether a kind exists in a version. */
  has(apiVersion: string, kind: string): boolean {
    if (apiVersion === 'v1' && UNVERSIONED_KINDS.has(kind)) return true;
    return this.counts.has(keyOf(apiVersion, kind));
  }

  /** Adds the kinds a resource brings. */
  add(resource: ServedResource): void {
    const keys = keysOf(resource);
    this.brought.set(resource, keys);
    for (const key of keys) this.counts.set(key, (this.counts.get(key) ?? 0) + 1);
  }

  /** Takes them out again. */
  remove(resource: ServedResource): void {
    for (const key of this.brought.get(resource) ?? []) {
      const left = (this.counts.get(key) ?? 1) - 1;
      if (left === 0) this.counts.delete(key);
      else this.counts.set(key, left);
    }
    this.brought.delete(resource);
  }
}

function keyOf(apiVersion: string, kind: string): string {
  return `${apiVersion} ${kind}`;
}

function keysOf({ kind, subresources }: ServedResource): Set<string> {
  const names = [kind.kind, kind.listKind];
  // Versions that are declared count, served or not: objects of theirs can be converted.
  const declared = [...kind.versions.keys()].flatMap((version) =>
    [...names, ...SHARED_KINDS].map((name) => keyOf(version, name)),
  );
  const former = (kind.definition.formerVersions ?? []).flatMap((version) => names.map((name) => keyOf(version, name)));
  const below = [...subresources.values()].map(({ gvk }) => keyOf(formatApiVersion(gvk), gvk.kind));
  return new Set([...declared, ...former, ...below]);
}
