import type { ApiObject, ListMeta } from '../../apimachinery/index.js';
import type { ListHead } from '../../codecs/index.js';
import { turns } from '../../observability/index.js';
import type { ReadableResource, ServedResource } from '../../plugin-host/index.js';
import type { CacheEntry } from '../../storage/index.js';
import type { ListPage } from './list-page.js';
import type { ListedState } from './list-memo.js';

/** Returns the kind and metadata of the list of a resource's objects. */
export function listHeadOf({ kind, version }: ServedResource, metadata: ListMeta): ListHead {
  const { isUnstructured: namesItems } = version.type;
  return { ...version.gvk, kind: kind.listKind, itemKind: kind.kind, namesItems, metadata };
}

/**
 * Identifies the items of a page in a format; undefined if it is not a whole collection, or an empty one: clients may
 * name arbitrary missing namespaces.
 */
export function listedState(
  resource: ReadableResource,
  { entries, whole }: ListPage,
  form: string,
): ListedState | undefined {
  if (resource.serves !== 'objects' || !whole || entries.length === 0) return undefined;
  return { of: resource.store.cache, name: `${form} ${whole.prefix}`, version: whole.changed };
}

/** Distinguishes cached entries from plain objects. */
export function isEntry(value: ApiObject | CacheEntry): value is CacheEntry {
  return 'bytes' in value;
}

/** Returns the entries made into something else, each when it is reached. */
export function* mapEntries<T>(entries: readonly CacheEntry[], make: (entry: CacheEntry) => T): Generator<T> {
  for (const entry of entries) yield make(entry);
}

/** Entries that are looked at between two looks at the clock. */
const STRIDE = 16;

/** Returns a number for each entry, found out in turns with others; rejects when they are no longer awaited. */
export async function measureEntries(
  entries: readonly CacheEntry[],
  measure: (entry: CacheEntry) => number,
  isGone: () => boolean,
): Promise<Uint32Array> {
  const sizes = new Uint32Array(entries.length);
  for (let i = 0; i < entries.length; i++) {
    sizes[i] = measure(entries[i]);
    if (i % STRIDE !== 0 || !turns.isOver()) continue;
    await turns.nextSlice();
    if (isGone()) throw new Error('the client is gone');
  }
  return sizes;
}
