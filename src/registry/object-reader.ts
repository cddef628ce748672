import type { ApiObject } from '../apimachinery/index.js';
import type { CacheEntry } from '../storage/index.js';
import { orStatusError } from './storage-errors.js';
import type { StoreContext } from './store-context.js';
import type { StoreParts } from './store-parts.js';

/** Finds objects of one kind, in the cache and past it. */
export class ObjectReader<T extends ApiObject> {
  constructor(private readonly parts: StoreParts<T>) {}

  /** The newest state of an object, or undefined; it may say that the object cannot be read. */
  async find(context: Pick<StoreContext, 'namespace'>, name: string): Promise<CacheEntry | undefined> {
    const { cache, kind } = this.parts;
    const catchingUp = cache.waitUntilFresh();
    if (catchingUp) await orStatusError(catchingUp, kind.groupResource, name);
    return cache.get(kind.keyOf(context.namespace, name));
  }

  /** The same of the state the cache has, which may be older than what other processes have written. */
  async findCached(context: Pick<StoreContext, 'namespace'>, name: string): Promise<CacheEntry | undefined> {
    const { cache, kind } = this.parts;
    if (!cache.isReady) await orStatusError(cache.ready(), kind.groupResource, name);
    return cache.get(kind.keyOf(context.namespace, name));
  }

  /** The state in the store itself, past writes that are still on their way. */
  async read(context: Pick<StoreContext, 'namespace'>, name: string): Promise<CacheEntry | undefined> {
    const { storage, codec, kind } = this.parts;
    const stored = await storage.get(kind.keyOf(context.namespace, name));
    return stored && codec.ingest(stored);
  }
}
