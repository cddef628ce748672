import {
  type ApiObject,
  type MaybePromise,
  StatusError,
  conflict,
  copyWithGiven,
  isAlreadyExists,
  isNotFound,
  notFound,
  storageReadError,
} from '../../apimachinery/index.js';
import { type Steps, doInTurns, eachInTurns, settled } from '../../observability/index.js';
import type { DeleteOptions } from '../../schema/index.js';
import type { CacheEntry, ResourceCache } from '../../storage/index.js';
import { ContendedKeys } from './writing/contended-keys.js';
import type { ObjectCodec } from '../kinds/object-codec.js';
import { ObjectCreation } from './writing/object-creation.js';
import { type Deleted, ObjectDeletion } from './writing/object-deletion.js';
import { type ObjectChange, ObjectReader } from './object-reader.js';
import { orStatusError } from './storage-errors.js';
import { ObjectUpdate } from './writing/object-update.js';
import { ObjectWriter } from './writing/object-writer.js';
import { type Configuration, OwnerTracking } from './writing/owner-tracking.js';
import { type ReplaceOrder, replacement } from './writing/replacement.js';
import type { ResolvedKind } from '../kinds/resolved-kind.js';
import type { StoreContext } from '../kinds/store-context.js';
import type { Stored, StoreParts, Written } from './store-parts.js';
import { checkSyntax } from './writing/version-check.js';
import { WriteRace, isWriteRace, withoutRace } from './writing/write-race.js';

/** The context of a read: the namespace, and the version by which errors name the resource. */
type ReadContext = Pick<StoreContext, 'namespace' | 'version'>;

/**
 * Computes the object to store from the current one, a copy that may be changed, but for the field sets in its managedFields;
 * undefined when there is none.
 *
 * @public
 * @example
 * const keep: Transform<ApiObject> = (current) => current ?? object;
 */
export type Transform<T> = (current: T | undefined) => T | Promise<T>;

/** A configuration that is to be applied, with the checks of its sender. */
export interface ApplyOrder extends Configuration {
  /** Throws StatusError for an outcome that must not be written. */
  accept?(object: ApiObject): void;
  /** Throws StatusError where the sender may not create the object; called only if there is none. */
  authorizeCreate?(): Promise<void>;
}

/** How many objects are deleted, and by how many workers at a time. */
export interface DeletionBatch {
  readonly entries: readonly CacheEntry[];
  readonly options: DeleteOptions;
  readonly workers: number;
}

/** The most lost races against single writers; it bounds the work of one request. */
const UPDATE_ATTEMPTS = 64;

/**
 * The life cycle of the objects of one kind, whatever the kind (upstream: registry.Store): find, create, update,
 * delete. Objects are in the kind's working version for the version a context names, see `ResolvedKind.workingVersion`.
 * Throws StatusError; independent of HTTP. Code that needs plain objects uses ResourceStore.
 */
export class Store<T extends ApiObject = ApiObject> {
  readonly kind: ResolvedKind<T>;
  readonly codec: ObjectCodec<T>;
  readonly cache: ResourceCache;
  private readonly reader: ObjectReader<T>;
  private readonly creation: ObjectCreation<T>;
  private readonly updating: ObjectUpdate<T>;
  private readonly owners: OwnerTracking<T>;
  private readonly deletion: ObjectDeletion<T>;
  private readonly contended = new ContendedKeys();

  constructor(readonly parts: StoreParts<T>) {
    this.kind = parts.kind;
    this.codec = parts.codec;
    this.cache = parts.cache;
    const owners = (this.owners = new OwnerTracking(parts.kind));
    const writer = new ObjectWriter(parts);
    this.reader = new ObjectReader(parts);
    this.creation = new ObjectCreation(parts, writer, owners);
    this.updating = new ObjectUpdate(parts, writer, owners);
    this.deletion = new ObjectDeletion(parts, this.reader, writer);
  }

  /**
   * Returns the newest state of an object, at once where the cache has it; throws, or rejects where it had to wait: 404
   * when there is none, 500 when it cannot be read.
   */
  get(context: ReadContext, name: string): MaybePromise<Stored> {
    const entry = this.reader.find(context, name);
    return entry instanceof Promise
      ? entry.then((late) => this.readable(late, context, name))
      : this.readable(entry, context, name);
  }

  /** Returns the same of the state the cache has, which may be older than what other processes have written. */
  async getCached(context: ReadContext, name: string): Promise<Stored> {
    return this.readable(await this.reader.findCached(context, name), context, name);
  }

  /** Returns the newest state of an object, or undefined; it may say that the object cannot be read. */
  find(context: Pick<StoreContext, 'namespace'>, name: string): MaybePromise<CacheEntry | undefined> {
    return this.reader.find(context, name);
  }

  /** Returns the state in the store itself, past pending writes. */
  read(context: Pick<StoreContext, 'namespace'>, name: string): Promise<CacheEntry | undefined> {
    return this.reader.read(context, name);
  }

  /** Returns the newest change of an object before a revision, of all where that is unset, as far as history goes back. */
  changeBefore(
    context: Pick<StoreContext, 'namespace'>,
    name: string,
    revision?: number,
  ): Promise<ObjectChange | undefined> {
    return this.reader.changeBefore(context, name, revision);
  }

  /** Stores a new object. Takes the object over and changes it. 409 when the name is taken, 422 when it is invalid. */
  create(context: StoreContext, object: T): Promise<Written> {
    return this.creation.create(context, object);
  }

  /**
   * Replaces an object by a sent one, or creates it where an update may do that. Takes the object over. Throws StatusError:
   * as `update`, and 409 where it names the uid of another object, or of one that is gone.
   */
  replace(context: StoreContext, name: string, order: ReplaceOrder<T>): Promise<Written> {
    const next = replacement(this.kind, context, order);
    return this.kind.definition.putCreates
      ? this.createOrUpdate(context, name, next)
      : this.update(context, name, next);
  }

  /** Replaces an object by what `transform` makes of its current state; 404 when there is none. */
  update(context: StoreContext, name: string, transform: Transform<T>): Promise<Written> {
    return this.createOrUpdate(context, name, (current) => {
      if (!current) throw notFound(this.kind.groupResourceIn(context.version), name);
      return transform(current);
    });
  }

  /**
   * Stores an object again, unchanged, where its stored form is outdated; returns whether it was. Reads the store itself: the
   * encryption may have been configured again since the entry was cached.
   */
  async rewrite(context: StoreContext, name: string): Promise<boolean> {
    const entry = await orStatusError(this.read(context, name), this.kind.groupResource, name);
    if (!entry) return false;
    if (!this.readable(entry, context, name).entry.isStale) return false;
    await this.update({ ...context, storesAgain: true }, name, (current) => copyWithGiven(current!));
    return true;
  }

  /** Updates as `update`, where `transform` may make an object that does not exist. */
  async createOrUpdate(context: StoreContext, name: string, transform: Transform<T>): Promise<Written> {
    const key = this.kind.keyOf(context.namespace, name);
    let leave = await this.contended.join(key);
    try {
      let entry = await this.find(context, name);
      for (let attempt = 1; ; attempt++) {
        try {
          return await this.tryUpdate(context, entry, transform);
        } catch (error) {
          if (!isWriteRace(error) || attempt >= UPDATE_ATTEMPTS) throw withoutRace(error);
          leave ??= await this.contended.enter(key);
          entry = await this.read(context, name);
        }
      }
    } finally {
      leave?.();
    }
  }

  /**
   * Returns the result of applying a configuration to an object, or the new object if there is none; with its owners,
   * so that it is written in a context without tracking. Throws StatusError: 400 for an invalid configuration, 409
   * for conflicts with other owners.
   */
  applied(context: StoreContext, configuration: Configuration, live: T | undefined): Promise<T> {
    return this.owners.apply(context, configuration, { live, now: this.parts.now() });
  }

  /**
   * Applies a configuration to an object, or creates the object from it. Throws StatusError: as `applied`, 404 where there
   * is no object to apply a part to, 409 where the configuration names the uid of an object that is gone.
   */
  apply(context: StoreContext, name: string, order: ApplyOrder): Promise<Written> {
    const owned = { ...context, ownersAreSet: true };
    return this.createOrUpdate(owned, name, async (current) => {
      if (!current) this.checkMayApplyNew(owned, name);
      const object = await this.applied(owned, order, current);
      order.accept?.(object);
      if (current) return object;
      this.checkAppliedUid(owned, name, object);
      await order.authorizeCreate?.();
      return object;
    });
  }

  /** Deletes an object, or marks it for deletion. See ObjectDeletion. */
  delete(context: StoreContext, name: string, options: DeleteOptions = {}): Promise<Deleted> {
    return this.deletion.delete(context, name, options);
  }

  /** Deletes an object that cannot be read; returns whether it was one, and leaves it alone where not. */
  deleteUnreadable(context: StoreContext, name: string): Promise<boolean> {
    return this.deletion.deleteUnreadable(context, name);
  }

  /**
   * Deletes every entry, some at a time. Objects that are deleted concurrently are skipped; unreadable ones stay, and
   * are reported by StorageReadError when the others are deleted.
   */
  async deleteEntries(context: StoreContext, { entries, options, workers }: DeletionBatch): Promise<void> {
    await this.deletion.beginCollection(context, options);
    const readable = entries.filter(({ unreadable }) => unreadable === undefined);
    const remove = async (entry: CacheEntry): Promise<void> => {
      const { namespace = '', name = '' } = this.codec.decode(entry).metadata;
      await this.deletion.deleteOneOf({ ...context, namespace }, name, options).catch(ignoreMissing);
    };
    // All workers take from one iterator.
    const left = readable.values();
    const work = (): Promise<void> => eachInTurns(left, remove, context.lane);
    await Promise.all(Array.from({ length: Math.min(workers, readable.length) }, work));
    if (readable.length === entries.length) return;
    const others = entries.filter(({ unreadable }) => unreadable !== undefined);
    throw storageReadError(this.kind.groupResource, others);
  }

  /** Only kinds that an update may create are created through their parts. */
  private checkMayApplyNew({ subresource = '', version }: StoreContext, name: string): void {
    if (subresource !== '' && !this.kind.definition.putCreates)
      throw notFound(this.kind.groupResourceIn(version), name);
  }

  private checkAppliedUid({ version }: StoreContext, name: string, { metadata: { uid } }: T): void {
    if (!uid) return;
    const why = `the provided object specified uid ${uid}, and no existing object was found`;
    throw conflict(this.kind.groupResourceIn(version), name, `uid mismatch: ${why}`);
  }

  private readable(entry: CacheEntry | undefined, { version }: ReadContext, name: string): Stored {
    if (!entry) throw notFound(this.kind.groupResourceIn(version), name);
    if (entry.unreadable !== undefined) throw storageReadError(this.kind.groupResource, [entry]);
    return { entry };
  }

  /** One attempt to write the next state of an object; WriteRace where another write comes first. */
  private async tryUpdate(
    context: StoreContext,
    entry: CacheEntry | undefined,
    transform: Transform<T>,
  ): Promise<Written> {
    const { current, next } = await doInTurns(this.transformInSteps(context, entry, transform), context.lane);
    if (!entry || !current) return this.createFromUpdate(context, next);
    return this.updating.update(context, next, { object: current, entry });
  }

  private *transformInSteps(
    context: StoreContext,
    entry: CacheEntry | undefined,
    transform: Transform<T>,
  ): Steps<{ readonly current: T | undefined; readonly next: T }> {
    yield;
    context.signal?.throwIfAborted();
    const stored = entry && this.codec.decodeStored(entry);
    const current = yield* settled(stored && this.kind.toWorking(context.version, stored));
    const next = yield* settled(transform(current));
    return { current, next };
  }

  private async createFromUpdate(context: StoreContext, object: T): Promise<Written> {
    // The result of an update is a new object, whatever version it was based on.
    checkSyntax(object.metadata.resourceVersion ?? '');
    delete object.metadata.resourceVersion;
    try {
      return await this.creation.createAsSent(context, object);
    } catch (error) {
      throw isAlreadyExists(error) ? new WriteRace(error) : error;
    }
  }
}

function ignoreMissing(error: unknown): void {
  if (!(error instanceof StatusError) || !isNotFound(error)) throw error;
}
