import type { ApiObject, ResourceStore, Stores } from '../../../src/plugin-api/index.js';
import type { GroupVersionResource } from '../storage-version-migration/storage-version-migration.v1alpha1.js';

/** The store of the resource of a migration, or the reason why it cannot be migrated. */
export type MigratedResource = { readonly store: ResourceStore } | { readonly fault: string };

/** The verbs without which objects cannot be read and stored again. */
const NEEDED_VERBS = ['get', 'list', 'update'];

/** Finds the store of a resource, in any group and version that it is served in. */
export function findMigratedResource(stores: Stores, wanted: GroupVersionResource): MigratedResource {
  const { group = '', version = '', resource = '' } = wanted;
  const apiVersion = group === '' ? version : `${group}/${version}`;
  if (version === '') return findInAnyVersion(stores, { group, resource });
  const store = stores.all().find(({ kind }) => kind.groupResource.resource === resource && isServed(kind, apiVersion));
  if (!store) return { fault: MISSING };
  const { verbs = NEEDED_VERBS } = store.kind.versions.get(apiVersion)!;
  const missing = NEEDED_VERBS.filter((verb) => !verbs.includes(verb));
  return missing.length > 0 ? { fault: `resource does not support ${missing.join(', ')}` } : { store };
}

/** A migration of release 1.35 or later names no version: the one that comes first is taken. */
function findInAnyVersion(
  stores: Stores,
  { group, resource }: Required<Omit<GroupVersionResource, 'version'>>,
): MigratedResource {
  for (const { kind } of stores.all().filter((store) => store.kind.groupResource.resource === resource)) {
    const shown = [...kind.versions.values()].find((version) => version.group === group && kind.isShown(version));
    if (shown) return findMigratedResource(stores, { group, version: shown.name, resource });
  }
  return { fault: MISSING };
}

const MISSING = 'resource does not exist in discovery, or its objects are not stored here';

function isServed(kind: ResourceStore<ApiObject>['kind'], apiVersion: string): boolean {
  const version = kind.versions.get(apiVersion);
  return version !== undefined && kind.isShown(version);
}
