import { Global, Inject, Injectable, Module, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { ModulesContainer, NestFactory } from '@nestjs/core';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { detachSurface, surfaceOf } from './server-surface.js';

const calls: string[] = [];

@Injectable()
class Store implements OnModuleInit, OnApplicationShutdown {
  onModuleInit(): void {
    calls.push('store begins');
  }

  onApplicationShutdown(): void {
    calls.push('store ends');
  }
}

@Injectable()
class Secret {}

@Module({ providers: [Store, Secret], exports: [Store] })
class StoreModule {}

@Global()
@Module({
  imports: [StoreModule],
  providers: [{ provide: 'text', useValue: 'of the server' }],
  exports: [StoreModule, 'text'],
})
class SurfaceModule {}

@Module({ imports: [SurfaceModule] })
class ServerRoot {}

@Injectable()
class Part implements OnApplicationShutdown {
  constructor(
    @Inject(Store) readonly store: Store,
    @Inject('text') readonly text: string,
  ) {}

  onApplicationShutdown(): void {
    calls.push('part ends');
  }
}

@Module({ providers: [Part] })
class PluginModule {}

@Module({})
class PluginRoot {}

const QUIET = { logger: false, abortOnError: false } as const;

describe('surfaceOf()', () => {
  it('shares the instances that global modules export, and leaves their lifecycle to the server', async () => {
    const server = await NestFactory.createApplicationContext(ServerRoot, QUIET);
    const surface = surfaceOf(server.get(ModulesContainer), new Set([SurfaceModule]));
    expect(surface.exports).toEqual([Store, 'text']);
    const root = { module: PluginRoot, imports: [surface, PluginModule] };
    const plugin = await NestFactory.create(root, new FastifyAdapter(), QUIET);
    detachSurface(plugin.get(ModulesContainer));
    await plugin.init();
    expect(plugin.get(Part)).toMatchObject({ store: server.get(Store), text: 'of the server' });
    await plugin.close();
    expect(calls).toEqual(['store begins', 'part ends']);
    await server.close();
    expect(calls).toEqual(['store begins', 'part ends', 'store ends']);
  });
});
