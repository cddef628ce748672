import type { Logger } from '../../observability/index.js';
import { OptionsError, takeAll } from '../../options/index.js';
import {
  type ApiGroupDeclaration,
  type ContributedParts,
  type StartHook,
  type VersionsOfKind,
  declarationOf,
  rolesOf,
} from '../../plugin-api/index.js';
import type { HookClass, KindDefinition } from '../../registry/index.js';
import {
  checkContributed,
  checkHandlers,
  checkTypeNames,
  findRuntimeConfigFaults,
  findUnguardedStatus,
  findUnknownResources,
  proposal,
  readDeclarations,
  UNGUARDED_STATUS,
} from '../checks/index.js';
import {
  type Contributions,
  declaredRoutes,
  describeConflicts,
  findRepeatedNames,
  type InstalledPages,
  type InstalledRoles,
  type KindNameOwners,
  resolveContributions,
  type RouteClaims,
} from '../catalogue/index.js';
import type { ClusterKinds } from '../remote/index.js';
import type { ContributionGates } from '../gates/index.js';
import type { InstalledKind, KindInstaller, KindInstallerParts, KindOrder, ResolveHook } from './kind-installer.js';
import { checkTogether, nameOf, PluginError, withPlaces } from '../mistakes/index.js';
import type { PluginClass } from '../load/index.js';
import { swapKinds } from './swap-kinds.js';

/** Finds what Nest has made of a class inside a plugin's module. */
export type Resolve = <T>(plugin: PluginClass, hook: HookClass<T>) => T;

/** The installer of kinds, and the registries of names and contributions. */
export interface PluginHostParts extends Pick<KindInstallerParts, 'catalogue' | 'options'> {
  readonly installer: KindInstaller;
  readonly names: KindNameOwners;
  readonly contributions: Contributions;
  readonly gates: Pick<ContributionGates, 'use' | 'configured'>;
  readonly routes: Pick<RouteClaims, 'claim'>;
  readonly roles: Pick<InstalledRoles, 'add'>;
  /** The pages that the console links to. */
  readonly pages: Pick<InstalledPages, 'add'>;
  /** The kinds of the cluster that an extension server belongs to. */
  readonly cluster: Pick<ClusterKinds, 'open'>;
  readonly logger: Pick<Logger, 'warn'>;
}

/** A plugin that is installed: what has to be undone for it to go. */
interface InstalledPlugin {
  readonly group: string;
  readonly kinds: InstalledKind[];
  readonly contributed: ContributedParts;
  freeNames: () => void;
  readonly undoVersions: (() => void)[];
  readonly removeContributions: () => void;
  readonly closeClusterKinds: () => void;
  readonly removeRoles: () => void;
}

/** The parts that take the place of those of a plugin, once its kinds are there. */
interface Replacement extends Pick<InstalledPlugin, 'contributed' | 'freeNames'> {
  readonly resolve: Resolve;
}

function resolvedBy(plugin: PluginClass, declaration: ApiGroupDeclaration, resolve: Resolve): ContributedParts {
  return resolveContributions(declaration, (hook) => resolve(plugin, hook));
}

function ordersOf(plugin: PluginClass, { group, priority, kinds }: ApiGroupDeclaration, resolve: Resolve): KindOrder[] {
  const definitions = kinds as unknown as readonly KindDefinition[];
  const resolveHook: ResolveHook = (hook) => resolve(plugin, hook);
  return definitions.map((definition) => ({ plugin: plugin.name, group, definition, priority, resolve: resolveHook }));
}

/** Installs plugins, at start and while the server runs: kinds, versions and contributions; and uninstalls them. */
export class PluginHost {
  private readonly installed = new Map<PluginClass, InstalledPlugin>();

  constructor(private readonly parts: PluginHostParts) {}

  /** Installs the plugins a server starts with. `resolve` finds what Nest has made. Rejects with all that is wrong together. */
  async installAll(declarations: ReadonlyMap<PluginClass, ApiGroupDeclaration>, resolve: Resolve): Promise<void> {
    const ordered = [...declarations].sort(([, a], [, b]) => (b.priority ?? 0) - (a.priority ?? 0));
    checkTogether(
      ...ordered.map(
        ([plugin, declaration]) =>
          () =>
            this.checkInstances(plugin, resolvedBy(plugin, declaration, resolve), resolve),
      ),
    );
    for (const [plugin, declaration] of ordered) this.installKinds(plugin, declaration, resolve);
    for (const [plugin, declaration] of ordered) this.installVersions(plugin, declaration, resolve);
    takeAll(
      () => this.checkRuntimeConfig([...declarations.values()]),
      () => this.useContributions(),
      () => this.checkNames(),
    );
    for (const [plugin] of ordered) this.warnOfUnknownResources(plugin);
    await this.configured();
  }

  /** Waits for admission plugins that configure themselves asynchronously. Fails with OptionsError for what they refuse. */
  configured(): Promise<void> {
    return this.parts.gates.configured();
  }

  /**
   * Installs a plugin while the server runs and answers its start hooks, which the caller runs. Throws PluginError,
   * with nothing installed, when it is there already or a name it brings is taken.
   */
  install(plugin: PluginClass, resolve: Resolve): StartHook[] {
    this.checkAbsent(plugin);
    const declaration = readDeclarations([plugin]).get(plugin)!;
    const contributed = resolvedBy(plugin, declaration, resolve);
    checkTogether(
      () => this.checkTypes(plugin, declaration),
      () => this.checkInstances(plugin, contributed, resolve),
      () => this.checkNames(contributed),
      () => this.takeNames(plugin, declaration)(),
    );
    this.installKinds(plugin, declaration, resolve);
    try {
      this.installVersions(plugin, declaration, resolve);
      this.useContributions();
    } catch (error) {
      this.uninstall(plugin);
      throw error;
    }
    this.warnOfUnknownResources(plugin);
    this.warnOfUnguardedStatus(plugin);
    return (declaration.startHooks ?? []).map((hook) => resolve(plugin, hook));
  }

  /**
   * Puts a plugin in the place of one of the same group and answers its start hooks. Kinds of one plural go on: with their
   * caches, watches and running requests. Rejects with PluginError, with the old one as it was, where a name is taken.
   */
  async replace(old: PluginClass, next: PluginClass, resolve: Resolve): Promise<StartHook[]> {
    this.checkAbsent(next);
    const before = this.installedOf(old);
    const declaration = readDeclarations([next]).get(next)!;
    if (declaration.group !== before.group)
      throw new PluginError([`${next.name}: has another group than "${before.group}", which it would replace`]);
    const contributed = resolvedBy(next, declaration, resolve);
    checkTogether(
      () => this.checkInstances(next, contributed, resolve),
      () => this.checkNames(contributed, before.contributed),
    );
    for (const { of } of declaration.versionsOf ?? []) this.kindOf(next, of);
    const orders = {
      previous: ordersOf(old, declarationOf(old)!, resolve),
      next: ordersOf(next, declaration, resolve),
    };
    const freeNames = this.exchangeNames(old, next);
    try {
      await swapKinds(this.parts.installer, before.kinds, orders);
    } catch (error) {
      freeNames();
      before.freeNames = this.takeNames(old, declarationOf(old)!);
      throw error;
    }
    this.finishReplacement(old, next, { contributed, freeNames, resolve });
    this.warnOfUnknownResources(next);
    this.warnOfUnguardedStatus(next);
    return (declaration.startHooks ?? []).map((hook) => resolve(next, hook));
  }

  /** Throws PluginError where a plugin is installed. */
  checkAbsent(plugin: PluginClass): void {
    if (this.installed.has(plugin)) throw new PluginError([`${plugin.name}: is installed already`]);
  }

  /** Throws PluginError where a class of a plugin that is to come has the type name of another one. */
  private checkTypes(plugin: PluginClass, declaration: ApiGroupDeclaration): void {
    const installed = [...this.installed.keys()].map((each) => ({
      plugin: each.name,
      declaration: declarationOf(each)!,
    }));
    const coming = { plugin: nameOf(plugin), declaration };
    // Those of the installed ones among themselves have been looked at when they came.
    const mistakes = checkTypeNames([...installed, coming]).filter((text) => text.startsWith(`${coming.plugin}: `));
    if (mistakes.length > 0) throw new PluginError(mistakes);
  }

  /** Removes everything a plugin has contributed; stored objects stay stored. Unknown plugins are ignored. */
  uninstall(plugin: PluginClass): void {
    const installed = this.installed.get(plugin);
    if (!installed) return;
    this.installed.delete(plugin);
    installed.removeContributions();
    this.useContributions();
    for (const undo of installed.undoVersions) undo();
    for (const kind of installed.kinds) this.parts.installer.uninstall(kind);
    installed.closeClusterKinds();
    installed.removeRoles();
    installed.freeNames();
    this.parts.names.announceFreed(installed.group);
  }

  private installKinds(plugin: PluginClass, declaration: ApiGroupDeclaration, resolve: Resolve): void {
    const { group, priority } = declaration;
    const freeNames = this.takeNames(plugin, declaration);
    this.parts.catalogue.place(group, priority);
    const contributed = resolvedBy(plugin, declaration, resolve);
    const installed = ordersOf(plugin, declaration, resolve).map((order) => this.parts.installer.install(order));
    const closeClusterKinds = this.openClusterKinds(declaration);
    // Contributions start immediately, and may need the kinds.
    const removeContributions = this.parts.contributions.add(contributed);
    const removeRoles = this.parts.roles.add(rolesOf(declaration));
    const undo = { contributed, freeNames, removeContributions, closeClusterKinds, removeRoles };
    this.installed.set(plugin, { group, kinds: installed, undoVersions: [], ...undo });
  }

  private installedOf(plugin: PluginClass): InstalledPlugin {
    const installed = this.installed.get(plugin);
    if (!installed) throw new PluginError([`${plugin.name}: is not installed`]);
    return installed;
  }

  /** Frees the names of one plugin and takes those of another; the answer frees these. Throws PluginError with all as it was. */
  private exchangeNames(old: PluginClass, next: PluginClass): () => void {
    const before = this.installedOf(old);
    before.freeNames();
    try {
      return this.takeNames(next, declarationOf(next)!);
    } catch (error) {
      before.freeNames = this.takeNames(old, declarationOf(old)!);
      throw error;
    }
  }

  /** Exchanges everything besides kinds and names. */
  private finishReplacement(
    old: PluginClass,
    next: PluginClass,
    { contributed, freeNames, resolve }: Replacement,
  ): void {
    const declaration = declarationOf(next)!;
    const { kinds, group, ...before } = this.installedOf(old);
    for (const undo of before.undoVersions) undo();
    before.closeClusterKinds();
    const closeClusterKinds = this.openClusterKinds(declaration);
    before.removeContributions();
    const removeContributions = this.parts.contributions.add(contributed);
    this.installed.delete(old);
    before.removeRoles();
    const removeRoles = this.parts.roles.add(rolesOf(declaration));
    const undo = { contributed, freeNames, removeContributions, closeClusterKinds, removeRoles };
    this.installed.set(next, { group, kinds, undoVersions: [], ...undo });
    this.installVersions(next, declaration, resolve);
    this.renewVersionsIn(group, resolve);
    this.useContributions();
  }

  /** Versions that other plugins add to kinds of a group belong to declarations that have been replaced. */
  private renewVersionsIn(group: string, resolve: Resolve): void {
    for (const [plugin, { undoVersions }] of this.installed) {
      const declaration = declarationOf(plugin)!;
      if (declaration.group === group || !declaration.versionsOf?.some(({ of }) => of.group === group)) continue;
      for (const undo of undoVersions.splice(0)) undo();
      this.installVersions(plugin, declaration, resolve);
    }
  }

  private openClusterKinds({ clusterKinds = [] }: ApiGroupDeclaration): () => void {
    const closers = clusterKinds.map((kind) => this.parts.cluster.open(kind));
    return () => {
      for (const close of closers) close();
    };
  }

  /**
   * Takes the names of a plugin's kinds, claims its routes and adds its pages; the result gives all of that back. Throws
   * PluginError with every name and route that others have, and nothing taken.
   */
  private takeNames(plugin: PluginClass, { group, versions, kinds, pages: own = [] }: ApiGroupDeclaration): () => void {
    const { names, routes, pages } = this.parts;
    const { name: owner } = plugin;
    const undo = [names.reserve(owner, group, versions), pages.add(own)];
    const free = (): void => {
      for (const each of undo) each();
    };
    const claim = (): void => void undo.push(routes.claim(plugin, declaredRoutes(plugin)));
    const take = (kind: KindDefinition) => (): void => {
      const holder = { owner };
      undo.push(() => names.release(holder));
      const conflicts = names.takeFree(holder, group, kind);
      if (conflicts.length > 0) throw new PluginError(describeConflicts(owner, group, conflicts));
    };
    try {
      checkTogether(...(kinds as unknown as readonly KindDefinition[]).map(take), claim);
    } catch (error) {
      free();
      throw error;
    }
    return free;
  }

  private installVersions(
    plugin: PluginClass,
    { group, versionsOf = [] }: ApiGroupDeclaration,
    resolve: Resolve,
  ): void {
    const { undoVersions } = this.installed.get(plugin)!;
    for (const { of, versions } of versionsOf) {
      const kind = this.kindOf(plugin, of);
      for (const version of versions) {
        const declaration = { group, ...version };
        undoVersions.push(this.parts.installer.installVersion(kind, declaration, (hook) => resolve(plugin, hook)));
      }
    }
  }

  private kindOf(plugin: PluginClass, of: VersionsOfKind['of']): InstalledKind {
    const kinds = [...this.installed.values()].flatMap((installed) => installed.kinds);
    const found = kinds.find(({ kind }) => kind.group === of.group && kind.definition.plural === of.resource);
    if (found) return found;
    const known = kinds.map(({ kind }) => ({ group: kind.group, resource: kind.definition.plural }));
    const similar = proposal(of, known, 'Install the plugin that brings it.');
    throw new PluginError([
      `${plugin.name}: has versions of ${of.resource} of group "${of.group}", which nobody brings. ${similar}`,
    ]);
  }

  /** Warns of references to resources that no kind has, now that the kinds of all plugins are there. */
  private warnOfUnknownResources(plugin: PluginClass): void {
    const { catalogue, logger } = this.parts;
    const { contributed } = this.installedOf(plugin);
    const declaration = declarationOf(plugin)!;
    if (contributed.writeHooks.length === 0 && declaration.roles === undefined) return;
    const naming = { plugin: nameOf(plugin), declaration, contributed };
    const known = catalogue.groupResources().map((each) => ({ ...each, hasStatus: catalogue.hasStatus(each) }));
    const unknown = findUnknownResources(naming, known);
    for (const reason of withPlaces(unknown, [[plugin, declaration]]))
      logger.warn('a plugin names what no kind has', { reason });
  }

  /** Warns of kinds of a plugin that comes while the server runs; a start does so before plugins are created. */
  private warnOfUnguardedStatus(plugin: PluginClass): void {
    for (const reason of findUnguardedStatus([plugin])) this.parts.logger.warn(UNGUARDED_STATUS, { reason });
  }

  private useContributions(): void {
    this.parts.gates.use(this.parts.contributions);
  }

  /** Throws PluginError where what Nest has made lacks functions for which it would be called. */
  private checkInstances(plugin: PluginClass, contributed: ContributedParts, resolve: Resolve): void {
    const [name, declaration] = [nameOf(plugin), declarationOf(plugin)!];
    const mistakes = [
      ...checkContributed(name, contributed),
      ...checkHandlers(name, declaration, (hook) => resolve(plugin, hook)),
    ];
    if (mistakes.length > 0) throw new PluginError(withPlaces(mistakes, [[plugin, declaration]]));
  }

  private checkNames(coming?: ContributedParts, going?: ContributedParts): void {
    const mistakes = findRepeatedNames(this.parts.contributions, coming, going);
    if (mistakes.length > 0) throw new PluginError(mistakes);
  }

  /** A version that is asked for must not be missing unnoticed. */
  private checkRuntimeConfig(declarations: readonly ApiGroupDeclaration[]): void {
    const faults = findRuntimeConfigFaults(this.parts.options.runtimeConfig.namedVersions(), declarations);
    if (faults.length > 0) throw new OptionsError(faults);
  }
}
