import type { Logger } from '../../observability/index.js';
import { type ApiGroupDeclaration, rolesOf } from '../../plugin-api/built-in.js';
import type { KindDefinition } from '../../registry/index.js';
import {
  type Catalogue,
  type Contributions,
  type InstalledPages,
  type InstalledRoles,
  type KindNameOwners,
  type RouteClaims,
  declaredRoutes,
  describeConflicts,
  resolveContributions,
} from '../catalogue/index.js';
import type { PluginClass } from '../load/index.js';
import { PluginError, checkTogether, nameOf } from '../mistakes/index.js';
import type { ClusterKinds } from '../remote/index.js';
import type { ComingPlugin, Holdings, InstalledPlugin, InstalledPlugins, Resolve } from './installed-plugins.js';
import type { KindInstaller, KindOrder } from './kind-installer.js';
import { type ReportUndo, type Step, type Undo, UndoStack } from './undo-stack.js';

/** The registries that a plugin is entered in, and the installer of its kinds. */
export interface PluginStepsParts {
  readonly catalogue: Pick<Catalogue, 'place'>;
  readonly installer: Pick<KindInstaller, 'install' | 'installVersion' | 'uninstall'>;
  readonly plugins: InstalledPlugins;
  readonly names: KindNameOwners;
  readonly contributions: Contributions;
  readonly routes: Pick<RouteClaims, 'claim'>;
  readonly roles: Pick<InstalledRoles, 'add'>;
  /** The pages that the console links to. */
  readonly pages: Pick<InstalledPages, 'add'>;
  /** The kinds of the cluster that an extension server belongs to. */
  readonly cluster: Pick<ClusterKinds, 'open'>;
  readonly logger: Pick<Logger, 'error'>;
}

/** Returns the kinds of a plugin as the installer takes them. */
export function ordersOf({ plugin, declaration, resolve }: ComingPlugin): KindOrder[] {
  const { group, priority, kinds } = declaration;
  return definitionsOf(kinds).map((definition) => {
    return { plugin: plugin.name, group, definition, priority, resolve: (hook) => resolve(plugin, hook) };
  });
}

/** The steps of installing a plugin; each returns how to undo it. Uninstalling undoes them in reverse order. */
export class PluginSteps {
  /** The names and kinds of a plugin, which one in its place takes over. At start those of all plugins come first. */
  readonly holding: readonly Step<InstalledPlugin>[] = [
    { name: 'announcement of free names', run: ({ declaration }) => this.announcementFor(declaration) },
    { name: 'names', run: (plugin) => this.holdNames(plugin) },
    { name: 'kinds', run: (plugin) => this.installKinds(plugin) },
    { name: 'list of plugins', run: (plugin) => this.parts.plugins.add(plugin) },
  ];

  /** The parts that may need the kinds of all plugins. Contributions start immediately. */
  readonly joining: readonly Step<InstalledPlugin>[] = [
    { name: 'kinds of the cluster', run: (plugin) => this.openClusterKinds(plugin) },
    { name: 'versions of kinds of other plugins', run: (plugin) => this.addVersions(plugin) },
    { name: 'contributions', run: ({ contributed }) => this.parts.contributions.add(contributed) },
    { name: 'roles of users', run: ({ declaration }) => this.parts.roles.add(rolesOf(declaration)) },
  ];

  constructor(private readonly parts: PluginStepsParts) {}

  /** Returns a plugin with the instances of what it contributes. */
  prepare(plugin: PluginClass, declaration: ApiGroupDeclaration, resolve: Resolve): ComingPlugin {
    const contributed = resolveContributions(declaration, (hook) => resolve(plugin, hook));
    return { plugin, declaration, contributed, resolve };
  }

  /** Returns a plugin of which nothing is installed yet, or that is to take over the names and kinds of another. */
  begin(coming: ComingPlugin, held?: Holdings): InstalledPlugin {
    const report: ReportUndo = (step, error) => {
      this.parts.logger.error('a step of installing a plugin could not be undone', {
        plugin: nameOf(coming.plugin),
        step,
        error,
      });
    };
    return {
      ...coming,
      held: held ?? { kinds: [], freeNames: () => {}, undo: new UndoStack(report) },
      joined: new UndoStack(report),
      versions: new UndoStack(report),
      report,
    };
  }

  /**
   * Takes the names of a plugin's kinds, claims its routes and adds its pages; the result gives all of that back. Throws
   * PluginError with every name and route that others have, and nothing taken.
   */
  takeNames({ plugin, declaration, report }: Pick<InstalledPlugin, 'plugin' | 'declaration' | 'report'>): Undo {
    const { group, versions, kinds, pages: own = [] } = declaration;
    const { names, routes, pages } = this.parts;
    const { name: owner } = plugin;
    const undo = new UndoStack(report);
    undo.push('group versions', names.reserve(owner, group, versions));
    undo.push('pages', pages.add(own));
    const take = (kind: KindDefinition) => (): void => {
      const holder = { owner };
      undo.push(`names of ${kind.plural}`, () => names.release(holder));
      const conflicts = names.takeFree(holder, group, kind);
      if (conflicts.length > 0) throw new PluginError(describeConflicts(owner, group, conflicts));
    };
    const claim = (): void => undo.push('routes', routes.claim(plugin, declaredRoutes(plugin)));
    undo.attempt(() => checkTogether(...definitionsOf(kinds).map(take), claim));
    return () => undo.undo();
  }

  /** Adds versions again that other plugins add to kinds of a group: they belong to declarations that have been replaced. */
  renewVersionsIn(group: string): void {
    for (const plugin of this.parts.plugins.all()) {
      const { declaration, versions } = plugin;
      if (declaration.group === group || !declaration.versionsOf?.some(({ of }) => of.group === group)) continue;
      versions.undo();
      this.addVersions(plugin);
    }
  }

  private announcementFor({ group }: ApiGroupDeclaration): Undo {
    return () => this.parts.names.announceFreed(group);
  }

  private holdNames(plugin: InstalledPlugin): Undo {
    const { held } = plugin;
    held.freeNames = this.takeNames(plugin);
    return () => held.freeNames();
  }

  private installKinds(plugin: InstalledPlugin): Undo {
    const { declaration, held, report } = plugin;
    const { catalogue, installer } = this.parts;
    catalogue.place(declaration.group, declaration.priority);
    const undo = new UndoStack(report);
    undo.push('kinds', () => this.uninstallKinds(plugin));
    undo.attempt(() => {
      for (const order of ordersOf(plugin)) held.kinds.push(installer.install(order));
    });
    return () => undo.undo();
  }

  /** Uninstalls the kinds that there are now: a plugin in place of another has changed them. */
  private uninstallKinds({ held, report }: InstalledPlugin): void {
    const undo = new UndoStack(report);
    for (const kind of held.kinds.splice(0))
      undo.push(`kind ${kind.kind.kind}`, () => this.parts.installer.uninstall(kind));
    undo.undo();
  }

  private openClusterKinds({ declaration: { clusterKinds = [] }, report }: InstalledPlugin): Undo {
    const { cluster } = this.parts;
    const undo = new UndoStack(report);
    undo.attempt(() => {
      for (const kind of clusterKinds) undo.push('kind of the cluster', cluster.open(kind));
    });
    return () => undo.undo();
  }

  private addVersions({ plugin, declaration, versions: undo, resolve }: InstalledPlugin): Undo {
    const { group, versionsOf = [] } = declaration;
    const { installer, plugins } = this.parts;
    undo.attempt(() => {
      for (const { of, versions } of versionsOf) {
        const kind = plugins.kindOf(plugin, of);
        for (const version of versions) {
          const remove = installer.installVersion(kind, { group, ...version }, (hook) => resolve(plugin, hook));
          undo.push(`version ${version.name} of ${of.resource}`, remove);
        }
      }
    });
    return () => undo.undo();
  }
}

/** The kinds of a declaration; the types of their objects matter to their own hooks only. */
function definitionsOf(kinds: ApiGroupDeclaration['kinds']): readonly KindDefinition[] {
  return kinds as unknown as readonly KindDefinition[];
}
