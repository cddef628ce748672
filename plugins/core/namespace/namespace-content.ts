import {
  deleteEntries,
  isNotFound,
  type ResourceStore,
  type Stores,
  systemContext,
} from '../../../src/plugin-api/index.js';

type CacheEntry = Parameters<typeof deleteEntries>[2][number];

/** What is left of the content of a namespace. */
export interface RemainingContent {
  /** Objects by resource, as `<resource>.<group>`. */
  readonly resources: ReadonlyMap<string, number>;
  /** Objects by finalizer. */
  readonly finalizers: ReadonlyMap<string, number>;
  /** What kept objects from being deleted. */
  readonly failures: readonly string[];
}

/** Deletions under way at a time for one kind; they share the store's commits. */
const WORKERS = 32;

/** Deletes everything in a namespace and tells what stays. */
export async function deleteContent(stores: Stores, namespace: string): Promise<RemainingContent> {
  const namespaced = stores.all().filter((store) => store.kind.isNamespaced);
  const failures = (await Promise.all(namespaced.map((store) => deleteAll(store, namespace)))).flat();
  const resources = new Map<string, number>();
  const finalizers = new Map<string, number>();
  for (const store of namespaced) {
    const entries = entriesOf(store, namespace);
    const { group, definition } = store.kind;
    if (entries.length > 0) resources.set(`${definition.plural}.${group}`, entries.length);
    for (const finalizer of entries.flatMap((entry) => finalizersOf(store, entry))) {
      finalizers.set(finalizer, (finalizers.get(finalizer) ?? 0) + 1);
    }
  }
  return { resources, finalizers, failures };
}

/** Answers why objects could not be deleted. */
async function deleteAll(store: ResourceStore, namespace: string): Promise<string[]> {
  try {
    await store.store.cache.ready();
    const entries = entriesOf(store, namespace);
    if (entries.length === 0) return [];
    const options = { propagationPolicy: 'Background' };
    await deleteEntries(store.store, systemContext(namespace), entries, options, WORKERS);
    return [];
  } catch (error) {
    return isNotFound(error) ? [] : [(error as Error).message];
  }
}

function entriesOf({ store, kind }: ResourceStore, namespace: string): CacheEntry[] {
  return store.cache.list({ prefix: kind.keyOf(namespace) }).entries;
}

function finalizersOf({ store }: ResourceStore, entry: CacheEntry): string[] {
  return entry.unreadable === undefined ? (store.codec.decode(entry).metadata.finalizers ?? []) : [];
}
