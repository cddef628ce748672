import type { StartHook } from '../../plugin-api/index.js';
import { readDeclarations } from '../checks/index.js';
import {
  type ComingPlugin,
  type InstallChecks,
  type InstalledPlugin,
  type InstalledPlugins,
  type KindInstaller,
  type PluginHostParts,
  type PluginSteps,
  type Resolve,
  ordersOf,
  startHooksOf,
} from '../install/index.js';
import type { PluginClass } from '../load/index.js';
import { PluginError, checkTogether } from '../mistakes/index.js';
import { swapKinds } from './swap-kinds.js';
import { type WaitingStep, runWaiting } from './waiting-steps.js';

/** The steps and checks of installing, and what requests pass. */
export interface PluginReplacementParts extends Pick<PluginHostParts, 'contributions'> {
  readonly plugins: InstalledPlugins;
  readonly steps: PluginSteps;
  readonly checks: InstallChecks;
  readonly installer: Pick<KindInstaller, 'install' | 'replace' | 'uninstall'>;
  readonly gates: Pick<PluginHostParts['gates'], 'use'>;
}

/** A plugin, and the one that comes in its place. */
interface Exchange {
  readonly old: InstalledPlugin;
  readonly next: InstalledPlugin;
}

/** Puts plugins in the place of others while the server runs. */
export class PluginReplacement {
  private readonly exchanging: readonly WaitingStep<Exchange>[] = [
    // The last to be undone: they need everything else as it was.
    { name: 'gates', undo: () => this.useContributions() },
    { name: 'versions of other plugins', undo: ({ old }) => this.renewVersions(old) },
    { name: 'names of the old plugin', run: ({ old }) => old.held.freeNames(), undo: ({ old }) => this.takeNames(old) },
    { name: 'names', run: ({ next }) => this.takeNames(next), undo: ({ next }) => next.held.freeNames() },
    {
      name: 'kinds',
      run: ({ old, next }) => this.swapKinds(old, next),
      undo: ({ old, next }) => this.swapKinds(next, old),
    },
    { name: 'contributions of the old plugin', run: ({ old }) => old.joined.undo(), undo: ({ old }) => this.join(old) },
    {
      name: 'list of plugins',
      run: ({ old, next }) => this.parts.plugins.exchange(old, next),
      undo: ({ old, next }) => this.parts.plugins.exchange(next, old),
    },
    { name: 'contributions', run: ({ next }) => this.join(next), undo: ({ next }) => next.joined.undo() },
    { name: 'versions of other plugins', run: ({ next }) => this.renewVersions(next) },
    { name: 'gates', run: () => this.useContributions() },
  ];

  constructor(private readonly parts: PluginReplacementParts) {}

  /**
   * Replaces a plugin of the same group and returns its start hooks. Kinds of one plural stay: with their caches, watches
   * and running requests. Rejects with PluginError, with the old one as it was, where a name is taken.
   */
  async replace(old: PluginClass, next: PluginClass, resolve: Resolve): Promise<StartHook[]> {
    const { plugins, steps, checks } = this.parts;
    plugins.checkAbsent(next);
    const before = plugins.of(old);
    const coming = steps.begin(this.comingFor(before, next, resolve), before.held);
    checkTogether(
      () => checks.checkInstances(coming),
      () => checks.checkNames(coming.contributed, before.contributed),
    );
    for (const { of } of coming.declaration.versionsOf ?? []) plugins.kindOf(next, of);
    await runWaiting(this.exchanging, { old: before, next: coming }, before.report);
    checks.warn(coming);
    return startHooksOf(coming);
  }

  private comingFor({ declaration: { group } }: InstalledPlugin, next: PluginClass, resolve: Resolve): ComingPlugin {
    const declaration = readDeclarations([next]).get(next)!;
    if (declaration.group !== group)
      throw new PluginError([
        `${next.name}: has another group than "${group}", which it would replace; start the server again, and create the objects of "${group}" in the new group`,
      ]);
    return this.parts.steps.prepare(next, declaration, resolve);
  }

  private takeNames(plugin: InstalledPlugin): void {
    plugin.held.freeNames = this.parts.steps.takeNames(plugin);
  }

  private swapKinds(old: InstalledPlugin, next: InstalledPlugin): Promise<void> {
    return swapKinds(this.parts.installer, old.held.kinds, { previous: ordersOf(old), next: ordersOf(next) });
  }

  private join(plugin: InstalledPlugin): void {
    plugin.joined.run(this.parts.steps.joining, plugin);
  }

  private renewVersions({ declaration }: InstalledPlugin): void {
    this.parts.steps.renewVersionsIn(declaration.group);
  }

  private useContributions(): void {
    this.parts.gates.use(this.parts.contributions);
  }
}
