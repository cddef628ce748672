import {
  type ApiObject,
  type MaybePromise,
  badRequest,
  formatGroupResource,
  goQuote,
  isPathSegmentName,
} from '../../apimachinery/index.js';
import type { CacheEntry, KeyChange } from '../../storage/index.js';
import { orStatusError } from './storage-errors.js';
import type { StoreContext } from '../kinds/store-context.js';
import type { StoreParts } from './store-parts.js';

/** One change of an object, as the history of the store has it. */
export interface ObjectChange extends Pick<KeyChange, 'type' | 'revision' | 'time'> {
  /** The state that was written; of a deletion, the last one. It may say that it cannot be read. */
  readonly entry: CacheEntry;
}

/** Finds objects of one kind, in the cache and past it. */
export class ObjectReader<T extends ApiObject> {
  constructor(private readonly parts: StoreParts<T>) {}

  /** Returns the newest state of an object, or undefined; it may say that the object cannot be read. */
  find(context: Pick<StoreContext, 'namespace'>, name: string): MaybePromise<CacheEntry | undefined> {
    const { cache } = this.parts;
    const key = this.keyOf(context, name);
    const catchingUp = cache.waitUntilFresh();
    return catchingUp ? this.findAfter(catchingUp, key, name) : cache.get(key);
  }

  private async findAfter(catchingUp: Promise<void>, key: string, name: string): Promise<CacheEntry | undefined> {
    const { cache, kind } = this.parts;
    await orStatusError(catchingUp, kind.groupResource, name);
    return cache.get(key);
  }

  /** Returns the same of the state the cache has, which may be older than what other processes have written. */
  async findCached(context: Pick<StoreContext, 'namespace'>, name: string): Promise<CacheEntry | undefined> {
    const { cache, kind } = this.parts;
    if (!cache.isReady) await orStatusError(cache.ready(), kind.groupResource, name);
    return cache.get(this.keyOf(context, name));
  }

  /** Returns the state in the store itself, past pending writes. */
  async read(context: Pick<StoreContext, 'namespace'>, name: string): Promise<CacheEntry | undefined> {
    const { storage, codec } = this.parts;
    const stored = await storage.get(this.keyOf(context, name));
    return stored && codec.ingest(stored);
  }

  /** Returns the newest change of an object before a revision, of all where that is unset, as far as history goes back. */
  async changeBefore(
    context: Pick<StoreContext, 'namespace'>,
    name: string,
    revision?: number,
  ): Promise<ObjectChange | undefined> {
    const { storage, codec, kind } = this.parts;
    const reading = storage.changeBefore(this.keyOf(context, name), revision);
    const change = await orStatusError(reading, kind.groupResource, name);
    if (!change) return undefined;
    return { type: change.type, revision: change.revision, time: change.time, entry: codec.ingest(change) };
  }

  private get resourceText(): string {
    return `an object of ${formatGroupResource(this.parts.kind.groupResource)}`;
  }

  /** The key of an object; TypeError for a name that code left undefined, 400 for a name that no object can have because it would not be one segment of a path. */
  private keyOf({ namespace }: Pick<StoreContext, 'namespace'>, name: string): string {
    if (typeof name !== 'string')
      throw new TypeError(`the name of ${this.resourceText} must be a text, and is ${String(name)}`);
    const faults = isPathSegmentName(name);
    if (faults.length === 0) return this.parts.kind.keyOf(namespace, name);
    throw badRequest(`Name parameter invalid: ${goQuote(name)}: ${faults.join(';')}`);
  }
}
