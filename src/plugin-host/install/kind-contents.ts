import type { Clock, Logger } from '../../observability/index.js';
import type { AdmissionChain } from '../../admission/index.js';
import { type ApiObject, formatGroupResource } from '../../apimachinery/index.js';
import type { ApiServerOptions } from '../../options/index.js';
import { SharedFields } from '../../patch/index.js';
import {
  ComputedStore,
  type HookClass,
  type Identifiers,
  ObjectCodec,
  type ObjectSource,
  type ResolvedKind,
  CachedResourceStore,
  type ResourceBackend,
  type ReviewHandler,
  ReviewOperation,
  STRATEGY_RESULTS,
  Store,
  type StoreParts,
  type Strategy,
  guardHooks,
  storedVersionsOf,
  SharedLabels,
} from '../../registry/index.js';
import {
  type FieldsOutOfView,
  type Ingest,
  MeasuredStorage,
  type Storage,
  type StorageMetrics,
  type UnreadableValues,
  type ValueTransformers,
  WatchCache,
} from '../../storage/index.js';
import type { Catalogue, ResourceContent } from '../catalogue/index.js';
import { BackendStorage } from './backend/backend-storage.js';
import { CheckedBackend } from './backend/checked-backend.js';

/** The dependencies of stores. */
export interface KindInstallerParts {
  readonly catalogue: Catalogue;
  readonly storage: Storage;
  readonly storageMetrics: StorageMetrics;
  readonly watchCache: WatchCache;
  /** Chooses the form in which the values of each kind are stored. */
  readonly transformers: ValueTransformers;
  /** Records stored values that cannot be read. */
  readonly unreadable: UnreadableValues;
  readonly outOfView: FieldsOutOfView;
  readonly admission: AdmissionChain;
  readonly options: ApiServerOptions;
  readonly clock: Clock;
  readonly identifiers: Identifiers;
  readonly logger: Logger;
}

/** Finds the instance of a class that a declaration names as one of its hooks. */
export type ResolveHook = <T>(hook: HookClass<T>) => T;

/** The store that objects of a kind are in, and what caches it: the server's, or those of the kind's backend. */
export interface StoragePlace {
  readonly storage: Storage;
  readonly watchCache: WatchCache;
}

/** Where the objects of a kind are: a replaced declaration takes it over from the one before. */
export interface KindStorage extends StoragePlace {
  readonly serves: 'objects';
  readonly store: Store;
  /** The store handle of plugins and controllers: the same for every declaration of the kind. */
  readonly handle: CachedResourceStore;
  /** The codec that prepares the entries of the cache. */
  readonly ingesting: { codec: ObjectCodec };
}

/** The content of the resources of all versions of a kind. */
export type KindContent = KindStorage | Exclude<ResourceContent, { serves: 'objects' }>;

/** Makes what the resources of kinds consist of: stores with their caches and codecs, views and operations. */
export class KindContents {
  private readonly ofBackends = new Set<WatchCache>();
  private readonly fieldSets = new SharedFields();
  private readonly labelSets = new SharedLabels();

  constructor(private readonly parts: KindInstallerParts) {}

  /** Returns the content of a kind's resources; what it registers is taken back by `forget`. */
  of(kind: ResolvedKind, resolve: ResolveHook): KindContent {
    const { source, review } = kind.definition;
    if (source) return { serves: 'view', computed: new ComputedStore(kind, resolve<ObjectSource>(source)) };
    if (review) return { serves: 'operation', review: this.makeReview(kind, resolve<ReviewHandler>(review)) };
    return this.makeStorage(kind, resolve);
  }

  /** Ends the cache of a kind; that of a backend with all that it follows. */
  forget({ keyPrefix }: ResolvedKind, { watchCache }: StoragePlace): void {
    if (watchCache === this.parts.watchCache) watchCache.unregister(keyPrefix);
    else if (this.ofBackends.delete(watchCache)) watchCache.close();
  }

  /** Stops following the backends of kinds. */
  close(): void {
    for (const watchCache of this.ofBackends) watchCache.close();
  }

  /** Returns the codec of a kind's objects. */
  codecOf(kind: ResolvedKind): ObjectCodec {
    const { fieldSets, labelSets } = this;
    const { transformers, unreadable, outOfView } = this.parts;
    const { groupResource, storage, definition } = kind;
    const onUnreadable = (key: string, why: string): void => unreadable.report(groupResource, key, why);
    const onOutOfView = (field: string): void => outOfView.count(groupResource, field);
    // A backend gets objects, whatever form the server's store keeps them in.
    if (definition.backend) return new ObjectCodec(kind, { onUnreadable, fieldSets, labelSets });
    return new ObjectCodec(kind, {
      onUnreadable,
      onOutOfView,
      fieldSets,
      labelSets,
      transformer: transformers.of({
        ...groupResource,
        gvk: storage.gvk,
        shape: storage.type,
        versions: storedVersionsOf(kind),
      }),
    });
  }

  private makeReview(kind: ResolvedKind, handler: ReviewHandler): ReviewOperation {
    const { admission, options, clock } = this.parts;
    const isEnabled = (gate: string): boolean => options.features.enabled(gate);
    return new ReviewOperation({ kind, handler, admission, isEnabled, now: () => new Date(clock.now()) });
  }

  private makeStorage(kind: ResolvedKind, resolve: ResolveHook): KindStorage {
    const ingesting = { codec: this.codecOf(kind) };
    const strategy = strategyOf(kind, resolve);
    const { storage, watchCache } = this.placeOf(kind, resolve);
    const cache = watchCache.register(kind.keyPrefix, ingestOf(ingesting), { meter: this.meterOf(kind), storage });
    const store = this.storeOf(kind, { strategy, cache, codec: ingesting.codec, storage });
    return { serves: 'objects', store, handle: new CachedResourceStore(store), ingesting, storage, watchCache };
  }

  private placeOf(
    { definition: { backend }, keyPrefix, groupResource, place }: ResolvedKind,
    resolve: ResolveHook,
  ): StoragePlace {
    const { storage: stores, watchCache: shared } = this.parts;
    if (!backend) return { storage: stores.storeOf(groupResource), watchCache: shared };
    const storage = new BackendStorage(new CheckedBackend(resolve<ResourceBackend>(backend), place), keyPrefix);
    const watchCache = new WatchCache(storage, { root: keyPrefix, logger: this.parts.logger });
    watchCache.keepDense();
    this.ofBackends.add(watchCache);
    return { storage, watchCache };
  }

  private meterOf({ keyPrefix, groupResource }: ResolvedKind): ReturnType<StorageMetrics['of']> {
    return this.parts.storageMetrics.of(keyPrefix, formatGroupResource(groupResource));
  }

  /** Returns the store of a kind over a cache and its codec. */
  storeOf(
    kind: ResolvedKind,
    { storage, ...parts }: Pick<StoreParts<ApiObject>, 'strategy' | 'cache' | 'codec' | 'storage'>,
  ): Store {
    const { admission, options, clock, identifiers, logger } = this.parts;
    const { features } = options;
    return new Store({
      kind,
      storage: new MeasuredStorage(storage, this.meterOf(kind)),
      ...parts,
      admission,
      isEnabled: (gate) => features.enabled(gate),
      release: options.api.emulatedRelease,
      warnsWithoutEffect: options.api.warnWithoutEffect,
      refusesPrivileged: !options.admission.allowPrivileged,
      now: () => new Date(clock.now()),
      identifiers,
      report: (error) => logger.error('a side effect of a write could not be settled', { error }),
      maxObjectBytes: options.storage.maxObjectBytes,
    });
  }
}

/** Returns what prepares entries of the cache by the codec of the day: a replaced declaration has another. */
export function ingestOf(ingesting: KindStorage['ingesting']): Ingest {
  return (value) => ingesting.codec.ingest(value);
}

/** Returns the strategy of a kind, whose results are checked. */
export function strategyOf({ definition, place }: ResolvedKind, resolve: ResolveHook): Strategy {
  const { strategy = {} } = definition;
  const hooks = typeof strategy === 'function' ? resolve<Strategy>(strategy) : strategy;
  return guardHooks(hooks, STRATEGY_RESULTS, { where: place, declared: definition });
}
