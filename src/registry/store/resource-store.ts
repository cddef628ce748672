import type { ApiObject } from '../../apimachinery/index.js';
import type { DeleteOptions } from '../../schema/index.js';
import type { ResolvedKind } from '../kinds/resolved-kind.js';
import type { Configuration } from './writing/owner-tracking.js';
import type { Transform } from './store.js';
import type { StoreContext } from '../kinds/store-context.js';

/**
 * A change that a watcher of a ResourceStore receives.
 *
 * @public
 * @example
 * const isRemoval = ({ type }: ResourceChange<Berth>) => type === 'DELETED';
 */
export interface ResourceChange<T> {
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED';
  /** Where the object is kept; known without looking into it, as is what it is called. */
  readonly key: string;
  readonly name: string;
  /** Empty where objects have none. */
  readonly namespace: string;
  /** The `metadata.resourceVersion` of the object. */
  readonly resourceVersion: string;
  /** For selectors; known without decoding the object. */
  readonly labels: Readonly<Record<string, string>> | undefined;
  /** Decoded when it is first asked for; the last state of an object that is gone. */
  readonly object: T;
  /**
   * Reports whether the object may have a member of this name, anywhere inside it: detected without decoding it, so
   * that callers that look for a rare member need not decode the others.
   */
  mayHave(member: string): boolean;
}

/**
 * Receives the objects of a store. Its methods are called synchronously and must not throw.
 *
 * @public
 * @example
 * const follower: ResourceFollower<Berth> = {
 *   onChange: ({ name, type }) => logger.info('Berth changed', { name, type }),
 *   onReady: () => logger.info('All berths are known'),
 *   onReset: () => logger.info('Berths are read again'),
 * };
 */
export interface ResourceFollower<T> {
  onChange(change: ResourceChange<T>): void;
  /** Called when every existing object has been delivered as ADDED. */
  onReady(): void;
  /** Called when changes may have been missed: delivered objects are invalid, and everything is delivered again. */
  onReset(): void;
}

/**
 * The facts of an object that are known without decoding it.
 *
 * @public
 * @example
 * const isAtPier = ({ labels }: ObjectFacts) => labels?.['harbor.example.com/pier'] !== undefined;
 */
export interface ObjectFacts {
  readonly labels?: Readonly<Record<string, string>>;
  /** Values of the fields its kind can be selected by. */
  readonly fields: Readonly<Record<string, string>>;
  /** Set where the object cannot be read; whatever needs it then throws StorageReadError. */
  readonly unreadable?: unknown;
}

/**
 * The outcome of a deletion through a ResourceStore.
 *
 * @public
 * @example
 * const isGone = ({ isGone }: DeletedObject<Berth>) => isGone;
 */
export interface DeletedObject<T> {
  /** The last state, or the state of an object that finalizers or a grace period hold. */
  readonly object: T;
  readonly isGone: boolean;
}

/**
 * Stops what was started; calling it twice is harmless.
 *
 * @public
 * @example
 * const stops: Stop[] = [stores.onStoresChange(() => undefined)];
 * for (const stop of stops) stop();
 */
export type Stop = () => void;

/**
 * The objects of one kind, for code inside the server: strategies, handlers, admission plugins, controllers. Plain
 * objects in the version they are stored in; what is handed out are copies. Nothing of how they are kept can be reached through it. Throws
 * StatusError.
 *
 * @public
 * @example
 * const berths: ResourceStore<Berth> = stores.of<Berth>('harbor.example.com', 'berths');
 * const berth = await berths.get(systemContext('default'), 'north');
 */
export abstract class ResourceStore<T extends ApiObject = ApiObject> {
  abstract readonly kind: ResolvedKind<T>;

  /** True if the objects are those of the cluster that an extension server belongs to. */
  readonly isOfCluster: boolean = false;

  /** Returns the newest state of an object; throws NotFound, and StorageReadError as all that follow do. */
  abstract get(context: StoreContext, name: string): Promise<T>;

  /** Returns the same, or undefined when there is none. */
  abstract find(context: StoreContext, name: string): Promise<T | undefined>;

  /** Reports whether an object exists, without reading it. */
  abstract has(context: StoreContext, name: string): Promise<boolean>;

  /** Returns the facts of an object without decoding it; undefined when there is none. */
  abstract facts(context: Pick<StoreContext, 'namespace'>, name: string): Promise<ObjectFacts | undefined>;

  /** Reads the state from the store itself, bypassing the cache: a failure means that the store cannot be read. */
  abstract readStored(context: StoreContext, name: string): Promise<T | undefined>;

  /** Returns all objects of the context's namespace, of all namespaces when that is empty. */
  abstract list(context: StoreContext, filter?: (facts: ObjectFacts) => boolean): Promise<T[]>;

  /** Stores a new object; takes it over. */
  abstract create(context: StoreContext, object: T): Promise<T>;

  /** Replaces an object by what `transform` makes of a copy of it; tried again when others write meanwhile. */
  abstract update(context: StoreContext, name: string, transform: Transform<T>): Promise<T>;

  /** Returns the same where there may be no object: `transform` then makes the first one, of undefined. */
  abstract createOrUpdate(context: StoreContext, name: string, transform: Transform<T>): Promise<T>;

  /**
   * Stores an object again as it is, where it is stored in another version than the storage version or was encrypted with
   * another key than the current one; returns whether it did. False for an object that is not there; throws NotFound for one
   * that goes meanwhile.
   */
  abstract rewrite(context: StoreContext, name: string): Promise<boolean>;

  /**
   * Applies a configuration to an object, or makes one, as the field manager of the context (server-side apply). The
   * configuration is of the version the context names, with kind and apiVersion; throws Conflict where it would change what
   * others own, unless it takes that by force.
   */
  abstract apply(context: StoreContext, name: string, configuration: Configuration): Promise<T>;

  /** Deletes an object, or marks it for deletion. */
  abstract delete(context: StoreContext, name: string, options?: DeleteOptions): Promise<DeletedObject<T>>;

  /**
   * Deletes all objects of the context's namespace, some at a time; those that are deleted concurrently are skipped.
   */
  abstract deleteAll(context: StoreContext, options?: DeleteOptions): Promise<void>;

  /**
   * Delivers every existing object and then every change, in order, until stopped. Restarts when it loses its
   * position, after reporting it. An unreadable object counts as absent.
   */
  abstract follow(follower: ResourceFollower<T>): Stop;

  /**
   * Returns the same for code that tolerates duplicate deliveries. Neither may throw; `onReady` is called
   * whenever every existing object has been delivered.
   */
  watch(onChange: (change: ResourceChange<T>) => void, onReady: () => void = nothing): Stop {
    return this.follow({ onChange, onReady, onReset: nothing });
  }
}

function nothing(): void {}
