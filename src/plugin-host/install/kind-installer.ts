import type { OnApplicationShutdown } from '@nestjs/common';
import type { Clock, Logger } from '../../observability/index.js';
import type { AdmissionChain } from '../../admission/index.js';
import { type ApiObject, formatGroupResource, type GroupResource } from '../../apimachinery/index.js';
import type { ApiServerOptions } from '../../options/index.js';
import { SharedFields } from '../../patch/index.js';
import {
  ComputedStore,
  type HookClass,
  type Identifiers,
  type KindDefinition,
  type KindVersion,
  ObjectCodec,
  type ObjectSource,
  ResolvedKind,
  type ResolvedVersion,
  CachedResourceStore,
  type ResourceBackend,
  type ReviewHandler,
  ReviewOperation,
  STRATEGY_RESULTS,
  Store,
  type StoreParts,
  type Strategy,
  type SubresourceDefinition,
  deprecationWarning,
  existsIn,
  isIntroduced,
  guardHooks,
  storedVersionsOf,
  SharedLabels,
} from '../../registry/index.js';
import {
  type FieldsOutOfView,
  type Ingest,
  MeasuredStorage,
  type ResourceCache,
  type Storage,
  type StorageMetrics,
  type UnreadableValues,
  type ValueTransformers,
  WatchCache,
} from '../../storage/index.js';
import { BackendStorage } from './backend/backend-storage.js';
import { PluginError } from '../mistakes/index.js';
import { UndoStack } from './undo-stack.js';
import {
  type Catalogue,
  type ResourceContent,
  serveContent,
  type ServedResource,
  type ServedResourceParts,
} from '../catalogue/index.js';

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

/** A kind that is to be served. */
export interface KindOrder {
  /** Name of the plugin that declares it. */
  readonly plugin: string;
  readonly group: string;
  readonly definition: KindDefinition;
  /** Place of the group in discovery where it is new; higher first. */
  readonly priority?: number;
  readonly resolve: ResolveHook;
}

/** The store that objects of a kind are in, and what caches it: the server's, or those of the kind's backend. */
interface StoragePlace {
  readonly storage: Storage;
  readonly watchCache: WatchCache;
}

/** Where the objects of a kind are: a replaced declaration takes it over from the one before. */
interface KindStorage extends StoragePlace {
  readonly serves: 'objects';
  readonly store: Store;
  /** The store handle of plugins and controllers: the same for every declaration of the kind. */
  readonly handle: CachedResourceStore;
  /** The codec that prepares the entries of the cache. */
  readonly ingesting: { codec: ObjectCodec };
}

/** The content of the resources of all versions of a kind. */
type KindContent = KindStorage | Exclude<ResourceContent, { serves: 'objects' }>;

/** A kind with its store and all that is served of it. */
export interface InstalledKind {
  readonly kind: ResolvedKind;
  readonly content: KindContent;
  readonly resources: Set<ServedResource>;
  readonly priority: number | undefined;
  /** The number of declarations the kind has had before this one. */
  readonly generation: number;
}

/** Makes the store of a kind and puts its served versions into the catalogue, and takes them out again. */
export class KindInstaller implements OnApplicationShutdown {
  private readonly ofBackends = new Set<WatchCache>();
  private readonly fieldSets = new SharedFields();
  private readonly labelSets = new SharedLabels();

  constructor(private readonly parts: KindInstallerParts) {}

  /** Installs a kind in all versions that are served as the options say. */
  install(order: KindOrder, generation = 0): InstalledKind {
    const kind = this.resolve(order);
    const undo = new UndoStack((step, error) => {
      this.parts.logger.error('a step of installing a kind could not be undone', { kind: kind.place, step, error });
    });
    return undo.attempt(() => {
      const content = this.contentOf(kind, order);
      if (content.serves === 'objects') undo.push('cache', () => this.forget(kind, content));
      const installed = installedOf({ kind, content, generation }, order);
      const resources = this.resourcesOf(installed, order);
      if (content.serves === 'objects') this.addStore(content.handle, undo);
      for (const resource of resources) {
        this.serve(installed, resource);
        undo.push('resource', () => this.parts.catalogue.remove(resource));
      }
      return installed;
    });
  }

  /**
   * Installs a kind in place of one of the same group and plural. Where both are stored in one place the cache and the
   * watches continue, and versions change in one go; else the old one is uninstalled first. Rejects as the store does, with
   * everything as it was.
   */
  async replace(old: InstalledKind, order: KindOrder): Promise<InstalledKind> {
    const kind = this.resolve(order);
    const generation = old.generation + 1;
    if (old.content.serves !== 'objects' || !isSamePlace(old.kind, kind)) {
      this.findHooks(kind, order);
      this.uninstall(old);
      return this.install(order, generation);
    }
    const { store, ingesting, watchCache } = old.content;
    const codec = this.makeCodec(kind);
    const taken = { ...old.content, kind, generation, codec };
    if (isSameForm(old.kind, kind) && !store.cache.hasUnreadable) {
      const next = this.prepareTakeover(old, { ...taken, cache: store.cache, ingesting }, order);
      next.use();
      return next.installed;
    }
    let next: Takeover | undefined;
    const fresh = { codec };
    const reading = { isOver: store.cache.hasUnreadable };
    const ingest = keepingReadable(ingestOf(fresh), { old: old.kind, next: kind, reading });
    await watchCache.replace(kind.keyPrefix, ingest, (cache) => {
      next = this.prepareTakeover(old, { ...taken, cache, ingesting: fresh }, order);
      return () => {
        reading.isOver = true;
        next!.use();
      };
    });
    return next!.installed;
  }

  /** Returns the group and resource whose objects are stored where those of a kind would be; undefined if there are none. */
  occupantOf(group: string, definition: KindDefinition): GroupResource | undefined {
    const { keyPrefix } = new ResolvedKind(group, definition);
    if (!this.parts.watchCache.find(keyPrefix)) return undefined;
    return this.parts.catalogue.all().find(({ kind }) => kind.keyPrefix === keyPrefix)?.kind.groupResource;
  }

  /** Serves a kind that is installed in one more version. Returns how to take it away again. */
  installVersion(installed: InstalledKind, declaration: KindVersion, resolve: ResolveHook): () => void {
    const { kind, resources } = installed;
    const version = kind.addVersion(declaration);
    const resource = version.isServed ? this.resourceOf(installed, version, resolve) : undefined;
    if (resource) this.serve(installed, resource);
    return () => {
      if (resource && resources.delete(resource)) this.parts.catalogue.remove(resource);
      kind.removeVersion(version);
    };
  }

  /** Takes a kind away: its resources are unknown from now on, its watches end. What is stored stays stored. */
  uninstall({ kind, content, resources }: InstalledKind): void {
    const { catalogue } = this.parts;
    for (const resource of resources) catalogue.remove(resource);
    resources.clear();
    if (content.serves !== 'objects') return;
    catalogue.removeStore(content.handle);
    this.forget(kind, content);
  }

  private resolve({ group, definition, plugin }: KindOrder): ResolvedKind {
    return new ResolvedKind(group, definition, { plugin, release: this.parts.options.api.emulatedRelease });
  }

  /** Ends the cache of a kind; that of a backend with all that it follows. */
  private forget({ keyPrefix }: ResolvedKind, { watchCache }: StoragePlace): void {
    if (watchCache === this.parts.watchCache) watchCache.unregister(keyPrefix);
    else if (this.ofBackends.delete(watchCache)) watchCache.close();
  }

  /** Stops following the backends of kinds. */
  onApplicationShutdown(): void {
    for (const watchCache of this.ofBackends) watchCache.close();
  }

  private addStore(handle: CachedResourceStore, undo: UndoStack): void {
    const { catalogue } = this.parts;
    catalogue.addStore(handle);
    undo.push('store', () => catalogue.removeStore(handle));
  }

  private contentOf(kind: ResolvedKind, { definition: { source, review }, resolve }: KindOrder): KindContent {
    if (source) return { serves: 'view', computed: new ComputedStore(kind, resolve<ObjectSource>(source)) };
    if (review) return { serves: 'operation', review: this.makeReview(kind, resolve<ReviewHandler>(review)) };
    return this.makeStorage(kind, resolve);
  }

  /** Finds every hook of a kind, so that one that lacks a hook replaces no other. Throws what finding it throws. */
  private findHooks(kind: ResolvedKind, { definition: { source, review }, resolve }: KindOrder): void {
    if (source) resolve(source);
    else if (review) resolve(review);
    else strategyOf(kind, resolve);
    for (const { subresources, connections } of kind
      .servedVersions()
      .filter((version) => this.isServed(kind, version))) {
      for (const each of subresources) if (this.hasSubresource(each)) resolve(each.handler);
      for (const each of connections) if (this.hasSubresource(each)) resolve(each.connector);
    }
  }

  /** Makes a kind that takes over the objects of another; `use` puts it in its place, and cannot fail. */
  private prepareTakeover(
    old: InstalledKind,
    { kind, generation, cache, handle, ingesting, codec, storage, watchCache }: TakenOver,
    order: KindOrder,
  ): Takeover {
    const { catalogue } = this.parts;
    const store = this.makeStore(kind, { strategy: strategyOf(kind, order.resolve), cache, codec, storage });
    const content = { serves: 'objects', store, handle, ingesting, storage, watchCache } as const;
    const installed = installedOf({ kind, content, generation }, order);
    const resources = this.resourcesOf(installed, order);
    const use = (): void => {
      ingesting.codec = codec;
      handle.adopt(store);
      for (const resource of resources) this.serve(installed, resource);
      const served = new Set(resources.map(({ version }) => version.apiVersion));
      for (const resource of old.resources) if (!served.has(resource.version.apiVersion)) catalogue.remove(resource);
      old.resources.clear();
      catalogue.changeStore(handle);
    };
    return { installed, use };
  }

  private serve({ kind, resources, priority }: InstalledKind, resource: ServedResource): void {
    resources.add(resource);
    this.parts.catalogue.add(resource, resource.gvr.group === kind.group ? priority : undefined);
  }

  private resourcesOf(installed: InstalledKind, { resolve }: KindOrder): ServedResource[] {
    const made = installed.kind.servedVersions().map((version) => this.resourceOf(installed, version, resolve));
    return made.filter((resource) => resource !== undefined);
  }

  /** Returns the served resource of a version; undefined if the options disable it. */
  private resourceOf(
    { kind, content, generation }: InstalledKind,
    version: ResolvedVersion,
    resolve: ResolveHook,
  ): ServedResource | undefined {
    const { emulatedRelease } = this.parts.options.api;
    if (!this.isServed(kind, version)) {
      kind.withhold(version);
      return undefined;
    }
    const parts: ServedResourceParts = {
      gvr: version.gvr,
      kind,
      version,
      generation,
      deprecation: deprecationWarning(version, emulatedRelease),
      hasSubresource: (subresource) => this.hasSubresource(subresource),
      handlerOf: ({ handler }) => resolve(handler),
      connectorOf: ({ connector }) => resolve(connector),
    };
    return serveContent(parts, content);
  }

  private isServed(kind: ResolvedKind, version: ResolvedVersion): boolean {
    return existsIn(version, this.parts.options.api.emulatedRelease) && this.isSwitchedOn(kind, version);
  }

  private hasSubresource({
    introduced,
    featureGate,
  }: Pick<SubresourceDefinition, 'introduced' | 'featureGate'>): boolean {
    const { api, features } = this.parts.options;
    if (!isIntroduced(introduced, api.emulatedRelease)) return false;
    return featureGate === undefined || features.enabled(featureGate);
  }

  private isSwitchedOn({ definition }: ResolvedKind, version: ResolvedVersion): boolean {
    const { features, runtimeConfig } = this.parts.options;
    const { group, name, isOnByDefault, declaration } = version;
    if (declaration.featureGate !== undefined && !features.enabled(declaration.featureGate)) return false;
    return runtimeConfig.servesResource(definition.plural, { group, version: name, isOnByDefault });
  }

  private makeCodec(kind: ResolvedKind): ObjectCodec {
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
    const ingesting = { codec: this.makeCodec(kind) };
    const strategy = strategyOf(kind, resolve);
    const { storage, watchCache } = this.placeOf(kind, resolve);
    const cache = watchCache.register(kind.keyPrefix, ingestOf(ingesting), { meter: this.meterOf(kind), storage });
    const store = this.makeStore(kind, { strategy, cache, codec: ingesting.codec, storage });
    return { serves: 'objects', store, handle: new CachedResourceStore(store), ingesting, storage, watchCache };
  }

  private placeOf(
    { definition: { backend }, keyPrefix, groupResource }: ResolvedKind,
    resolve: ResolveHook,
  ): StoragePlace {
    const { storage: stores, watchCache: shared } = this.parts;
    if (!backend) return { storage: stores.storeOf(groupResource), watchCache: shared };
    const storage = new BackendStorage(resolve<ResourceBackend>(backend), keyPrefix);
    const watchCache = new WatchCache(storage, { root: keyPrefix, logger: this.parts.logger });
    watchCache.keepDense();
    this.ofBackends.add(watchCache);
    return { storage, watchCache };
  }

  private meterOf({ keyPrefix, groupResource }: ResolvedKind): ReturnType<StorageMetrics['of']> {
    return this.parts.storageMetrics.of(keyPrefix, formatGroupResource(groupResource));
  }

  private makeStore(
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

/** The parts that a kind takes over from another one with the same objects. */
interface TakenOver
  extends Pick<InstalledKind, 'kind' | 'generation'>, Pick<KindStorage, 'handle' | 'ingesting' | keyof StoragePlace> {
  readonly cache: ResourceCache;
  readonly codec: ObjectCodec;
}

/** A kind that is ready to take over from another. */
interface Takeover {
  readonly installed: InstalledKind;
  readonly use: () => void;
}

function installedOf(
  parts: Pick<InstalledKind, 'kind' | 'content' | 'generation'>,
  { priority }: KindOrder,
): InstalledKind {
  return { ...parts, resources: new Set<ServedResource>(), priority };
}

function ingestOf(ingesting: KindStorage['ingesting']): Ingest {
  return (value) => ingesting.codec.ingest(value);
}

/** The kinds of a replacement, while what is stored is read once more. */
interface Rereading {
  readonly old: ResolvedKind;
  readonly next: ResolvedKind;
  readonly reading: { readonly isOver: boolean };
}

/**
 * Returns the same, which throws PluginError while it is read for a stored object that the former kind could read. Kinds whose shapes
 * come at run time check their versions themselves.
 */
function keepingReadable(ingest: Ingest, { old, next, reading }: Rereading): Ingest {
  if (!('layout' in next.storage.type.published)) return ingest;
  return (value) => {
    const entry = ingest(value);
    if (entry.unreadable !== undefined && !reading.isOver) refuseLoss(old, next);
    return entry;
  };
}

function refuseLoss(old: ResolvedKind, next: ResolvedKind): never {
  const lost = [...old.versions.values()].filter(({ apiVersion }) => !next.versions.has(apiVersion));
  const fix =
    lost.length === 0
      ? 'give the version another name and a conversion from the stored one'
      : `keep ${lost.map(({ name }) => name).join(', ')} with served: false until they have been written again`;
  throw new PluginError([`${next.place}: objects are stored that could not be read any more; ${fix}`]);
}

/** Reports whether the objects of two kinds are found under the same keys. */
function isSamePlace(old: ResolvedKind, next: ResolvedKind): boolean {
  if (old.definition.backend || next.definition.backend) return false;
  return next.isStored && old.keyPrefix === next.keyPrefix && old.isNamespaced === next.isNamespaced;
}

/** Reports whether the cached entries of one kind are those another would have. */
function isSameForm(old: ResolvedKind, next: ResolvedKind): boolean {
  if (old.storage.apiVersion !== next.storage.apiVersion || old.storage.type !== next.storage.type) return false;
  const names = Object.keys(next.selectors);
  if (names.length !== Object.keys(old.selectors).length) return false;
  if (old.conversionMayWait !== next.conversionMayWait) return false;
  return old.kind === next.kind && names.every((name) => old.selectors[name] === next.selectors[name]);
}

function strategyOf({ definition, place }: ResolvedKind, resolve: ResolveHook): Strategy {
  const { strategy = {} } = definition;
  const hooks = typeof strategy === 'function' ? resolve<Strategy>(strategy) : strategy;
  return guardHooks(hooks, STRATEGY_RESULTS, { where: place, declared: definition });
}
