import { formatApiVersion } from '../apimachinery/index.js';
import { type AdmissionChain, type AdmissionPlugin } from '../admission/index.js';
import { type Clock } from '../observability/index.js';
import { type ApiServerOptions, minorOf, OptionsError } from '../options/index.js';
import { type ApiGroupDeclaration, type KindDefinition, type StartHook, declarationOf } from '../plugin-api/index.js';
import {
  ComputedStore,
  type Injectable,
  ObjectCodec,
  type ObjectSource,
  ResolvedKind,
  ResourceStore,
  type ReviewHandler,
  Store,
  type Strategy,
  type SubresourceDefinition,
  type SubresourceHandler,
} from '../registry/index.js';
import { toShape } from '../schema/index.js';
import type { Storage, WatchCache } from '../storage/index.js';
import type { Catalogue } from './catalogue.js';
import { checkDeclarations } from './check-declarations.js';
import { selectAdmission } from './select-admission.js';
import { ALL_VERBS, type ServedResource, type ServedSubresource } from './served-resource.js';

/** A plugin class: a Nest module decorated with `@ApiGroupPlugin`. */
export type PluginClass = new (...dependencies: never[]) => object;

/** Thrown when plugins are wrong; the message names every mistake, one a line. */
export class PluginError extends Error {
  constructor(readonly mistakes: readonly string[]) {
    super(`the plugins have mistakes:\n${mistakes.map((m) => `  - ${m}`).join('\n')}`);
    this.name = 'PluginError';
  }
}

/** Finds what Nest has made of a class inside a plugin's module. */
export type Resolve = <T>(plugin: PluginClass, hook: Injectable<T>) => T;

/** What the plugin host builds stores from. */
export interface PluginHostParts {
  readonly catalogue: Catalogue;
  readonly storage: Storage;
  readonly watchCache: WatchCache;
  readonly admission: AdmissionChain;
  readonly options: ApiServerOptions;
  readonly clock: Clock;
}

/** Reads the declarations of plugin classes and checks them all; throws PluginError with every mistake. */
export function readDeclarations(plugins: readonly PluginClass[]): Map<PluginClass, ApiGroupDeclaration> {
  const mistakes: string[] = [];
  const declarations = new Map<PluginClass, ApiGroupDeclaration>();
  for (const plugin of plugins) {
    const declaration = declarationOf(plugin);
    if (declaration) declarations.set(plugin, declaration);
    else mistakes.push(`${plugin.name}: is not decorated with @ApiGroupPlugin`);
  }
  const named = [...declarations].map(([plugin, declaration]) => ({ plugin: plugin.name, declaration }));
  mistakes.push(...checkDeclarations(named));
  if (mistakes.length > 0) throw new PluginError(mistakes);
  return declarations;
}

/** Installs plugins: makes the store of every kind and fills the catalogue with what is served. */
export class PluginHost {
  constructor(private readonly parts: PluginHostParts) {}

  /** Installs all plugins and answers their start hooks. `resolve` finds the instances Nest has made. */
  install(declarations: ReadonlyMap<PluginClass, ApiGroupDeclaration>, resolve: Resolve): StartHook[] {
    const ordered = [...declarations].sort(([, a], [, b]) => (b.priority ?? 0) - (a.priority ?? 0));
    const admission: AdmissionPlugin[] = [];
    const startHooks: StartHook[] = [];
    for (const [plugin, declaration] of ordered) {
      for (const kind of declaration.kinds) this.installKind(plugin, declaration, kind, resolve);
      for (const hook of declaration.admission ?? []) admission.push(resolve(plugin, hook));
      for (const hook of declaration.startHooks ?? []) startHooks.push(resolve(plugin, hook));
    }
    this.parts.admission.use(selectAdmission(admission, this.parts.options.admission));
    this.checkRuntimeConfig(ordered.map(([, declaration]) => declaration));
    return startHooks;
  }

  /** A version that is asked for must not be missing unnoticed. */
  private checkRuntimeConfig(declarations: readonly ApiGroupDeclaration[]): void {
    const faults = this.parts.options.runtimeConfig.namedVersions().flatMap(({ group, version }) => {
      const declared = declarations.find((declaration) => declaration.group === group);
      if (!declared) return [`unknown api groups ${group}`];
      if (declared.versions.includes(version)) return [];
      return [`group version ${formatApiVersion({ group, version })} that has not been registered`];
    });
    if (faults.length === 0) return;
    const groups = declarations.map((declaration) => declaration.group).filter((group) => group !== '');
    const remedy = `There are v1 and versions of ${groups.join(', ')}.`;
    throw new OptionsError(faults.map((message) => ({ option: '--runtime-config', message, remedy })));
  }

  private installKind(
    plugin: PluginClass,
    { group }: ApiGroupDeclaration,
    definition: KindDefinition<never>,
    resolve: Resolve,
  ): void {
    const kind = new ResolvedKind(group, definition as unknown as KindDefinition);
    const store = kind.isStored ? this.makeStore(plugin, kind, resolve) : undefined;
    const source = definition.source && resolve<ObjectSource>(plugin, definition.source);
    const computed = source && new ComputedStore(kind, source);
    const review = definition.review && resolve<ReviewHandler>(plugin, definition.review);
    const subresources = new Map((definition.subresources ?? []).map((s) => [s.name, serve(plugin, s, resolve)]));
    const { runtimeConfig, api } = this.parts.options;
    for (const version of kind.servedVersions()) {
      if (!isIntroduced(version.introduced, api.emulatedRelease)) continue;
      const gvr = { group, version: version.name, resource: definition.plural };
      const isOn = { group, version: version.name, isOnByDefault: version.isOnByDefault };
      if (!runtimeConfig.servesResource(definition.plural, isOn)) continue;
      const verbs = new Set(definition.verbs ?? defaultVerbs(kind));
      const resource: ServedResource = { gvr, kind, version, store, computed, review, subresources, verbs };
      this.parts.catalogue.add(resource);
    }
  }

  private makeStore(plugin: PluginClass, kind: ResolvedKind, resolve: Resolve): Store {
    const { storage, watchCache, admission, options, clock, catalogue } = this.parts;
    const codec = new ObjectCodec(kind);
    const cache = watchCache.register(kind.keyPrefix, codec.ingest);
    const { features } = options;
    const store = new Store({
      kind,
      strategy: strategyOf(plugin, kind, resolve),
      storage,
      cache,
      codec,
      admission,
      isEnabled: (gate) => features.enabled(gate),
      now: () => new Date(clock.now()),
    });
    catalogue.addStore(new ResourceStore(store));
    return store;
  }
}

function isIntroduced(since: string | undefined, release: string): boolean {
  return since === undefined || minorOf(since) <= minorOf(release);
}

function defaultVerbs({ isStored, definition }: ResolvedKind): readonly string[] {
  if (isStored) return ALL_VERBS;
  return definition.source ? ['get', 'list'] : ['create'];
}

function strategyOf(plugin: PluginClass, kind: ResolvedKind, resolve: Resolve): Strategy {
  const { strategy } = kind.definition;
  if (typeof strategy !== 'function') return strategy ?? {};
  return resolve<Strategy>(plugin, strategy);
}

function serve(plugin: PluginClass, definition: SubresourceDefinition, resolve: Resolve): ServedSubresource {
  return {
    definition,
    type: toShape(definition.type),
    handler: resolve<SubresourceHandler>(plugin, definition.handler),
  };
}
