import type { ApiObject } from '../apimachinery/index.js';
import type { DeleteOptions } from '../schema/index.js';
import { type CacheEntry, readableEvent } from '../storage/index.js';
import { deleteObject } from './deleter.js';
import type { ObjectCodec } from './object-codec.js';
import type { ResolvedKind } from './resolved-kind.js';
import type { Store, Transform, StoreUpdateOptions } from './store.js';
import type { StoreContext } from './store-context.js';

/** A change that a watcher of a ResourceStore is told of. */
export interface ResourceChange<T> {
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED';
  readonly object: T;
}

/** Decodes the object when it is first asked for: many watchers need to know no more than that something changed. */
class LazyChange<T extends ApiObject> implements ResourceChange<T> {
  private decoded: T | undefined;

  constructor(
    readonly type: ResourceChange<T>['type'],
    private readonly entry: CacheEntry,
    private readonly codec: ObjectCodec<T>,
  ) {}

  get object(): T {
    return (this.decoded ??= this.codec.decode(this.entry));
  }
}

/** Stops what was started; calling it twice is harmless. */
export type Stop = () => void;

/** The store of one kind for code inside the server: plugins' handlers, controllers. Plain objects in hub shape. */
export class ResourceStore<T extends ApiObject = ApiObject> {
  constructor(readonly store: Store<T>) {}

  get kind(): ResolvedKind<T> {
    return this.store.kind;
  }

  /** A copy of the newest state of an object; throws NotFound and StorageReadError, as all that follow do. */
  async get(context: StoreContext, name: string): Promise<T> {
    return this.store.codec.decode((await this.store.get(context, name)).entry);
  }

  /** The same, or undefined when there is none. */
  async find(context: StoreContext, name: string): Promise<T | undefined> {
    const entry = await this.store.find(context, name);
    return entry && this.store.codec.decode(entry);
  }

  /** Whether an object exists, without reading it. */
  async has(context: StoreContext, name: string): Promise<boolean> {
    return (await this.store.find(context, name)) !== undefined;
  }

  /** Copies of all objects of the context's namespace, of all namespaces when that is empty. Throws StorageReadError. */
  async list(context: StoreContext, filter?: (entry: CacheEntry) => boolean): Promise<T[]> {
    await this.store.cache.waitUntilFresh();
    const prefix = this.kind.keyOf(context.namespace);
    return this.store.cache.list({ prefix, filter }).entries.map((entry) => this.store.codec.decode(entry));
  }

  /** Stores a new object; takes it over. */
  async create(context: StoreContext, object: T): Promise<T> {
    return this.store.codec.decode((await this.store.create(context, object)).entry);
  }

  /** Replaces an object by what `transform` makes of a copy of it; tried again when others write meanwhile. */
  async update(context: StoreContext, name: string, transform: Transform<T>, options?: StoreUpdateOptions): Promise<T> {
    const ofCopy: Transform<T> = (current) => transform(current && structuredClone(current));
    return this.store.codec.decode((await this.store.update(context, name, ofCopy, options)).entry);
  }

  /** Deletes an object; answers its last state, or its state while finalizers hold it. */
  async delete(
    context: StoreContext,
    name: string,
    options: DeleteOptions = {},
  ): Promise<{ object: T; isGone: boolean }> {
    const { entry, isGone } = await deleteObject(this.store, context, name, options);
    return { object: this.store.codec.decode(entry), isGone };
  }

  /**
   * Tells of every object there is and then of every change, in order, until stopped. Starts anew by itself when it
   * loses its place: every object is then reported as ADDED again. An object that cannot be read counts as none.
   * `onChange` must not throw. `onReady` is called whenever everything there is has been told.
   */
  watch(onChange: (change: ResourceChange<T>) => void, onReady?: () => void): Stop {
    let isStopped = false;
    let current: { stop(): void } | undefined;
    const start = (): void => {
      current = this.store.cache.watch(
        {},
        {
          onEvent: (event) => {
            const seen = readableEvent(event);
            if (seen) onChange(new LazyChange(seen.type, seen.entry, this.store.codec));
          },
          onReady,
          onEnd: (reason) => {
            if (!isStopped && reason !== 'Closed') setImmediate(start).unref();
          },
        },
      );
    };
    start();
    return () => {
      isStopped = true;
      current?.stop();
    };
  }
}
