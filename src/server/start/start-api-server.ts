import 'reflect-metadata';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { ClientAuthorities } from '../../authn/index.js';
import { ControllerHost } from '../../controllers/index.js';
import { type Logger, NestLogger, SystemClock, createLogger } from '../../observability/index.js';
import {
  type ApiServerOptions,
  OptionsError,
  type PartialOptions,
  ServerAddress,
  resolveOptions,
  waitForAll,
} from '../../options/index.js';
import { ClientIdentity, openClusterConnections } from '../../outbound/index.js';
import type { ControllerPace } from '../../plugin-api/index.js';
import { type PluginClass, readDeclarations, tryPlugins } from '../../plugin-host/index.js';
import { AppModule, type AppModuleOptions } from './app.module.js';
import {
  type CertificateSettings,
  type ServerCertificates,
  ServingCertificate,
  ensureServerCertificates,
  writeAdminKubeconfig,
} from '../certificates/index.js';
import { InsecureListener } from '../connections/insecure-listener.js';
import {
  type ListenTarget,
  type ListenerCertificates,
  createAdapter,
  listenOptions,
  portOf,
  renewContext,
} from '../connections/listener.js';
import { LivePlugins } from './live-plugins.js';
import { PluginApplications } from './plugin-applications.js';
import { checkEngine, ensureDirectories, warnOfServingCertificate } from './start-checks.js';
import { StartSequence } from './start-sequence.js';

/** The settings of a server, besides its options. */
export interface StartSettings {
  /** The API groups that are served. */
  readonly plugins: readonly PluginClass[];
  /** The server's own among them: they are known to be right, and neither checked nor tried before the start. */
  readonly ownPlugins?: readonly PluginClass[];
  readonly logger?: Logger;
  /** Where it listens, in place of what the options say. */
  readonly listen?: ListenTarget;
  /** Another engine, form of values or leadership than the options name: for programs that bring their own. */
  readonly storage?: AppModuleOptions['storage'];
  /** True if controllers run by themselves; they do when not given. */
  readonly controllers?: ControllerPace;
}

/** A running server. */
export interface ApiServer {
  /** Where it listens: `https://127.0.0.1:6443`. */
  readonly url: string;
  /** Where it listens without TLS, when it does. */
  readonly insecureUrl: string | undefined;
  /** The absolute path of the administrator's kubeconfig; empty for an extension server, whose cluster has one. */
  readonly kubeconfigPath: string;
  /** The administrator's kubeconfig; empty as well. */
  readonly kubeconfig: string;
  /** The certificate authority, in PEM. */
  readonly certificateAuthority: string;
  /** Resolves when `/readyz` answers 200; rejects when a start hook failed for good, and the server never will be. */
  readonly ready: Promise<void>;
  /** Runs the pending work of each controller, one after another; for servers whose controllers are stepped. */
  stepControllers(): Promise<void>;
  /**
   * Installs a plugin while the server runs: its kinds, versions and contributions are there once it resolves. Rejects
   * with PluginError where the plugin is wrong or would take a name that is taken.
   */
  install(plugin: PluginClass): Promise<void>;
  /**
   * Takes everything a plugin has brought away again: its watches end, its objects stay stored. Resolves when the
   * lifecycle hooks of its end have run.
   */
  uninstall(plugin: PluginClass): Promise<void>;
  /** Finishes running requests, ends watches, closes the store. Closing twice is harmless. */
  close(): Promise<void>;
}

/** Starts a server from checked options. */
export async function startServer(options: ApiServerOptions, settings: StartSettings): Promise<ApiServer> {
  const { plugins, ownPlugins = [] } = settings;
  const logger = settings.logger ?? createLogger({ verbosity: options.observability.verbosity });
  checkEngine(options.storage, settings.storage);
  // Mistakes are found before anything is created.
  const reloading = { clock: new SystemClock(), logger };
  const { isExtension } = options.cluster;
  const [declarations, clientAuthorities, brought, cluster] = await waitForAll(
    Promise.resolve().then(() => readDeclarations(plugins, ownPlugins)),
    ClientAuthorities.open({ ...options.authentication, followsCluster: isExtension, ...reloading }),
    openProxyIdentity(options.aggregation, reloading),
    openClusterConnections(options, reloading),
  );
  if (options.extensions.pluginChecks) await tryPlugins(plugins.filter((plugin) => !ownPlugins.includes(plugin)));
  await ensureDirectories(options);
  const isFrontProxy = !brought && !clientAuthorities.proxies;
  const certificates = await ensureServerCertificates({ ...certificateSettings(options), isFrontProxy });
  warnOfServingCertificate(certificates.serving.certificate, options, logger);
  if (!isExtension) clientAuthorities.addOwn(certificates.authority);
  const serving = new ServingCertificate(certificates, certificateSettings(options), reloading);
  const listenerCertificates = (): ListenerCertificates => ({
    ...serving.current.serving,
    clientAuthorities: clientAuthorities.pem,
  });
  const adapter = createAdapter(options.serving, listenerCertificates());
  const { storage } = settings;
  const apart = new Set(plugins.filter((plugin) => !ownPlugins.includes(plugin)));
  const root = AppModule.forRoot({
    options,
    logger,
    certificates,
    clientAuthorities,
    declarations,
    apart,
    storage,
    cluster,
    proxyIdentity: brought,
  });
  const app = await NestFactory.create<NestFastifyApplication>(root, adapter, {
    logger: new NestLogger(logger),
    abortOnError: false,
    bodyParser: false,
  });
  try {
    for (const plugin of apart) await app.get(PluginApplications).initialize(plugin);
    await app.listen(listenOptions(settings.listen, options.serving));
    const renew = (): void => renewContext(app.getHttpServer(), options.serving, listenerCertificates());
    // What was found out from the cluster came after the listener was made.
    if (isExtension) renew();
    clientAuthorities.onChange(renew);
    serving.onChange(renew);
    clientAuthorities.start();
    await serving.start();
    brought?.start();
    return await RunningServer.of(app, { options, certificates, serving, pace: settings.controllers ?? 'running' });
  } catch (error) {
    serving.close();
    await app.close();
    throw error;
  }
}

function certificateSettings(options: ApiServerOptions): CertificateSettings {
  const { certificateDirectory: directory, serving, network, authentication } = options;
  const { tlsCertFile, tlsPrivateKeyFile } = serving;
  const { serviceAccountSigningKeyFile } = authentication;
  const names = { ...serving, ...network, isExtension: options.cluster.isExtension };
  return { directory, names, tlsCertFile, tlsPrivateKeyFile, serviceAccountSigningKeyFile };
}

/** The client certificate for extension servers that flags name; undefined without them. */
async function openProxyIdentity(
  { clientCertificate, clientKey }: ApiServerOptions['aggregation'],
  parts: Parameters<typeof ClientIdentity.open>[1],
): Promise<ClientIdentity | undefined> {
  if (clientCertificate === '') return undefined;
  const certificate = { option: '--proxy-client-cert-file', path: clientCertificate };
  return ClientIdentity.open({ certificate, key: { option: '--proxy-client-key-file', path: clientKey } }, parts);
}

/** Starts a server for use inside another program: options that are not given have their defaults; port 0 is a free one. */
export async function startWithDefaults(partial: PartialOptions, settings: StartSettings): Promise<ApiServer> {
  const resolved = await resolveOptions(partial);
  if ('problems' in resolved) throw new OptionsError(resolved.problems);
  return startServer(resolved.options, settings);
}

/** The dependencies of a running server. */
interface RunningServerParts {
  readonly options: ApiServerOptions;
  readonly certificates: ServerCertificates;
  readonly serving: ServingCertificate;
  readonly pace: ControllerPace;
}

/** The administrator's kubeconfig: where it lies and what it says. */
interface WrittenKubeconfig {
  readonly path: string;
  readonly text: string;
}

/** A server that listens; it becomes ready on its own. */
class RunningServer implements ApiServer {
  readonly ready: Promise<void>;
  readonly url: string;
  readonly insecureUrl: string | undefined;
  readonly kubeconfigPath: string;
  readonly kubeconfig: string;
  readonly certificateAuthority: string;
  private closing: Promise<void> | undefined;

  private constructor(
    private readonly app: NestFastifyApplication,
    private readonly parts: RunningServerParts,
    kubeconfig: WrittenKubeconfig,
  ) {
    const { certificates, pace } = parts;
    this.kubeconfigPath = kubeconfig.path;
    this.kubeconfig = kubeconfig.text;
    this.url = app.get(ServerAddress).localUrl;
    this.insecureUrl = app.get(InsecureListener).url;
    this.certificateAuthority = certificates.authority;
    this.ready = app.get(StartSequence).run(pace);
    // Failures are reported by /readyz and the log if the caller does not await it.
    this.ready.catch(() => {});
  }

  /** Sets the address of the server, and completes its start. */
  static async of(app: NestFastifyApplication, parts: RunningServerParts): Promise<RunningServer> {
    const { options, certificates } = parts;
    const address = app.get(ServerAddress);
    address.port = portOf(app.getHttpServer());
    const { authority, admin } = certificates;
    if (!admin) return new RunningServer(app, parts, { path: '', text: '' });
    const written = await writeAdminKubeconfig(options.certificateDirectory, address.localUrl, { authority, admin });
    const path = resolve(written);
    return new RunningServer(app, parts, { path, text: await readFile(path, 'utf8') });
  }

  stepControllers(): Promise<void> {
    return this.app.get(ControllerHost).step();
  }

  async install(plugin: PluginClass): Promise<void> {
    if (this.parts.options.extensions.pluginChecks) await tryPlugins([plugin]);
    return this.app.get(LivePlugins).install(plugin);
  }

  uninstall(plugin: PluginClass): Promise<void> {
    return this.app.get(LivePlugins).uninstall(plugin);
  }

  close(): Promise<void> {
    this.parts.serving.close();
    this.closing ??= this.app.close();
    return this.closing;
  }
}
