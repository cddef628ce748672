import type { ResolvedKind } from '../../registry/index.js';
import type { Storage, StoredValue } from '../../storage/index.js';

/** Stored objects that are counted, and looked at, of a resource: a start does not wait for millions. */
export const EXAMINED_OBJECTS = 10_000;

const ROOT = '/registry/';
const DEFINITIONS = `${ROOT}apiextensions.k8s.io/customresourcedefinitions/`;
const PAGE = 500;
/** The character behind `/` in the order of keys. */
const BEHIND_SLASH = '0';

/** The number of stored objects of a resource, which may be more than are counted. */
export interface ObjectCount {
  readonly objects: number;
  readonly isExact: boolean;
}

/** Reads which resources a store has objects of, by the prefixes of their keys. */
export class StoredResources {
  constructor(private readonly storage: Storage) {}

  /** Returns the names of the resources of a group that objects are stored of, those of CustomResourceDefinitions left out. */
  async namesIn(group: string): Promise<string[]> {
    const names = new Set<string>();
    for (const store of this.storage.stores) for await (const name of namesUnder(store, group)) names.add(name);
    const custom = await Promise.all([...names].map((name) => this.storage.get(`${DEFINITIONS}${name}.${group}`)));
    return [...names].filter((_, i) => custom[i] === undefined).sort();
  }

  /** Counts the objects of a resource. */
  async count(group: string, name: string): Promise<ObjectCount> {
    let objects = 0;
    const pages = pagesOf(this.storage.storeOf({ group, resource: name }), `${ROOT}${group}/${name}/`);
    for await (const page of pages) {
      objects += page.length;
      if (objects > EXAMINED_OBJECTS) return { objects: EXAMINED_OBJECTS, isExact: false };
    }
    return { objects, isExact: true };
  }

  /** Returns the first stored objects of a kind, page by page. */
  async *objectsOf({ groupResource, keyPrefix }: ResolvedKind): AsyncGenerator<readonly StoredValue[]> {
    let examined = 0;
    for await (const page of pagesOf(this.storage.storeOf(groupResource), keyPrefix)) {
      yield page;
      examined += page.length;
      if (examined >= EXAMINED_OBJECTS) return;
    }
  }
}

/** Reads one key of each resource. */
async function* namesUnder(store: Storage, group: string): AsyncGenerator<string> {
  const prefix = `${ROOT}${group}/`;
  for (let startAfter: string | undefined; ;) {
    const { items } = await store.range(prefix, { limit: 1, startAfter });
    if (items.length === 0) return;
    const name = items[0].key.slice(prefix.length).split('/', 1)[0];
    yield name;
    startAfter = `${prefix}${name}${BEHIND_SLASH}`;
  }
}

async function* pagesOf(store: Storage, prefix: string): AsyncGenerator<readonly StoredValue[]> {
  for (let startAfter: string | undefined; ;) {
    const { items, more } = await store.range(prefix, { limit: PAGE, startAfter });
    if (items.length > 0) yield items;
    if (!more) return;
    startAfter = items.at(-1)!.key;
  }
}
