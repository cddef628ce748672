import type { ServerHealth } from '../../health/index.js';
import type { StartHook } from '../../plugin-api/index.js';
import {
  type PluginClass,
  PluginError,
  type PluginHost,
  type PluginInstances,
  type PluginReplacement,
  type Resolve,
  type StoredLosses,
} from '../../plugin-host/index.js';
import type { Leadership } from '../../storage/index.js';
import type { PluginApplications } from './plugin-applications.js';
import { type StartHookParts, runStartHooks } from './start-hooks.js';

/** The dependencies for installing a plugin into a running server. */
export interface LivePluginsParts extends Omit<StartHookParts, 'health' | 'isEnding'> {
  readonly applications: Pick<PluginApplications, 'initialize' | 'bootstrap' | 'close'>;
  readonly instances: Pick<PluginInstances, 'of' | 'hasModuleOf'>;
  readonly host: Pick<PluginHost, 'checkAbsent' | 'configured' | 'install' | 'uninstall'>;
  readonly replacement: Pick<PluginReplacement, 'replace'>;
  readonly losses: Pick<StoredLosses, 'checkComing' | 'checkReplacing'>;
  readonly health: Pick<ServerHealth, 'addStartCheck'>;
  readonly leadership: Pick<Leadership, 'isLeader'>;
}

/** Installs plugins into a server that runs, and takes them away again. */
export class LivePlugins {
  private readonly coming = new Set<PluginClass>();
  private readonly startChecks = new Map<PluginClass, (() => void)[]>();

  constructor(private readonly parts: LivePluginsParts) {}

  /**
   * Installs a plugin and resolves when its start hooks are done. Rejects, with nothing left installed, with PluginError
   * where its declaration is wrong or a name is taken, with what its lifecycle hooks throw, and with the failure of a
   * start hook that failed for good. One of the server's own that comes back has the instances it had.
   */
  async install(plugin: PluginClass): Promise<void> {
    this.parts.host.checkAbsent(plugin);
    if (this.coming.has(plugin)) throw new PluginError([`${plugin.name}: is being installed already`]);
    this.coming.add(plugin);
    try {
      await this.installAbsent(plugin);
    } finally {
      this.coming.delete(plugin);
    }
  }

  /**
   * Uninstalls a plugin; stored objects stay stored. Resolves when the lifecycle hooks of its end have run. Plugins that are
   * not installed are ignored.
   */
  async uninstall(plugin: PluginClass): Promise<void> {
    this.forgetStartChecks(plugin);
    this.parts.host.uninstall(plugin);
    await this.parts.applications.close(plugin);
  }

  /**
   * Replaces a plugin by another of the same group: kinds of one plural keep their watches, and running requests
   * finish as they began. Rejects as `install` does, with the old one in its place.
   */
  async replace(old: PluginClass, next: PluginClass): Promise<void> {
    if (this.coming.has(old)) throw new PluginError([`${old.name}: is being installed or replaced already`]);
    this.coming.add(old);
    try {
      await this.replaceIdle(old, next);
    } finally {
      this.coming.delete(old);
    }
  }

  private async replaceIdle(old: PluginClass, next: PluginClass): Promise<void> {
    const { applications, losses } = this.parts;
    await losses.checkReplacing(old, next);
    await applications.initialize(next, old);
    try {
      await this.exchange(old, next);
    } catch (error) {
      await applications.close(next);
      throw error;
    }
    this.forgetStartChecks(old);
    await applications.close(old);
  }

  private async exchange(old: PluginClass, next: PluginClass): Promise<void> {
    const { applications, instances, host, replacement } = this.parts;
    const resolve: Resolve = (owner, hook) => instances.of(owner, hook);
    const hooks = await replacement.replace(old, next, resolve);
    try {
      await host.configured();
      await applications.bootstrap(next);
      await this.runHooks(next, hooks);
    } catch (error) {
      this.forgetStartChecks(next);
      await replacement.replace(next, old, resolve);
      throw error;
    }
  }

  private forgetStartChecks(plugin: PluginClass): void {
    for (const remove of this.startChecks.get(plugin) ?? []) remove();
    this.startChecks.delete(plugin);
  }

  private async installAbsent(plugin: PluginClass): Promise<void> {
    const { applications, instances, host, losses } = this.parts;
    await losses.checkComing(plugin);
    if (!instances.hasModuleOf(plugin)) await applications.initialize(plugin);
    try {
      const hooks = host.install(plugin, (owner, hook) => instances.of(owner, hook));
      await host.configured();
      await applications.bootstrap(plugin);
      await this.runHooks(plugin, hooks);
    } catch (error) {
      await this.uninstall(plugin);
      throw error;
    }
  }

  private runHooks(plugin: PluginClass, hooks: readonly StartHook[]): Promise<void> {
    const { health, leadership } = this.parts;
    const checks: (() => void)[] = [];
    this.startChecks.set(plugin, checks);
    const addStartCheck = (name: string, isDone: () => boolean): (() => void) => {
      const remove = health.addStartCheck(name, isDone);
      checks.push(remove);
      return remove;
    };
    return runStartHooks(leadership.isLeader ? hooks : [], { ...this.parts, health: { addStartCheck } });
  }
}
