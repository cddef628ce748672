import { type ApiObject, requestEntityTooLarge } from '../apimachinery/index.js';
import type { CacheEntry } from '../storage/index.js';
import { fromStorageError } from './storage-errors.js';
import type { StoreParts } from './store-parts.js';

/** Brings objects of one kind into the store and out of it, as they are: no rules, no admission. */
export class ObjectWriter<T extends ApiObject> {
  constructor(private readonly parts: StoreParts<T>) {}

  /** Stores an object under a key that must be free. */
  insert(key: string, object: T, bytes: Buffer): Promise<CacheEntry> {
    const { codec, storage } = this.parts;
    this.check(bytes);
    const lifetime = this.lifetime(object);
    return this.guarded(object, async () => {
      const revision = await storage.create(key, codec.seal(bytes, key), lifetime);
      return this.cachedAt(key, revision) ?? codec.entryOf({ key, value: bytes, revision, createRevision: revision });
    });
  }

  /** Stores the next state of an object that is at the entry's revision. */
  replace(entry: CacheEntry, object: T, bytes: Buffer): Promise<CacheEntry> {
    const { codec, storage } = this.parts;
    this.check(bytes);
    const lifetime = this.lifetime(object);
    return this.guarded(object, async () => {
      const value = codec.seal(bytes, entry.key);
      const revision = await storage.update(entry.key, value, entry.revision, lifetime);
      const { key, createRevision } = entry;
      return this.cachedAt(key, revision) ?? codec.entryOf({ key, value: bytes, revision, createRevision });
    });
  }

  /**
   * Removes an object that is at the entry's revision. `object` is what the answer shows, with the changes that were
   * made on the way to its removal; watchers see the stored state.
   */
  remove(entry: CacheEntry, object: T): Promise<CacheEntry> {
    const { codec, storage } = this.parts;
    const changed = codec.encode(object);
    const last = codec.encode(codec.decode(entry));
    return this.guarded(object, async () => {
      const revision = await storage.delete(entry.key, entry.revision, codec.seal(last, entry.key));
      return codec.entryOf({ key: entry.key, value: changed, revision, createRevision: entry.createRevision });
    });
  }

  /** Removes what is stored under the key of an entry that cannot be read. */
  async removeUnreadable({ key, revision }: CacheEntry, name: string): Promise<void> {
    const { storage, kind } = this.parts;
    try {
      await storage.delete(key, revision);
    } catch (error) {
      throw fromStorageError(error, kind.groupResource, name);
    }
  }

  /** The answer to a dry run: as stored, with the version the object had. */
  unstored(key: string, object: T, bytes: Buffer): CacheEntry {
    const { codec } = this.parts;
    this.check(bytes);
    const revision = Number(object.metadata.resourceVersion ?? 0);
    if (revision > 0) return codec.entryOf({ key, value: bytes, revision, createRevision: revision });
    const entry = codec.entryOf({ key, value: bytes, revision: 0, createRevision: 0 });
    return { ...entry, bytes: Buffer.concat([bytes, Buffer.from('\n')]) };
  }

  /** Whether bytes are what is stored already, so that writing them needs no new version and no event. */
  isStored(bytes: Buffer, entry: CacheEntry): boolean {
    return !entry.isStale && this.parts.codec.isSame(bytes, entry);
  }

  /** Refuses what could not be read again, and, with 413, what has grown too large, as many small patches can make it. */
  private check(bytes: Buffer): void {
    const { codec, maxObjectBytes } = this.parts;
    if (bytes.length > maxObjectBytes) throw requestEntityTooLarge(`limit is ${maxObjectBytes}`);
    codec.checkEncoded(bytes);
  }

  private async guarded(object: T, write: () => Promise<CacheEntry>): Promise<CacheEntry> {
    try {
      return await write();
    } catch (error) {
      throw fromStorageError(error, this.parts.kind.groupResource, object.metadata.name ?? '');
    }
  }

  private lifetime(object: T): { ttlSeconds: number } | undefined {
    const ttlSeconds = this.parts.strategy.lifetimeSeconds?.(object);
    return ttlSeconds === undefined ? undefined : { ttlSeconds };
  }

  /** The cache has had the event of a finished write; only another write since can have replaced its entry. */
  private cachedAt(key: string, revision: number): CacheEntry | undefined {
    const { cache } = this.parts;
    const cached = cache.isReady ? cache.get(key) : undefined;
    return cached?.revision === revision ? cached : undefined;
  }
}
