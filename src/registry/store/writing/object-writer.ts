import { type ApiObject, requestEntityTooLarge } from '../../../apimachinery/index.js';
import type { CacheEntry } from '../../../storage/index.js';
import { fromStorageError, orStatusError } from '../storage-errors.js';
import type { StoreParts } from '../store-parts.js';

/** The bytes to write, and the facts of their object. */
interface BytesOnTheirWay {
  readonly key: string;
  readonly bytes: Buffer;
  readonly name: string;
  /** Undefined for an object that begins its key. */
  readonly createRevision: number | undefined;
}

/** Writes objects of one kind to the store and reads them, as they are: no rules, no admission. */
export class ObjectWriter<T extends ApiObject> {
  constructor(private readonly parts: StoreParts<T>) {}

  /** Stores an object under a key that must be free. */
  insert(key: string, object: T, bytes: Buffer): Promise<CacheEntry> {
    const { codec, storage } = this.parts;
    this.check(bytes);
    const lifetime = this.lifetime(object);
    const write = (): Promise<number> => storage.create(key, codec.seal(bytes, key), lifetime);
    return this.entryAfter(write, { key, bytes, name: object.metadata.name ?? '', createRevision: undefined });
  }

  /** Stores the next state of an object that is at the entry's revision. */
  replace(entry: CacheEntry, object: T, bytes: Buffer): Promise<CacheEntry> {
    const { codec, storage } = this.parts;
    this.check(bytes);
    const lifetime = this.lifetime(object);
    const { key, revision, createRevision } = entry;
    const write = (): Promise<number> => storage.update(key, codec.seal(bytes, key), revision, lifetime);
    return this.entryAfter(write, { key, bytes, name: object.metadata.name ?? '', createRevision });
  }

  /**
   * Removes an object that is at the entry's revision. `object` is what the answer shows, with the changes that were
   * made on the way to its removal; watchers see the stored state.
   */
  async remove(entry: CacheEntry, object: T): Promise<CacheEntry> {
    const { codec } = this.parts;
    const { key, createRevision } = entry;
    const revision = await this.removeStored(entry, object);
    return codec.entryOf({ key, value: codec.encode(object), revision, createRevision });
  }

  /** Returns the same by an update, whose answer shows the version that was stored. */
  async removeUpdated(entry: CacheEntry, object: T): Promise<CacheEntry> {
    const { key, revision, createRevision } = entry;
    await this.removeStored(entry, object);
    return this.parts.codec.entryOf({ key, value: this.parts.codec.encode(object), revision, createRevision });
  }

  private async removeStored(entry: CacheEntry, { metadata }: T): Promise<number> {
    const { codec, storage } = this.parts;
    const last = codec.encode(codec.decodeStored(entry));
    const { key, revision } = entry;
    const written = storage.delete(key, revision, codec.seal(last, key));
    return orStatusError(written, this.parts.kind.groupResource, metadata.name ?? '');
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

  /** Returns the answer to a dry run: as stored, with the version the object had, which need not be a number. */
  unstored(key: string, { metadata: { resourceVersion } }: T, bytes: Buffer): CacheEntry {
    const { codec } = this.parts;
    this.check(bytes);
    const revision = Number(resourceVersion ?? 0);
    if (String(revision) === resourceVersion && Number.isSafeInteger(revision) && revision > 0) {
      return codec.entryOf({ key, value: bytes, revision, createRevision: revision });
    }
    const entry = codec.entryOf({ key, value: bytes, revision: 0, createRevision: 0 });
    return { ...entry, bytes: Buffer.concat([codec.shownBytes(bytes, resourceVersion), Buffer.from('\n')]) };
  }

  /** Reports whether bytes are what is stored already, so that writing them needs no new version and no event. */
  isStored(bytes: Buffer, entry: CacheEntry): boolean {
    return !entry.isStale && this.parts.codec.isSame(bytes, entry);
  }

  /** Refuses what could not be read again, and, with 413, what has grown too large, as many small patches can make it. */
  private check(bytes: Buffer): void {
    const { codec, maxObjectBytes } = this.parts;
    if (bytes.length > maxObjectBytes) throw requestEntityTooLarge(`limit is ${maxObjectBytes}`);
    codec.checkEncoded(bytes);
  }

  /** Waits for a write and answers the entry it has led to. Holds the object's bytes meanwhile, but not the object. */
  private async entryAfter(
    write: () => Promise<number>,
    { key, bytes, name, createRevision }: BytesOnTheirWay,
  ): Promise<CacheEntry> {
    try {
      const revision = await write();
      if (createRevision !== undefined) this.parts.codec.keepOwners(key, revision, bytes);
      const known = this.cachedAt(key, revision);
      if (known) return known;
      const value = { key, value: bytes, revision, createRevision: createRevision ?? revision };
      return this.parts.codec.entryOf(value);
    } catch (error) {
      throw fromStorageError(error, this.parts.kind.groupResource, name);
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
