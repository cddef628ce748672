import 'reflect-metadata';
import { readFile } from 'node:fs/promises';
import type { Server } from 'node:http';
import { join, resolve } from 'node:path';
import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { AdmissionChain } from '../admission/index.js';
import { ControllerHost } from '../controllers/index.js';
import { Clock, type Logger, NestLogger, createLogger } from '../observability/index.js';
import {
  type ApiServerOptions,
  OptionsError,
  type PartialOptions,
  ServerAddress,
  resolveOptions,
} from '../options/index.js';
import { Catalogue, PluginHost, type PluginClass, readDeclarations } from '../plugin-host/index.js';
import { type Injectable } from '../registry/index.js';
import {
  Storage,
  type StorageModuleOptions,
  UnreadableValues,
  ValueTransformers,
  WatchCache,
} from '../storage/index.js';
import { AppModule } from './app.module.js';
import { type ClusterCertificates, ensureClusterCertificates, writeAdminKubeconfig } from './certificates/index.js';
import { gateModules } from './gates.js';
import { createAdapter, listenInsecurely, portOf, routeAll } from './listener.js';
import { createPipeline } from './create-pipeline.js';
import type { RequestPipeline } from './request-pipeline.js';
import { ServerHealth } from './server-health.js';
import { runStartHooks } from './start-hooks.js';

/** What a server is started with, besides its options. */
export interface StartSettings {
  /** The API groups that are served. */
  readonly plugins: readonly PluginClass[];
  readonly logger?: Logger;
  /** Another engine, or another form of values, than the options name: for programs that bring their own. */
  readonly storage?: Partial<Pick<StorageModuleOptions, 'engine' | 'transformers'>>;
}

/** A running server. */
export interface ApiServer {
  /** Where it listens: `https://127.0.0.1:6443`. */
  readonly url: string;
  /** Where it listens without TLS, when it does. */
  readonly insecureUrl: string | undefined;
  /** The absolute path of the administrator's kubeconfig. */
  readonly kubeconfigPath: string;
  /** The administrator's kubeconfig. */
  readonly kubeconfig: string;
  /** The certificate authority, in PEM. */
  readonly certificateAuthority: string;
  /** Resolves when `/readyz` answers 200; rejects when a start hook failed for good, and the server never will be. */
  readonly ready: Promise<void>;
  /** Finishes running requests, ends watches, closes the store. Closing twice is harmless. */
  close(): Promise<void>;
}

/** Where a store begins that nothing was ever written to. */
const EMPTY_STORE_REVISION = 1;

/** How long running requests get to finish at shutdown, in milliseconds. */
const DRAIN_MS = 10_000;

/** Starts a server from checked options. */
export async function startServer(options: ApiServerOptions, settings: StartSettings): Promise<ApiServer> {
  const logger = settings.logger ?? createLogger({ verbosity: options.observability.verbosity });
  // Mistakes in plugins are found before anything is created.
  const declarations = readDeclarations(settings.plugins);
  const certificates = await ensureClusterCertificates({
    directory: options.certificateDirectory,
    names: { ...options.serving, ...options.network },
    tlsCertFile: options.serving.tlsCertFile,
    tlsPrivateKeyFile: options.serving.tlsPrivateKeyFile,
    serviceAccountSigningKeyFile: options.authentication.serviceAccountSigningKeyFile,
  });
  const clientAuthorities = await clientAuthoritiesOf(options, certificates);
  const adapter = createAdapter(options.serving, {
    certificate: certificates.serving.certificate,
    key: certificates.serving.key,
    clientAuthorities,
  });
  const root = AppModule.forRoot({
    options,
    logger,
    storage: { ...storageOptions(options), ...settings.storage },
    plugins: settings.plugins,
    gates: gateModules(certificates),
  });
  const app = await NestFactory.create<NestFastifyApplication>(root, adapter, {
    logger: new NestLogger(logger),
    abortOnError: false,
    bodyParser: false,
  });
  const server = new RunningServer(app, options, certificates, logger);
  try {
    await server.start(declarations);
  } catch (error) {
    await app.close();
    throw error;
  }
  return server;
}

/** Starts a server for use inside another program: options that are not given have their defaults; port 0 is a free one. */
export async function startWithDefaults(partial: PartialOptions, settings: StartSettings): Promise<ApiServer> {
  const resolved = await resolveOptions(partial);
  if ('problems' in resolved) throw new OptionsError(resolved.problems);
  return startServer(resolved.options, settings);
}

function storageOptions({ storage }: ApiServerOptions): Parameters<typeof AppModule.forRoot>[0]['storage'] {
  return {
    engine: { directory: storage.backend === 'memory' ? ':memory:' : join(storage.dataDir, 'store') },
    compaction: { retentionMs: storage.compactionInterval },
    ...(!storage.watchCache && { watchCache: { ring: { maxEvents: 0 } } }),
  };
}

async function clientAuthoritiesOf(options: ApiServerOptions, { authority }: ClusterCertificates): Promise<string[]> {
  const { clientCaFile } = options.authentication;
  // The cluster's own authority signs the administrator's certificate, whatever else is trusted.
  return clientCaFile === '' ? [authority] : [authority, await readFile(clientCaFile, 'utf8')];
}

class RunningServer implements ApiServer {
  url = '';
  insecureUrl: string | undefined;
  kubeconfigPath = '';
  kubeconfig = '';
  ready: Promise<void> = Promise.resolve();
  private pipeline!: RequestPipeline;
  private insecure: Server | undefined;
  private readonly health: ServerHealth;
  private closing: Promise<void> | undefined;

  constructor(
    private readonly app: NestFastifyApplication,
    private readonly options: ApiServerOptions,
    private readonly certificates: ClusterCertificates,
    private readonly logger: Logger,
  ) {
    this.health = new ServerHealth(app.get(Storage), app.get(Clock), options.serving.livezGracePeriod);
  }

  get certificateAuthority(): string {
    return this.certificates.authority;
  }

  async start(declarations: ReturnType<typeof readDeclarations>): Promise<void> {
    const { app, options } = this;
    const host = new PluginHost({
      catalogue: app.get(Catalogue),
      storage: app.get(Storage),
      watchCache: app.get(WatchCache),
      transformers: app.get(ValueTransformers),
      unreadable: app.get(UnreadableValues),
      admission: app.get(AdmissionChain),
      options,
      clock: app.get(Clock),
    });
    const instanceOf = <T>(plugin: PluginClass, hook: Injectable<T>): T =>
      app.select(plugin as never).get<T>(hook as never, { strict: true });
    const startHooks = host.installAll(declarations, instanceOf);
    this.pipeline = createPipeline(app, options, {
      health: this.health,
      serviceAccountKey: this.certificates.serviceAccountKey,
      url: () => this.url,
    });
    routeAll(app.getHttpAdapter() as never, this.pipeline.handle);
    await app.listen(options.serving.securePort, options.serving.bindAddress);
    await this.publishAddresses();
    this.ready = this.finishStart(startHooks);
    // Whoever does not wait for it is told by /readyz and the log.
    this.ready.catch(() => {});
  }

  private async publishAddresses(): Promise<void> {
    const { serving } = this.options;
    const port = portOf(this.app.getHttpServer());
    this.app.get(ServerAddress).port = port;
    const host = serving.bindAddress === '0.0.0.0' || serving.bindAddress === '::' ? '127.0.0.1' : serving.bindAddress;
    this.url = `https://${host.includes(':') ? `[${host}]` : host}:${port}`;
    if (serving.insecurePort > 0) {
      this.insecure = await listenInsecurely(serving.insecurePort, this.pipeline.handle);
      this.insecureUrl = `http://127.0.0.1:${portOf(this.insecure)}`;
    }
    const written = await writeAdminKubeconfig(this.options.certificateDirectory, this.url, this.certificates);
    this.kubeconfigPath = resolve(written);
    this.kubeconfig = await readFile(this.kubeconfigPath, 'utf8');
  }

  private async finishStart(hooks: Parameters<typeof runStartHooks>[0]): Promise<void> {
    const storage = this.app.get(Storage);
    const isNew = (await storage.currentRevision()) <= EMPTY_STORE_REVISION;
    await runStartHooks(hooks, { health: this.health, logger: this.logger, clock: this.app.get(Clock) });
    if (this.closing) return;
    // What made a new cluster is no history anybody could have followed.
    if (isNew) await storage.compact(await storage.currentRevision());
    this.app.get(ControllerHost).start();
    this.health.markReady();
  }

  close(): Promise<void> {
    this.closing ??= this.shutDown();
    return this.closing;
  }

  private async shutDown(): Promise<void> {
    this.health.markShuttingDown();
    const { shutdownDelay } = this.options.serving;
    if (shutdownDelay > 0) await new Promise((resolve) => setTimeout(resolve, shutdownDelay));
    await this.app.get(ControllerHost).stop();
    this.pipeline.drain();
    const deadline = Date.now() + DRAIN_MS;
    while (this.pipeline.openRequests > 0 && Date.now() < deadline)
      await new Promise((resolve) => setTimeout(resolve, 5));
    this.insecure?.closeAllConnections();
    this.insecure?.close();
    await this.app.close();
  }
}
