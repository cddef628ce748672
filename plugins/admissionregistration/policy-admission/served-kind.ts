import type { ResourceStore, Stores } from '../../../src/plugin-api/index.js';

/** A kind in a version that clients may use. */
export interface ServedKind {
  readonly store: ResourceStore;
  readonly version: ResourceStore['kind']['storage'];
}

/** Finds a kind by the apiVersion and kind of its objects; undefined where it is not served. */
export function findServedKind(stores: Stores, apiVersion: string, kind: string): ServedKind | undefined {
  for (const store of stores.all()) {
    const version = store.kind.kind === kind ? store.kind.versions.get(apiVersion) : undefined;
    if (version && store.kind.isShown(version)) return { store, version };
  }
  return undefined;
}
