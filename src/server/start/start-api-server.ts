import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { ClientAuthorities } from '../../authn/index.js';
import { ServerHealth } from '../../health/index.js';
import { type Logger, NestLogger, SystemClock, createLogger } from '../../observability/index.js';
import {
  type ApiServerOptions,
  OptionsError,
  type PartialOptions,
  type PluginValues,
  resolveOptions,
  waitForAll,
} from '../../options/index.js';
import { ClientIdentity, openClusterConnections } from '../../outbound/index.js';
import type { ControllerPace } from '../../plugin-api/built-in.js';
import {
  type PluginClass,
  checkSettings,
  warnOfDoubts,
  readDeclarations,
  settingsOf,
  tryPlugins,
} from '../../plugin-host/index.js';
import { AppModule, type AppModuleOptions } from './app.module.js';
import { type ListenTarget, createAdapter, insecureFdOf, listenOptions } from '../connections/index.js';
import { type Instruments, openInstruments } from './instruments.js';
import { ListenerTrust, type ListenerTrustParts } from './listener-trust.js';
import { PluginReloads, type PluginReloadsParts, writtenPaths } from './plugin-reloads.js';
import { tracingOf } from './tracing-configuration.js';
import { loggerSettings } from './logger-settings.js';
import { startPublishing } from '../extension/start-publishing.js';
import { shareSecrets } from '../shared-secrets/share-secrets.js';
import { type Storage, StorageEngines } from '../../storage/index.js';
import { engineOf } from './engine-options.js';
import { PluginApplications } from './plugin-applications.js';
import { ensurePorts } from './port-checks.js';
import type { ServerGroup } from './server-group.js';
import { checkEngine, ensureDirectories } from './start-checks.js';
import { type ApiServer, RunningServer } from './running-server.js';

/** The settings of a server, besides its options. */
export interface StartSettings {
  /** The API groups that are served. */
  readonly plugins: readonly PluginClass[];
  /** The server's own among them: they are known to be right, and neither checked nor tried before the start. */
  readonly ownPlugins?: readonly PluginClass[];
  /** Values of plugins' options, for a server that reads no flags. */
  readonly pluginOptions?: PluginValues;
  readonly logger?: Logger;
  /** Where it listens, in place of what the options say. */
  readonly listen?: ListenTarget;
  /** Called when clients can connect, which is before the server is open in whole. */
  readonly onListening?: () => void;
  /** Another engine, form of values or leadership than the options name: for programs with their own. */
  readonly storage?: AppModuleOptions['storage'];
  /** True if controllers run by themselves; they do when not given. */
  readonly controllers?: ControllerPace;
  /** Parts that a test replaces, or looks into. */
  readonly instruments?: Instruments;
  /** The processes that the server is one of; alone when not given. */
  readonly group?: ServerGroup;
}

/** Starts a server from checked options. */
export async function startServer(options: ApiServerOptions, settings: StartSettings): Promise<ApiServer> {
  const { plugins, ownPlugins = [], instruments, storage, group, listen, controllers: pace = 'running' } = settings;
  const logger = settings.logger ?? createLogger(loggerSettings(options));
  checkEngine(options.storage, storage);
  const reloading = { clock: instruments?.clock ?? new SystemClock(), logger };
  // Mistakes are found before anything is created.
  const [declarations, clientAuthorities, proxyIdentity, cluster, tracing] = await waitForAll(
    Promise.resolve().then(() => readDeclarations(plugins, ownPlugins)),
    ClientAuthorities.open({ ...options.authentication, followsCluster: options.cluster.isExtension, ...reloading }),
    openProxyIdentity(options.aggregation, reloading),
    openClusterConnections(options, reloading),
    tracingOf(options, logger),
  );
  const apart = new Set(plugins.filter((plugin) => !ownPlugins.includes(plugin)));
  await tryOthers([...apart], options, logger);
  await ensurePlaces(options, settings);
  const isFrontProxy = !proxyIdentity && !clientAuthorities.proxies;
  const trust = await openTrust(options, { clientAuthorities, isFrontProxy, ...reloading }, storage);
  const root = AppModule.forRoot({
    options,
    logger,
    certificates: trust.certificates,
    clientAuthorities,
    declarations,
    apart,
    storage,
    cluster,
    proxyIdentity,
    tracing,
    instruments,
    group,
    insecureFd: insecureFdOf(listen),
  });
  const app = await createApplication(root, createAdapter(options.serving, trust.current), logger);
  try {
    if (instruments) openInstruments(app, instruments);
    for (const plugin of apart) await app.get(PluginApplications).initialize(plugin);
    await listenFor(app, options, settings);
    await trust.follow(app.getHttpServer() as object);
    proxyIdentity?.start();
    const closers: (() => Promise<void>)[] = [() => trust.close()];
    if (cluster && options.cluster.publishesAuthority) closers.push(startPublishing(app, cluster, trust.serving));
    const server = await RunningServer.of(app, { options, certificates: trust.certificates, closers, pace });
    if (options.extensions.watchPlugins) closers.unshift(followPlugins(app, { server, apart, logger, options }));
    return server;
  } catch (error) {
    await trust.close();
    await app.close();
    throw error;
  }
}

/** Tries plugins that are not the server's own, and warns of what they may not mean. */
async function tryOthers(
  plugins: readonly PluginClass[],
  { extensions }: ApiServerOptions,
  logger: Logger,
): Promise<void> {
  if (extensions.pluginChecks) await tryPlugins(plugins);
  warnOfDoubts(plugins, logger);
}

async function listenFor(
  app: NestFastifyApplication,
  { serving }: ApiServerOptions,
  { listen, onListening }: Pick<StartSettings, 'listen' | 'onListening'>,
): Promise<void> {
  if (onListening) app.getHttpServer().once('listening', onListening);
  await app.listen(listenOptions(listen, serving));
}

/** Reads all certificates, and shares what is to be shared by way of the store, which is open for that long. */
function openTrust(
  options: ApiServerOptions,
  parts: ListenerTrustParts,
  brought: StartSettings['storage'],
): Promise<ListenerTrust> {
  const { isFrontProxy, logger } = parts;
  const { name, ...engine } = engineOf(options);
  const open = (): Promise<Storage> => new StorageEngines(brought?.engines).open(name, { ...engine, logger });
  return shareSecrets(options, { open, isFrontProxy, logger }, () => ListenerTrust.open(options, parts));
}

/** Makes the directories, and reports ports that are taken if it opens its own listeners. */
export async function ensurePlaces(
  options: ApiServerOptions,
  { listen }: Pick<StartSettings, 'listen'>,
): Promise<void> {
  await ensureDirectories(options);
  if (!listen) await ensurePorts(options.serving);
}

interface FollowedPlugins extends Omit<PluginReloadsParts, 'written'> {
  readonly apart: ReadonlySet<PluginClass>;
  readonly options: ApiServerOptions;
}

/** Reloads plugins when their files change; the answer ends that. */
function followPlugins(
  app: NestFastifyApplication,
  { apart, options, ...parts }: FollowedPlugins,
): () => Promise<void> {
  const reloads = new PluginReloads([...apart], { ...parts, written: writtenPaths(options) });
  const name = 'watched-plugins';
  app.get(ServerHealth).addCheck({ name, endpoints: ['readyz'], check: () => {}, remark: () => reloads.remark });
  return () => reloads.close();
}

function createApplication(
  root: ReturnType<typeof AppModule.forRoot>,
  adapter: ReturnType<typeof createAdapter>,
  logger: Logger,
): Promise<NestFastifyApplication> {
  return NestFactory.create<NestFastifyApplication>(root, adapter, {
    logger: new NestLogger(logger),
    abortOnError: false,
    bodyParser: false,
  });
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

/** Workers are processes of the command. */
function refuseWorkers({ workers }: ApiServerOptions): void {
  if (workers.count === 0) return;
  const message = 'is of the command only: a server inside another program has no workers';
  throw new OptionsError([{ option: '--workers', message, remedy: 'Leave it out, or start the command.' }]);
}

/** Starts a server for use inside another program: options that are not given have their defaults; port 0 is a free one. */
export async function startWithDefaults(partial: PartialOptions, settings: StartSettings): Promise<ApiServer> {
  const { plugins, ownPlugins = [], pluginOptions = {} } = settings;
  const declared = plugins.filter((plugin) => !ownPlugins.includes(plugin)).map(settingsOf);
  declared.forEach((each, i) => checkSettings(each, declared.slice(0, i)));
  const resolved = await resolveOptions(partial, { settings: declared, values: pluginOptions });
  if ('problems' in resolved) throw new OptionsError(resolved.problems);
  refuseWorkers(resolved.options);
  return startServer(resolved.options, settings);
}
