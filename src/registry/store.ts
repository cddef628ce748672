import type { AdmissionAttributes, AdmissionOperation } from '../admission/index.js';
import {
  type ApiObject,
  MODIFIED_MESSAGE,
  conflict,
  isAlreadyExists,
  notFound,
  storageReadError,
} from '../apimachinery/index.js';
import type { CacheEntry, ResourceCache } from '../storage/index.js';
import type { ObjectCodec } from './object-codec.js';
import { ObjectCreation } from './object-creation.js';
import { ObjectUpdate } from './object-update.js';
import { ObjectWriter } from './object-writer.js';
import { OwnerTracking } from './owner-tracking.js';
import type { ResolvedKind } from './resolved-kind.js';
import { orStatusError } from './storage-errors.js';
import type { StoreContext } from './store-context.js';
import type { Stored, StoreParts, Written } from './store-parts.js';
import type { StrategyContext } from './strategy.js';
import { WriteRace, isWriteRace, withoutRace } from './write-race.js';
import { type AdmittedObjects, admissionAttributesOf, strategyContextOf } from './write-scope.js';

/** Computes the object to store from the current one, a copy that may be changed; undefined when there is none. */
export type Transform<T> = (current: T | undefined) => T | Promise<T>;

/** Conditions of a write. */
export interface StoreUpdateOptions {
  /** The transform may make an object that does not exist. */
  readonly createMissing?: boolean;
  /** Where the current state changes meanwhile, compute again on the new one in place of answering 409. */
  readonly retryOnConflict?: boolean;
}

/** More often than this nobody loses a race against single writers; it bounds the work of one request. */
const UPDATE_ATTEMPTS = 64;

/**
 * The life of the objects of one kind, whatever the kind: the generic part of create, read, update (upstream:
 * registry.Store). Works in hub shape. Throws StatusError; knows no HTTP.
 */
export class Store<T extends ApiObject = ApiObject> {
  readonly kind: ResolvedKind<T>;
  readonly codec: ObjectCodec<T>;
  readonly cache: ResourceCache;
  private readonly writer: ObjectWriter<T>;
  private readonly creation: ObjectCreation<T>;
  private readonly updating: ObjectUpdate<T>;

  constructor(readonly parts: StoreParts<T>) {
    this.kind = parts.kind;
    this.codec = parts.codec;
    this.cache = parts.cache;
    const owners = new OwnerTracking(parts.kind);
    this.writer = new ObjectWriter(parts);
    this.creation = new ObjectCreation(parts, this.writer, owners);
    this.updating = new ObjectUpdate(parts, this.writer, owners);
  }

  /** The newest state of an object; 404 when there is none, 500 when it cannot be read. */
  async get(context: Pick<StoreContext, 'namespace'>, name: string): Promise<Stored> {
    return this.readable(await this.find(context, name), name);
  }

  /** The newest state of an object, or undefined; it may say that the object cannot be read. */
  async find(context: Pick<StoreContext, 'namespace'>, name: string): Promise<CacheEntry | undefined> {
    const catchingUp = this.cache.waitUntilFresh();
    if (catchingUp) await orStatusError(catchingUp, this.kind.groupResource, name);
    return this.cache.get(this.kind.keyOf(context.namespace, name));
  }

  /** The same of the state the cache has, which may be older than what other processes have written. */
  async getCached(context: Pick<StoreContext, 'namespace'>, name: string): Promise<Stored> {
    if (!this.cache.isReady) await orStatusError(this.cache.ready(), this.kind.groupResource, name);
    return this.readable(this.cache.get(this.kind.keyOf(context.namespace, name)), name);
  }

  /** The state in the store itself, past writes that are still on their way. */
  async read(context: Pick<StoreContext, 'namespace'>, name: string): Promise<CacheEntry | undefined> {
    const stored = await this.parts.storage.get(this.kind.keyOf(context.namespace, name));
    return stored && this.codec.ingest(stored);
  }

  /** Stores a new object. Takes the object over and changes it. 409 when the name is taken, 422 when it is invalid. */
  create(context: StoreContext, object: T): Promise<Written> {
    return this.creation.create(context, object);
  }

  /** Replaces an object by what `transform` makes of its current state. */
  async update(
    context: StoreContext,
    name: string,
    transform: Transform<T>,
    options: StoreUpdateOptions = {},
  ): Promise<Written> {
    let entry = await this.find(context, name);
    for (let attempt = 1; ; attempt++) {
      const current = entry && this.codec.decode(entry);
      if (!current && !options.createMissing) throw notFound(this.kind.groupResource, name);
      const next = await transform(current);
      try {
        if (!entry || !current) return await this.createFromUpdate(context, next);
        return await this.updating.update(context, next, { object: current, entry });
      } catch (error) {
        if (!(options.retryOnConflict ?? true) || !isWriteRace(error) || attempt >= UPDATE_ATTEMPTS)
          throw withoutRace(error);
        entry = await this.read(context, name);
      }
    }
  }

  /** Writes what a deletion or a status change of the server made of an object: no validation, no admission. */
  async replace(entry: CacheEntry, object: T): Promise<CacheEntry> {
    return this.writer.replace(entry, object, this.codec.encode(object));
  }

  /** Removes an object that is at the entry's revision; answers `object` as the last state. See ObjectWriter. */
  async remove(entry: CacheEntry, object: T): Promise<CacheEntry> {
    return this.writer.remove(entry, object);
  }

  /** What strategies may know of a request. */
  strategyContext(context: StoreContext): StrategyContext {
    return strategyContextOf(this.parts, context);
  }

  /** What admission is told of a write. */
  admissionAttributes(
    context: StoreContext,
    operation: AdmissionOperation,
    objects: AdmittedObjects<T>,
  ): AdmissionAttributes {
    return admissionAttributesOf(this.parts, context, operation, objects);
  }

  private readable(entry: CacheEntry | undefined, name: string): Stored {
    if (!entry) throw notFound(this.kind.groupResource, name);
    if (entry.unreadable !== undefined) throw storageReadError(this.kind.groupResource, [entry.key]);
    return { entry };
  }

  private async createFromUpdate(context: StoreContext, object: T): Promise<Written> {
    if (object.metadata.resourceVersion) {
      throw conflict(this.kind.groupResource, object.metadata.name ?? '', MODIFIED_MESSAGE);
    }
    try {
      return await this.creation.create(context, object);
    } catch (error) {
      throw isAlreadyExists(error) ? new WriteRace(error) : error;
    }
  }
}
