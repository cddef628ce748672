import type {
  BeforeApplicationShutdown,
  ExceptionFilter,
  OnApplicationBootstrap,
  OnApplicationShutdown,
  OnModuleDestroy,
} from '@nestjs/common';
import type { ModulesContainer } from '@nestjs/core';
import type { PluginClass, PluginInstances } from '../../plugin-host/index.js';
import type { NestRouter } from '../pages/nest-router.js';
import { PluginApplication } from './plugin-application.js';
import type { PluginProvisions } from './plugin-provisions.js';
import { surfaceOf } from './server-surface.js';

/** The dependencies of the applications of plugins. */
export interface PluginApplicationsParts {
  readonly modules: ModulesContainer;
  /** The classes of the global modules whose exports plugins may inject. */
  readonly globals: ReadonlySet<unknown>;
  readonly instances: Pick<PluginInstances, 'add' | 'remove'>;
  readonly router: Pick<NestRouter, 'mount' | 'unmount'>;
  readonly failures: ExceptionFilter;
  readonly provisions: Pick<PluginProvisions, 'open' | 'valuesOf' | 'close'>;
}

/**
 * The Nest applications of plugins that are not the server's own: one for each, from before the plugin is installed until it
 * is uninstalled or the server closes. Their lifecycle hooks run with those of the server.
 */
export class PluginApplications
  implements OnApplicationBootstrap, OnModuleDestroy, BeforeApplicationShutdown, OnApplicationShutdown
{
  private readonly open = new Map<PluginClass, PluginApplication>();

  constructor(private readonly parts: PluginApplicationsParts) {}

  /**
   * Creates the application of a plugin, in place of `replaced` where that is given, and runs `onModuleInit`; its instances can
   * be found from then on. Rejects with what it throws, with nothing left.
   */
  async initialize(plugin: PluginClass, replaced?: PluginClass): Promise<void> {
    const { instances } = this.parts;
    const application = await this.create(plugin, replaced);
    this.open.set(plugin, application);
    instances.add(plugin, (hook) => application.instanceOf(hook));
    try {
      await application.initialize();
    } catch (error) {
      await this.close(plugin);
      throw error;
    }
  }

  /** Runs `onApplicationBootstrap` of a plugin and routes requests to its controllers. Rejects with what it throws. */
  async bootstrap(plugin: PluginClass): Promise<void> {
    const router = await this.open.get(plugin)?.bootstrap();
    if (router) this.parts.router.mount(plugin, router);
  }

  /** Runs the hooks of the end of a plugin, one after another. One without its own application is ignored. */
  async close(plugin: PluginClass): Promise<void> {
    const application = this.open.get(plugin);
    if (!application) return;
    const { instances, router } = this.parts;
    this.open.delete(plugin);
    instances.remove(plugin);
    router.unmount(plugin);
    await application.destroy();
    await application.prepareShutdown();
    await application.shutDown();
    this.parts.provisions.close(plugin);
  }

  private async create(plugin: PluginClass, replaced: PluginClass | undefined): Promise<PluginApplication> {
    const { modules, globals, failures, provisions } = this.parts;
    await provisions.open(plugin, replaced);
    try {
      const surface = surfaceOf(modules, globals, (ofServer) => provisions.valuesOf(plugin, ofServer));
      return await PluginApplication.create(plugin, { surface, failures });
    } catch (error) {
      provisions.close(plugin);
      throw error;
    }
  }

  async onApplicationBootstrap(): Promise<void> {
    for (const plugin of this.open.keys()) await this.bootstrap(plugin);
  }

  async onModuleDestroy(): Promise<void> {
    await this.each((application) => application.destroy());
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.each((application) => application.prepareShutdown());
  }

  async onApplicationShutdown(): Promise<void> {
    await this.each((application) => application.shutDown());
  }

  private async each(step: (application: PluginApplication) => Promise<void>): Promise<void> {
    await Promise.all([...this.open.values()].map(step));
  }
}
