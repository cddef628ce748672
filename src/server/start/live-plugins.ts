import type { LazyModuleLoader } from '@nestjs/core';
import type { ServerHealth } from '../../health/index.js';
import type { Clock, Logger } from '../../observability/index.js';
import type { PluginClass, PluginHost, PluginInstances } from '../../plugin-host/index.js';
import type { Leadership } from '../../storage/index.js';
import type { LiveRoutes } from '../pages/live-routes.js';
import { runStartHooks } from './start-hooks.js';

/** The dependencies for installing a plugin into a running server. */
export interface LivePluginsParts {
  readonly loader: Pick<LazyModuleLoader, 'load'>;
  readonly instances: Pick<PluginInstances, 'of'>;
  readonly host: Pick<PluginHost, 'install' | 'uninstall'>;
  readonly health: Pick<ServerHealth, 'addStartCheck'>;
  readonly leadership: Pick<Leadership, 'isLeader'>;
  readonly routes: Pick<LiveRoutes, 'mount'>;
  readonly logger: Logger;
  readonly clock: Clock;
}

/** Installs plugins into a server that runs, and takes them away again. */
export class LivePlugins {
  private readonly startChecks = new Map<PluginClass, (() => void)[]>();

  constructor(private readonly parts: LivePluginsParts) {}

  /**
   * Installs a plugin and resolves when its start hooks are done. Rejects, with nothing left installed, with PluginError
   * where its declaration is wrong or a name is taken, and with the failure of a start hook that failed for good. Nest
   * makes the parts of a plugin once: one that comes back has those it had.
   */
  async install(plugin: PluginClass): Promise<void> {
    const { loader, instances, host, health, leadership, routes, logger, clock } = this.parts;
    await loader.load(() => plugin, { logger: false });
    await routes.mount(plugin);
    const hooks = host.install(plugin, (owner, hook) => instances.of(owner, hook));
    const checks: (() => void)[] = [];
    this.startChecks.set(plugin, checks);
    const addStartCheck = (name: string, isDone: () => boolean): (() => void) => {
      const remove = health.addStartCheck(name, isDone);
      checks.push(remove);
      return remove;
    };
    try {
      await runStartHooks(leadership.isLeader ? hooks : [], { health: { addStartCheck }, logger, clock });
    } catch (error) {
      this.uninstall(plugin);
      throw error;
    }
  }

  /** Uninstalls a plugin; stored objects stay stored. Plugins that are not installed are ignored. */
  uninstall(plugin: PluginClass): void {
    for (const remove of this.startChecks.get(plugin) ?? []) remove();
    this.startChecks.delete(plugin);
    this.parts.host.uninstall(plugin);
  }
}
