import type { Clock, Logger } from '../observability/index.js';
import type { AdmissionChain } from '../admission/index.js';
import type { ApiServerOptions } from '../options/index.js';
import {
  ComputedStore,
  type HookClass,
  type KindDefinition,
  type KindVersion,
  ObjectCodec,
  type ObjectSource,
  ResolvedKind,
  type ResolvedVersion,
  CachedResourceStore,
  type ReviewHandler,
  ReviewOperation,
  STRATEGY_HOOKS,
  Store,
  type Strategy,
  type SubresourceDefinition,
  deprecationWarning,
  existsIn,
  isIntroduced,
  namingFailures,
} from '../registry/index.js';
import type { Storage, UnreadableValues, ValueTransformers, WatchCache } from '../storage/index.js';
import type { Catalogue } from './catalogue.js';
import { ServedResource, type ServedResourceParts } from './served-resource.js';

/** What stores are built from. */
export interface KindInstallerParts {
  readonly catalogue: Catalogue;
  readonly storage: Storage;
  readonly watchCache: WatchCache;
  /** Chooses the form in which the values of each kind are stored. */
  readonly transformers: ValueTransformers;
  /** Is told of stored values that cannot be read. */
  readonly unreadable: UnreadableValues;
  readonly admission: AdmissionChain;
  readonly options: ApiServerOptions;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Finds the instance of a class that a declaration names as one of its hooks. */
export type ResolveHook = <T>(hook: HookClass<T>) => T;

/** A kind that is to be served. */
export interface KindOrder {
  /** Name of the plugin that brings it. */
  readonly plugin: string;
  readonly group: string;
  readonly definition: KindDefinition;
  /** Place of the group in discovery where it is new; higher first. */
  readonly priority?: number;
  readonly resolve: ResolveHook;
}

/** A kind with its store and all that is served of it. */
export interface InstalledKind {
  readonly kind: ResolvedKind;
  readonly store: Store | undefined;
  readonly resources: Set<ServedResource>;
  readonly priority: number | undefined;
  /** What the resources of all its versions share. */
  readonly shared: Pick<ServedResourceParts, 'computed' | 'review'>;
}

/** Makes the store of a kind and puts its served versions into the catalogue, and takes them out again. */
export class KindInstaller {
  constructor(private readonly parts: KindInstallerParts) {}

  /** Installs a kind in all versions that are served as the options say. */
  install({ plugin, group, definition, priority, resolve }: KindOrder): InstalledKind {
    const kind = new ResolvedKind(group, definition, plugin);
    const store = kind.isStored ? this.makeStore(kind, resolve) : undefined;
    const source = definition.source && resolve<ObjectSource>(definition.source);
    const shared = {
      computed: source && new ComputedStore(kind, source),
      review: definition.review && this.makeReview(kind, resolve<ReviewHandler>(definition.review)),
    };
    const installed = { kind, store, resources: new Set<ServedResource>(), priority, shared };
    for (const version of kind.servedVersions()) this.serve(installed, version, resolve);
    return installed;
  }

  /** Serves a kind that is installed in one more version. Answers how to take it away again. */
  installVersion(installed: InstalledKind, declaration: KindVersion, resolve: ResolveHook): () => void {
    const { kind, resources } = installed;
    const version = kind.addVersion(declaration);
    const resource = version.isServed ? this.serve(installed, version, resolve) : undefined;
    return () => {
      if (resource && resources.delete(resource)) this.parts.catalogue.remove(resource);
      kind.removeVersion(version);
    };
  }

  /** Takes a kind away: its resources are unknown from now on, its watches end. What is stored stays stored. */
  uninstall({ kind, store, resources }: InstalledKind): void {
    const { catalogue, watchCache } = this.parts;
    for (const resource of resources) catalogue.remove(resource);
    resources.clear();
    if (!store) return;
    const found = catalogue.find(kind.group, kind.definition.plural);
    if (found) catalogue.removeStore(found);
    watchCache.unregister(kind.keyPrefix);
  }

  private serve(
    { kind, store, shared, resources, priority }: InstalledKind,
    version: ResolvedVersion,
    resolve: ResolveHook,
  ): ServedResource | undefined {
    const { catalogue, options } = this.parts;
    const { emulatedRelease } = options.api;
    if (!existsIn(version, emulatedRelease) || !this.isSwitchedOn(kind, version)) {
      kind.withhold(version);
      return undefined;
    }
    const resource = new ServedResource({
      ...shared,
      gvr: { group: version.group, version: version.name, resource: kind.definition.plural },
      kind,
      version,
      store,
      deprecation: deprecationWarning(version, emulatedRelease),
      hasSubresource: (subresource) => this.hasSubresource(subresource),
      handlerOf: ({ handler }) => resolve(handler),
      connectorOf: ({ connector }) => resolve(connector),
    });
    resources.add(resource);
    catalogue.add(resource, version.group === kind.group ? priority : undefined);
    return resource;
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
    const { transformers, unreadable } = this.parts;
    const { groupResource } = kind;
    return new ObjectCodec(kind, {
      transformer: transformers.of(groupResource),
      onUnreadable: (key, why) => unreadable.report(groupResource, key, why),
    });
  }

  private makeReview(kind: ResolvedKind, handler: ReviewHandler): ReviewOperation {
    const { admission, options, clock } = this.parts;
    const isEnabled = (gate: string): boolean => options.features.enabled(gate);
    return new ReviewOperation({ kind, handler, admission, isEnabled, now: () => new Date(clock.now()) });
  }

  private makeStore(kind: ResolvedKind, resolve: ResolveHook): Store {
    const { storage, watchCache, admission, options, clock, catalogue, logger } = this.parts;
    const codec = this.makeCodec(kind);
    const cache = watchCache.register(kind.keyPrefix, codec.ingest);
    const { features } = options;
    const store = new Store({
      kind,
      strategy: strategyOf(kind, resolve),
      storage,
      cache,
      codec,
      admission,
      isEnabled: (gate) => features.enabled(gate),
      release: options.api.emulatedRelease,
      now: () => new Date(clock.now()),
      report: (error) => logger.error('a side effect of a write could not be settled', { error }),
      maxObjectBytes: options.storage.maxObjectBytes,
    });
    catalogue.addStore(new CachedResourceStore(store));
    return store;
  }
}

function strategyOf({ definition: { strategy = {} }, place }: ResolvedKind, resolve: ResolveHook): Strategy {
  const hooks = typeof strategy === 'function' ? resolve<Strategy>(strategy) : strategy;
  return namingFailures(hooks, STRATEGY_HOOKS, place);
}
