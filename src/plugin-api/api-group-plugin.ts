import { Module } from '@nestjs/common';
import { type GroupResource, compareVersionPriority } from '../apimachinery/index.js';
import { type KindSource, type ResourceKind, declareResource } from '../client/index.js';
import type { KindDefinition, KindVersion } from '../registry/index.js';
import type { PluginFeatureGates } from '../options/index.js';
import { callSite, noteSite, refuseStandardDecorators } from '../schema/index.js';
import { CONTRIBUTION_POINTS, type ContributedClasses } from './contributions.js';
import { type ModuleParts, type ModuleProvider, exportedClasses } from './module-parts.js';
import type { PluginPage } from './plugin-pages.js';
import type { PluginRoles } from './plugin-roles.js';

/**
 * The declaration of `@ApiGroupPlugin`: one API group, its versions and kinds, its other contributions, and the Nest
 * providers they need.
 *
 * @public
 * @example
 * const options: ApiGroupPluginOptions = { group: 'harbor.example.com', versions: ['v1'], kinds: [berthKind] };
 */
export interface ApiGroupPluginOptions extends ModuleParts, ContributedClasses {
  /** Group name, `''` for the core group. */
  readonly group: string;
  /**
   * Versions in the order discovery shows them; the first is preferred. Those of the kinds when not given, in the order of
   * Kubernetes: v2, v1, v1beta1, v1alpha1.
   */
  readonly versions?: readonly string[];
  // Kinds of different shapes stand in one list; each is typed by defineKind.
  readonly kinds: readonly KindDefinition<never>[];
  /** Versions of this group that kinds of other plugins have: the same stored objects, found under another group. */
  readonly versionsOf?: readonly VersionsOfKind[];
  /**
   * Kinds of other groups that the plugin reads, each by its resource, by its class, or by a constant that `binnacle types` wrote. In
   * an extension server their objects are the cluster's, found through `Stores` and read-only; any other server has these
   * kinds itself, and takes no notice.
   */
  readonly clusterKinds?: readonly (ClusterKind | ClusterResource | KindSource<never>)[];
  /**
   * The rights of users by the roles `view`, `edit` and `admin`, and further roles. They are stored when the plugin is
   * installed, and completed at every start; an administrator's additions stay. `binnacle manifests` writes them for an
   * extension server.
   */
  readonly roles?: PluginRoles;
  /**
   * The class of the plugin's options, whose members are flags of the server (`@Flag`). Its instance with the values is
   * injected by the class, anywhere in the plugin.
   */
  readonly options?: new () => object;
  /** Begins the names of its flags; the first label of the group when not given. */
  readonly flagPrefix?: string;
  /** Feature gates by name. They are set by `--feature-gates` as the server's own, and asked by `FeatureGates`. */
  readonly featureGates?: PluginFeatureGates;
  /** Pages below the plugin's routes that the console links to. */
  readonly pages?: readonly PluginPage[];
  /** Where the group stands in discovery; higher first. Third-party groups come after the built-in ones. */
  readonly priority?: number;
}

/**
 * Versions that a plugin adds to a kind of another one.
 *
 * @public
 * @example
 * const versions: VersionsOfKind = {
 *   of: { group: 'harbor.example.com', resource: 'berths' },
 *   versions: [{ name: 'v2', type: Berth, conversion: sameShape }],
 * };
 */
export interface VersionsOfKind {
  readonly of: GroupResource;
  /** In the plugin's group unless they name another one. */
  readonly versions: readonly KindVersion[];
}

/**
 * A kind of the cluster that an extension server belongs to.
 *
 * @public
 * @example
 * const nameOf = ({ group, definition }: ClusterKind) => `${definition.plural}.${group}`;
 */
export interface ClusterKind {
  readonly group: string;
  // As with kinds, definitions of different shapes stand in one list.
  readonly definition: KindDefinition<never>;
  /** The feature gate without which it is not read. */
  readonly featureGate?: string;
}

/**
 * A resource of the cluster that an extension server belongs to. Its version, kind and scope are those of the cluster's discovery,
 * unless they are given too, as in a constant that `binnacle types` wrote.
 *
 * @public
 * @example
 * const deployments: ClusterResource = { group: 'apps', resource: 'deployments' };
 */
export interface ClusterResource extends GroupResource, Partial<Pick<ResourceKind, 'version' | 'kind' | 'scope'>> {
  /** The feature gate without which it is not read. */
  readonly featureGate?: string;
}

const PLUGIN = Symbol.for('binnacle.plugin');
const PARTS = Symbol.for('binnacle.pluginModuleParts');
const GIVEN = Symbol.for('binnacle.pluginOptions');
const LIBRARY = Symbol.for('binnacle.library');

/** Distinguishes this copy of the library from others in the process. */
const THIS_COPY = Symbol('binnacle');

/** The members of Nest's `@Module`, as its metadata name them. */
const MODULE_PARTS = ['imports', 'controllers', 'providers', 'exports'] as const;

type ModulePart = (typeof MODULE_PARTS)[number];

/** The parts of a plugin's module that its declaration has set, and those that were there before. */
interface DeclaredParts {
  readonly before: readonly ModulePart[];
  readonly parts: Readonly<Partial<Record<ModulePart, unknown>>>;
}

/**
 * Declares a class as a plugin: a Nest module that adds one API group. Strategies and handlers named by its kinds, and
 * everything it contributes, are instantiated by Nest inside this module, so they may inject the module's providers and
 * everything the server offers to plugins. Those that an imported module exports are that module's.
 *
 * @public
 * @example
 * @ApiGroupPlugin({ group: 'harbor.example.com', versions: ['v1'], kinds: [berthKind] })
 * class HarborPlugin {}
 */
export function ApiGroupPlugin(options: ApiGroupPluginOptions): ClassDecorator {
  const site = callSite(ApiGroupPlugin);
  checkKinds(options.kinds);
  const {
    group,
    kinds,
    versions = versionNames(group, kinds),
    versionsOf = [],
    clusterKinds = [],
    roles,
    priority,
  } = options;
  const { imports, exports, providers = [], flagPrefix, featureGates, pages } = options;
  const contributed = Object.fromEntries(CONTRIBUTION_POINTS.map((point) => [point, options[point] ?? []]));
  return (target, ...context: unknown[]) => {
    refuseStandardDecorators('@ApiGroupPlugin', context[0]);
    noteSite(target, site);
    const ofVersions = [...kinds, ...entriesOf(versionsOf)].flatMap(listedVersions).flatMap(handlerClasses);
    const others = Object.values(contributed).flat() as ModuleProvider[];
    const imported = exportedClasses(imports);
    const hooks = [...kinds.flatMap(hookClasses), ...ofVersions, ...others].filter((hook) => !imported.has(hook));
    const before = MODULE_PARTS.filter((part) => listOf(target, part).length > 0);
    const parts = { imports, exports, providers: [...providers, ...new Set(hooks)] };
    Module(parts as Parameters<typeof Module>[0])(target);
    for (const kind of kinds) declareClasses(group, kind);
    Object.defineProperty(target, PLUGIN, {
      value: {
        group,
        versions,
        kinds,
        versionsOf,
        clusterKinds,
        roles,
        priority,
        options: options.options,
        flagPrefix,
        featureGates,
        pages,
        ...contributed,
        [LIBRARY]: THIS_COPY,
        [PARTS]: { before, parts },
        [GIVEN]: options,
      },
    });
  };
}

/** Without them nothing can be made of a declaration. */
function checkKinds(kinds: unknown): void {
  if (!Array.isArray(kinds))
    throw new TypeError('@ApiGroupPlugin: kinds is no list; give one, [] where there are none');
  const index = kinds.findIndex((kind) => typeof kind !== 'object' || kind === null);
  if (index < 0) return;
  throw new TypeError(
    `@ApiGroupPlugin: kinds[${index}] is ${String(kinds[index])}; expected what defineKind returns (files that import each other in a circle have none yet)`,
  );
}

/**
 * The part of a plugin class that the plugin host reads.
 *
 * @internal
 * @example
 * const groupOf = (declaration: ApiGroupDeclaration) => declaration.group;
 */
export type ApiGroupDeclaration = Pick<Required<ApiGroupPluginOptions>, 'versions'> &
  Pick<
    ApiGroupPluginOptions,
    | 'group'
    | 'kinds'
    | 'versionsOf'
    | 'clusterKinds'
    | 'roles'
    | 'priority'
    | 'options'
    | 'flagPrefix'
    | 'featureGates'
    | 'pages'
  > &
  ContributedClasses;

/**
 * Returns the declaration of a plugin class; undefined for any other value.
 *
 * @internal
 * @example
 * const group = declarationOf(class HarborPlugin {})?.group;
 */
export function declarationOf(plugin: unknown): ApiGroupDeclaration | undefined {
  if (typeof plugin !== 'function') return undefined;
  return (plugin as unknown as Record<symbol, ApiGroupDeclaration | undefined>)[PLUGIN];
}

/**
 * Returns the options of `@ApiGroupPlugin` that a declaration was made from, members that it does not know among
 * them; the declaration itself where it was made otherwise.
 *
 * @internal
 * @example
 * const members = Object.keys(optionsOfDeclaration({ group: 'harbor.example.com', versions: ['v1'], kinds: [] }));
 */
export function optionsOfDeclaration(declaration: ApiGroupDeclaration): object {
  return (declaration as { readonly [GIVEN]?: object })[GIVEN] ?? declaration;
}

/**
 * Reports whether a plugin was declared by another copy of this library than the running server's: its errors and ports
 * are other classes than the server's, and nothing it injects would be found.
 *
 * @internal
 * @example
 * if (isOfAnotherCopy(class HarborPlugin {})) logger.error('the plugin has its own copy of the plugin API');
 */
export function isOfAnotherCopy(plugin: unknown): boolean {
  const declaration = declarationOf(plugin) as Record<symbol, unknown> | undefined;
  return declaration !== undefined && declaration[LIBRARY] !== THIS_COPY;
}

/**
 * Returns the members of Nest's `@Module` that a plugin class, or one it extends, has beside its declaration: one
 * decorator overwrites what the other has set, and routes of controllers would be unclaimed.
 *
 * @internal
 * @example
 * const lost = overwrittenModuleParts(class HarborPlugin {});
 */
export function overwrittenModuleParts(plugin: object): string[] {
  const declared = (declarationOf(plugin) as { readonly [PARTS]?: DeclaredParts } | undefined)?.[PARTS];
  if (!declared) return [];
  const isForeign = (part: ModulePart): boolean =>
    listOf(plugin, part).length > 0 && Reflect.getMetadata(part, plugin) !== declared.parts[part];
  return MODULE_PARTS.filter((part) => declared.before.includes(part) || isForeign(part));
}

function listOf(target: object, part: ModulePart): readonly unknown[] {
  return (Reflect.getMetadata(part, target) as readonly unknown[] | undefined) ?? [];
}

function versionNames(group: string, kinds: readonly KindDefinition<never>[]): string[] {
  const own = kinds.flatMap(listedVersions).filter((version) => (version.group ?? group) === group);
  return [...new Set(own.map(({ name }) => name))]
    .filter((name) => typeof name === 'string')
    .sort(compareVersionPriority);
}

function listedVersions({ versions }: Pick<KindDefinition<never>, 'versions'>): readonly KindVersion[] {
  return entriesOf(versions);
}

/** The objects of a list; anything else in its place is reported when the plugin is installed, with all other mistakes. */
function entriesOf<T extends object>(list: readonly T[]): readonly T[] {
  const entries: readonly (T | null | undefined)[] = Array.isArray(list) ? list : [];
  return entries.filter((each) => typeof each === 'object' && each !== null);
}

/** Registers the classes of a kind's versions for clients; that of the storage version first. */
function declareClasses(pluginGroup: string, definition: KindDefinition<never>): void {
  const { kind, plural: resource, namespaced, storageVersion } = definition;
  const versions = listedVersions(definition);
  if (typeof storageVersion !== 'string') return;
  const scope = namespaced ? 'Namespaced' : 'Cluster';
  const isStored = ({ name }: KindVersion): boolean => name === storageVersion.split('/').at(-1);
  const ordered = [...versions.filter(isStored), ...versions.filter((version) => !isStored(version))];
  for (const { name: version, type, group = pluginGroup, served, examples } of ordered) {
    if (typeof type === 'function' && served !== false) {
      declareResource(type, { group, version, kind, resource, scope, ...(examples && { examples }) });
    }
  }
}

function hookClasses(kind: KindDefinition<never>): ModuleProvider[] {
  const hooks: unknown[] = [kind.strategy, kind.review, kind.source, kind.backend];
  return [...hooks.filter((h): h is new () => object => typeof h === 'function'), ...handlerClasses(kind)];
}

function handlerClasses({
  subresources = [],
  connections = [],
}: Pick<KindVersion, 'subresources' | 'connections'>): (new () => object)[] {
  const handlers: unknown[] = [
    ...entriesOf(subresources).map(({ handler }) => handler),
    ...entriesOf(connections).map(({ connector }) => connector),
  ];
  return handlers as (new () => object)[];
}
