import {
  type BeforeApplicationShutdown,
  type DynamicModule,
  type ExceptionFilter,
  Module,
  type OnApplicationShutdown,
  type OnModuleInit,
  type Type,
} from '@nestjs/common';
import { ModulesContainer, NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { type PluginClass, creationFailure, findInstance } from '../../plugin-host/index.js';
import type { HookClass } from '../../registry/index.js';
import { routerOptions } from '../connections/index.js';
import type { RawRouter } from '../pages/nest-router.js';
import { detachSurface } from './server-surface.js';

/** The parts of the server that the application of a plugin uses. */
export interface PluginApplicationParts {
  /** The module with the server's providers. */
  readonly surface: DynamicModule;
  /** Receives what controllers of the plugin throw. */
  readonly failures: ExceptionFilter;
}

/** The root module of a plugin's application. */
@Module({})
class PluginRoot {}

/**
 * The Nest application of one plugin: its module with all it imports, the routes of its controllers, and Nest's lifecycle
 * hooks. The steps are called in the order of the methods, each once; `destroy` and what follows may come at any time.
 */
export class PluginApplication {
  private starting: Promise<unknown> | undefined;
  private closing: Promise<void> | undefined;

  private constructor(
    private readonly plugin: PluginClass,
    private readonly nest: NestFastifyApplication,
    private readonly stages: Stages,
  ) {}

  /** Creates everything the plugin's module declares. Rejects with PluginError where a constructor or factory fails. */
  static async create(plugin: PluginClass, { surface, failures }: PluginApplicationParts): Promise<PluginApplication> {
    const stages = new Stages();
    const root: DynamicModule = {
      module: PluginRoot,
      imports: [surface, plugin as Type],
      providers: [{ provide: Stages, useValue: stages }],
    };
    const adapter = new FastifyAdapter(routerOptions);
    const nest = await NestFactory.create<NestFastifyApplication>(root, adapter, {
      abortOnError: false,
      bodyParser: false,
    }).catch((error: unknown) => Promise.reject(creationFailure(plugin, error)));
    detachSurface(nest.get(ModulesContainer));
    nest.useGlobalFilters(failures);
    return new PluginApplication(plugin, nest, stages);
  }

  /** Returns the instance of a class that the plugin's module, or one that it imports, declares. */
  instanceOf<T>(hook: HookClass<T>): T {
    return findInstance(this.nest.get(ModulesContainer), this.plugin, hook);
  }

  /** Runs `onModuleInit` and routes the controllers. Rejects with what a hook threw. */
  async initialize(): Promise<void> {
    this.starting = this.nest.init();
    await Promise.race([this.starting, this.stages.initialized.reached]);
  }

  /** Runs `onApplicationBootstrap`; called when the plugin's kinds are served. Returns the router of its controllers. */
  async bootstrap(): Promise<RawRouter> {
    this.stages.initialized.allowNext();
    await this.starting;
    const router = this.nest.getHttpAdapter().getInstance();
    await router.ready();
    return router;
  }

  /** Runs `onModuleDestroy`. */
  async destroy(): Promise<void> {
    this.closing = this.nest.close();
    await Promise.race([this.closing, this.stages.destroyed.reached]);
  }

  /** Runs `beforeApplicationShutdown`. */
  async prepareShutdown(): Promise<void> {
    this.stages.destroyed.allowNext();
    await Promise.race([this.closing, this.stages.prepared.reached]);
  }

  /** Runs `onApplicationShutdown`. */
  async shutDown(): Promise<void> {
    this.stages.prepared.allowNext();
    await this.closing;
  }
}

/** A point between two lifecycle hooks, at which an application waits. */
class Stage {
  /** Resolves when the hooks before it have run. */
  readonly reached: Promise<void>;
  /** Allows the hooks after it to run. */
  allowNext!: () => void;
  private reach!: () => void;
  private readonly next: Promise<void>;

  constructor() {
    this.reached = new Promise((resolve) => (this.reach = resolve));
    this.next = new Promise((resolve) => (this.allowNext = resolve));
  }

  /** Called by the application; resolves when the hooks after it may run. */
  wait(): Promise<void> {
    this.reach();
    return this.next;
  }
}

/**
 * Stops an application between its hooks. Nest begins a hook with the root module when it closes, and ends it there when
 * it starts.
 */
class Stages implements OnModuleInit, BeforeApplicationShutdown, OnApplicationShutdown {
  readonly initialized = new Stage();
  readonly destroyed = new Stage();
  readonly prepared = new Stage();

  onModuleInit(): Promise<void> {
    return this.initialized.wait();
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.destroyed.wait();
  }

  onApplicationShutdown(): Promise<void> {
    return this.prepared.wait();
  }
}
