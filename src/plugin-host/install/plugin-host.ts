import { OptionsError, takeAll } from '../../options/index.js';
import type { StartHook } from '../../plugin-api/index.js';
import type { ApiGroupDeclaration } from '../../plugin-api/built-in.js';
import type { Contributions } from '../catalogue/index.js';
import { findRuntimeConfigFaults, readDeclarations } from '../checks/index.js';
import type { ContributionGates } from '../gates/index.js';
import type { PluginClass } from '../load/index.js';
import { checkTogether } from '../mistakes/index.js';
import type { InstallChecks } from './install-checks.js';
import type { ComingPlugin, InstalledPlugin, InstalledPlugins, Resolve } from './installed-plugins.js';
import type { KindInstallerParts } from './kind-contents.js';
import type { PluginSteps } from './plugin-steps.js';

/** The steps and checks of installing, and what requests pass. */
export interface PluginHostParts extends Pick<KindInstallerParts, 'options'> {
  readonly plugins: InstalledPlugins;
  readonly steps: PluginSteps;
  readonly checks: InstallChecks;
  readonly contributions: Contributions;
  readonly gates: Pick<ContributionGates, 'use' | 'configured'>;
}

/** Returns the start hooks of a plugin, which run after it is installed. */
export function startHooksOf({ plugin, declaration, resolve }: ComingPlugin): StartHook[] {
  return (declaration.startHooks ?? []).map((hook) => resolve(plugin, hook));
}

/** Installs plugins, at start and while the server runs: kinds, versions and contributions; and uninstalls them. */
export class PluginHost {
  constructor(private readonly parts: PluginHostParts) {}

  /**
   * Installs the plugins a server starts with. `resolve` finds what Nest has made; of the `own` plugins, which tests look
   * through, that is not checked. Rejects with all that is wrong together, and nothing is installed then.
   */
  async installAll(
    declarations: ReadonlyMap<PluginClass, ApiGroupDeclaration>,
    resolve: Resolve,
    own: ReadonlySet<PluginClass> = new Set(),
  ): Promise<void> {
    const { steps, checks } = this.parts;
    const coming = [...declarations]
      .sort(([, a], [, b]) => (b.priority ?? 0) - (a.priority ?? 0))
      .map(([plugin, declaration]) => steps.prepare(plugin, declaration, resolve));
    const others = coming.filter(({ plugin }) => !own.has(plugin));
    checkTogether(...others.map((each) => () => checks.checkInstances(each)));
    const begun = coming.map((each) => steps.begin(each));
    try {
      for (const plugin of begun) plugin.held.undo.run(steps.holding, plugin);
      for (const plugin of begun) plugin.joined.run(steps.joining, plugin);
      takeAll(
        () => this.checkRuntimeConfig([...declarations.values()]),
        () => this.useContributions(),
        () => checks.checkNames(),
      );
      for (const plugin of begun) checks.warnOfUnknownResources(plugin);
      await this.configured();
    } catch (error) {
      for (const plugin of begun.reverse()) undoAll(plugin);
      throw error;
    }
  }

  /** Waits for admission plugins that configure themselves asynchronously. Fails with OptionsError for what they refuse. */
  configured(): Promise<void> {
    return this.parts.gates.configured();
  }

  /**
   * Installs a plugin while the server runs and returns its start hooks, which the caller runs. Throws PluginError,
   * with nothing installed, when it is there already or one of its names is taken.
   */
  install(plugin: PluginClass, resolve: Resolve): StartHook[] {
    const { plugins, steps, checks } = this.parts;
    plugins.checkAbsent(plugin);
    const coming = steps.prepare(plugin, readDeclarations([plugin]).get(plugin)!, resolve);
    const begun = steps.begin(coming);
    checkTogether(
      () => checks.checkTypes(coming),
      () => checks.checkInstances(coming),
      () => checks.checkNames(coming.contributed),
      () => steps.takeNames(begun)(),
    );
    try {
      begun.held.undo.run(steps.holding, begun);
      begun.joined.run(steps.joining, begun);
      this.useContributions();
    } catch (error) {
      undoAll(begun);
      this.useContributions();
      throw error;
    }
    checks.warn(coming);
    return startHooksOf(coming);
  }

  /** Throws PluginError where a plugin is installed. */
  checkAbsent(plugin: PluginClass): void {
    this.parts.plugins.checkAbsent(plugin);
  }

  /**
   * Removes everything a plugin has contributed; stored objects stay stored. Unknown plugins are ignored. Throws
   * OptionsError, with the plugin uninstalled, where options name admission plugins that went with it.
   */
  uninstall(plugin: PluginClass): void {
    const installed = this.parts.plugins.find(plugin);
    if (!installed) return;
    undoAll(installed);
    this.useContributions();
  }

  private useContributions(): void {
    this.parts.gates.use(this.parts.contributions);
  }

  /** A version that is asked for must not be missing unnoticed. */
  private checkRuntimeConfig(declarations: readonly ApiGroupDeclaration[]): void {
    const faults = findRuntimeConfigFaults(this.parts.options.runtimeConfig.namedVersions(), declarations);
    if (faults.length > 0) throw new OptionsError(faults);
  }
}

function undoAll({ joined, held }: InstalledPlugin): void {
  joined.undo();
  held.undo.undo();
}
