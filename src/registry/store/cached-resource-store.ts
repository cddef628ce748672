import { type ApiObject, copyWithGiven } from '../../apimachinery/index.js';
import type { DeleteOptions } from '../../schema/index.js';
import { type CacheEntry, readableEvent } from '../../storage/index.js';
import type { ObjectCodec } from '../kinds/object-codec.js';
import type { Configuration } from './writing/owner-tracking.js';
import type { ResolvedKind } from '../kinds/resolved-kind.js';
import {
  type DeletedObject,
  type ObjectFacts,
  type ResourceChange,
  type ResourceFollower,
  ResourceStore,
  type Stop,
} from './resource-store.js';
import type { Store, Transform } from './store.js';
import type { StoreContext } from '../kinds/store-context.js';

/** How long to wait before following again what has ended, in milliseconds; twice as long each time it fails at once. */
const FIRST_RETRY = 200;
const LONGEST_RETRY = 30_000;
/** Deletions under way at a time; they share the store's commits. */
const WORKERS = 32;

/** Objects out of the cache of a generic Store, written through it. */
export class CachedResourceStore<T extends ApiObject = ApiObject> extends ResourceStore<T> {
  #store: Store<T>;

  constructor(store: Store<T>) {
    super();
    this.#store = store;
  }

  get kind(): ResolvedKind<T> {
    return this.#store.kind;
  }

  /** Continues with another store of the same objects, as do followers of this one. */
  adopt(store: Store<T>): void {
    this.#store = store;
  }

  async get(context: StoreContext, name: string): Promise<T> {
    return this.decode((await this.#store.get(context, name)).entry);
  }

  async find(context: StoreContext, name: string): Promise<T | undefined> {
    const entry = await this.#store.find(context, name);
    return entry && this.decode(entry);
  }

  async has(context: StoreContext, name: string): Promise<boolean> {
    return (await this.#store.find(context, name)) !== undefined;
  }

  async facts(context: Pick<StoreContext, 'namespace'>, name: string): Promise<ObjectFacts | undefined> {
    return this.#store.find(context, name);
  }

  async readStored(context: StoreContext, name: string): Promise<T | undefined> {
    const entry = await this.#store.read(context, name);
    return entry && this.decode(entry);
  }

  async list(context: StoreContext, filter?: (facts: ObjectFacts) => boolean): Promise<T[]> {
    return (await this.entries(context, filter)).map((entry) => this.decode(entry));
  }

  async create(context: StoreContext, object: T): Promise<T> {
    return this.decode((await this.#store.create(context, object)).entry);
  }

  async update(context: StoreContext, name: string, transform: Transform<T>): Promise<T> {
    return this.decode((await this.#store.update(context, name, ofCopy(transform))).entry);
  }

  async createOrUpdate(context: StoreContext, name: string, transform: Transform<T>): Promise<T> {
    return this.decode((await this.#store.createOrUpdate(context, name, ofCopy(transform))).entry);
  }

  rewrite(context: StoreContext, name: string): Promise<boolean> {
    return this.#store.rewrite(context, name);
  }

  async apply(context: StoreContext, name: string, configuration: Configuration): Promise<T> {
    return this.decode((await this.#store.apply(context, name, configuration)).entry);
  }

  async delete(context: StoreContext, name: string, options?: DeleteOptions): Promise<DeletedObject<T>> {
    const { entry, isGone } = await this.#store.delete(context, name, options);
    return { object: this.decode(entry), isGone };
  }

  async deleteAll(context: StoreContext, options: DeleteOptions = {}): Promise<void> {
    const entries = await this.entries(context);
    if (entries.length > 0) await this.#store.deleteEntries(context, { entries, options, workers: WORKERS });
  }

  follow(follower: ResourceFollower<T>): Stop {
    let isStopped = false;
    let retry = FIRST_RETRY;
    let current: { stop(): void } | undefined;
    const onEnd = (reason: string): void => {
      if (isStopped) return;
      follower.onReset();
      if (reason !== 'Closed') setTimeout(start, retry).unref();
      retry = Math.min(retry * 2, LONGEST_RETRY);
    };
    const start = (): void => {
      if (isStopped) return;
      current = this.#store.cache.watch(
        {},
        {
          onEvent: (event) => {
            const seen = readableEvent(event);
            if (seen) follower.onChange(new LazyChange(seen.type, seen.entry, this.#store.codec));
          },
          onReady: () => {
            retry = FIRST_RETRY;
            follower.onReady();
          },
          onEnd,
        },
      );
    };
    start();
    return () => {
      isStopped = true;
      current?.stop();
    };
  }

  private async entries(
    { namespace }: StoreContext,
    filter?: (facts: ObjectFacts) => boolean,
  ): Promise<readonly CacheEntry[]> {
    const { cache, kind } = this.#store;
    await cache.waitUntilFresh();
    return cache.list({ prefix: kind.keyOf(namespace), filter }).entries;
  }

  private decode(entry: CacheEntry): T {
    return this.#store.codec.decode(entry);
  }
}

/** Passes a copy of the current state to a transform, in place of the shared one of the cache. */
function ofCopy<T>(transform: Transform<T>): Transform<T> {
  return (current) => transform(current && copyWithGiven(current));
}

/** Decodes the object when it is first asked for: many watchers need to know no more than that something changed. */
class LazyChange<T extends ApiObject> implements ResourceChange<T> {
  #decoded: T | undefined;
  readonly #entry: CacheEntry;
  readonly #codec: ObjectCodec<T>;

  constructor(
    readonly type: ResourceChange<T>['type'],
    entry: CacheEntry,
    codec: ObjectCodec<T>,
  ) {
    this.#entry = entry;
    this.#codec = codec;
  }

  get key(): string {
    return this.#entry.key;
  }

  get name(): string {
    return this.#entry.fields['metadata.name'];
  }

  get namespace(): string {
    return this.#entry.fields['metadata.namespace'] ?? '';
  }

  get resourceVersion(): string {
    return String(this.#entry.revision);
  }

  get labels(): CacheEntry['labels'] {
    return this.#entry.labels;
  }

  get object(): T {
    return (this.#decoded ??= this.#codec.decode(this.#entry));
  }

  mayHave(member: string): boolean {
    let pattern = PATTERNS.get(member);
    if (!pattern) PATTERNS.set(member, (pattern = Buffer.from(`${member}":`)));
    return this.#entry.bytes.includes(pattern);
  }
}

/**
 * The byte patterns that detect a member in an object, by the member's name. Without the quotation mark before the name, which JSON is
 * full of: a search looks for the first byte of its pattern, and takes a quarter of the time.
 */
const PATTERNS = new Map<string, Buffer>();
