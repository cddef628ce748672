import type { ModuleRef } from '@nestjs/core';
import type { NestContainer } from '@nestjs/core/injector/container.js';
import { Injector } from '@nestjs/core/injector/injector.js';
import type { Module } from '@nestjs/core/injector/module.js';
import { GraphInspector } from '@nestjs/core/inspector/graph-inspector.js';
import { RoutesResolver } from '@nestjs/core/router/routes-resolver.js';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { declarationOf } from '../../plugin-api/index.js';
import { type PluginClass, declaredRoutes } from '../../plugin-host/index.js';
import { routerOptions } from '../connections/listener.js';
import type { NestRouter } from './nest-router.js';

/**
 * Routes the controllers of plugins that are installed while the server runs, each plugin by a router of its own:
 * Fastify takes no routes once it listens. Nest routes at start only, so its resolver of routes is called here; it is no
 * part of what Nest promises, which is why its version is pinned.
 */
export class LiveRoutes {
  constructor(
    private readonly moduleRef: ModuleRef,
    private readonly router: Pick<NestRouter, 'fail' | 'mount' | 'hasMounted'>,
  ) {}

  /** Routes the controllers of a plugin that Nest has loaded; once, however often the plugin comes. */
  async mount(plugin: PluginClass): Promise<void> {
    if (declaredRoutes(plugin).length === 0 || this.router.hasMounted(plugin)) return;
    const adapter = new FastifyAdapter(routerOptions);
    this.resolve(plugin, adapter);
    const fastify = adapter.getInstance();
    fastify.setNotFoundHandler((request, reply) => this.router.fail(undefined, { request, reply }));
    fastify.setErrorHandler((error, request, reply) => {
      this.router.fail(adapter.mapException(error), { request, reply });
    });
    await fastify.ready();
    this.router.mount(plugin, fastify);
  }

  private resolve(plugin: PluginClass, adapter: FastifyAdapter): void {
    const container: NestContainer = this.moduleRef['container'];
    const inspector = new GraphInspector(container);
    const resolver = new RoutesResolver(container, container.applicationConfig!, new Injector(), inspector);
    for (const { controllers, token } of modulesOf(plugin, container)) {
      resolver.registerRouters(controllers as never, token, '', '', adapter);
    }
  }
}

/** The modules that a plugin's module imports, directly or not; other plugins are left out, and so is what is global. */
function modulesOf(plugin: PluginClass, container: NestContainer): Set<Module> {
  const found = new Set<Module>();
  const visit = ({ imports }: Module): void => {
    for (const module of imports) {
      if (module.isGlobal || found.has(module) || declarationOf(module.metatype)) continue;
      found.add(module);
      visit(module);
    }
  };
  for (const module of container.getModules().values()) if (module.metatype === plugin) visit(module);
  return found;
}
