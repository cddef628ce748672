import { readFileSync } from 'node:fs';
import { type DynamicModule, Module, type ModuleMetadata } from '@nestjs/common';
import { APP_FILTER, HttpAdapterHost, ModulesContainer } from '@nestjs/core';
import { ApiServices, ExtensionServers } from '../../aggregation/index.js';
import { Auditing } from '../../audit/index.js';
import { Authenticator, describeIssuer, FrontProxies, type IssuerDiscovery } from '../../authn/index.js';
import { Authorizer } from '../../authz/index.js';
import { RequestEntrance } from '../../client/index.js';
import { CodecsModule, Serializers } from '../../codecs/index.js';
import { ControllerHost } from '../../controllers/index.js';
import { DiscoveryHandler } from '../../discovery/index.js';
import { AnswerResources, ApiHandler } from '../../endpoints/index.js';
import { HealthChecks, HealthIndicators, ServerHealth } from '../../health/index.js';
import { provideFrom } from '../../injection/index.js';
import { Clock, Logger, MetricsRegistry, RequestMetrics, SystemClock, Tracing } from '../../observability/index.js';
import { OpenApiDocuments } from '../../openapi/index.js';
import { ApiServerOptions, ServerAddress } from '../../options/index.js';
import {
  Catalogue,
  CatalogueModule,
  ClusterKinds,
  Contributions,
  PluginHost,
  PluginReplacement,
  PluginInstances,
  PluginSurfaceModule,
  RouteClaims,
  StoredLosses,
  routesOfController,
} from '../../plugin-host/index.js';
import { RequestObservers } from '../../request/index.js';
import { Leadership, Storage, WatchCache } from '../../storage/index.js';
import { DelegationHandler } from '../aggregation/delegation-handler.js';
import { DebugPages } from '../pages/debug/debug-pages.js';
import { AccessPagesController } from '../pages/access-pages.controller.js';
import { HistoryPagesController } from '../pages/history/history-pages.controller.js';
import { ObjectHistory } from '../pages/history/object-history.js';
import type { ServerCertificates } from '../certificates/index.js';
import { ClientCertificates } from '../filters/client-certificate.js';
import { RequestLimiter } from '../filters/request-limiter.js';
import {
  ConnectionGuard,
  InsecureListener,
  RequestRouting,
  type RoutingParts,
  insecurePlaces,
} from '../connections/index.js';
import { FoundationModule } from './foundation.module.js';
import { LivePlugins } from './live-plugins.js';
import { NestRouter } from '../pages/nest-router.js';
import { NonResourceHandler } from '../pages/non-resource-handler.js';
import type { RequestGate } from '../pipeline/request-gate.js';
import { BootstrapHistory } from '../pipeline/bootstrap-history.js';
import type { AccessParts, PipelineParts } from '../pipeline/pipeline-parts.js';
import { RequestDrain } from '../pipeline/request-drain.js';
import { RequestPipeline } from '../pipeline/request-pipeline.js';
import { addServerObservers } from '../pipeline/server-observers.js';
import { RouteFailures } from '../pages/route-failures.filter.js';
import { PluginApplications } from './plugin-applications.js';
import { PluginProvisions } from './plugin-provisions.js';
import type { ServerGroup } from './server-group.js';
import type { StartHookParts } from './start-hooks.js';
import { StartSequence } from './start-sequence.js';

/** The options of the module; its imports provide the handlers of requests. */
export interface ServerModuleOptions extends Pick<ModuleMetadata, 'imports'> {
  readonly certificates: ServerCertificates;
  /** True if administrators may ask who has access to what (`--decision-trace`). */
  readonly explainsAccess: boolean;
  /** Called with every request before its limits; none when not given. */
  readonly gate?: RequestGate;
  /** The processes that the server is one of. */
  readonly group?: ServerGroup;
  /** The socket for requests without TLS, where another process has bound it. */
  readonly insecureFd?: number;
}

/** Provides the way of a request, made once, and what happens at start and end besides. */
@Module({})
export class ServerModule {
  /** Returns the module with its options. */
  static forRoot(options: ServerModuleOptions): DynamicModule {
    const { certificates, explainsAccess, gate, group, insecureFd, imports = [] } = options;
    return {
      module: ServerModule,
      imports: [...imports, CodecsModule],
      controllers: pagesOf(explainsAccess),
      providers: [
        nestRouterProvider(explainsAccess),
        HISTORY,
        { provide: APP_FILTER, useClass: RouteFailures },
        nonResourceProvider(certificates, group),
        DELEGATION,
        pipelineProvider(gate),
        ...LISTENERS,
        insecureProvider(insecureFd),
        HISTORY_OF_BOOTSTRAP,
        START,
        PLUGIN_APPLICATIONS,
        LIVE_PLUGINS,
      ],
    };
  }
}

/** The controllers of the pages below `/debug/`. */
function pagesOf(explainsAccess: boolean) {
  return explainsAccess ? [HistoryPagesController, AccessPagesController] : [HistoryPagesController];
}

const HISTORY = provideFrom(
  ObjectHistory,
  { catalogue: Catalogue, authorizer: Authorizer, storage: Storage },
  (parts) => new ObjectHistory(parts),
);

const nestRouterProvider = (explainsAccess: boolean) =>
  provideFrom(NestRouter, { host: HttpAdapterHost, claims: RouteClaims }, ({ host, claims }) => {
    claims.claim(ServerModule, pagesOf(explainsAccess).flatMap(routesOfController));
    return new NestRouter(host, claims);
  });

const nonResourceProvider = ({ serviceAccountKey }: ServerCertificates, group: ServerGroup | undefined) =>
  provideFrom(
    NonResourceHandler,
    {
      discovery: DiscoveryHandler,
      health: HealthChecks,
      progress: ServerHealth,
      indicators: HealthIndicators,
      metrics: MetricsRegistry,
      openapi: OpenApiDocuments,
      options: ApiServerOptions,
      address: ServerAddress,
      router: NestRouter,
      limiter: RequestLimiter,
      clock: Clock,
      logger: Logger,
    },
    ({ options, address, limiter, logger, metrics, ...parts }) =>
      new NonResourceHandler({
        ...parts,
        metrics: group?.metricsOf(metrics) ?? metrics,
        flowControl: limiter.control,
        debug: new DebugPages({ options, logger, clock: parts.clock }),
        member: group?.member,
        release: options.api.emulatedRelease,
        issuer: issuerOf(options, serviceAccountKey, address),
      }),
  );

/** Returns the discovery documents of the token issuer; created once, when the address is known. */
function issuerOf(options: ApiServerOptions, signingKey: string, address: ServerAddress) {
  const { serviceAccountJwksUri, serviceAccountKeyFiles } = options.authentication;
  let described: IssuerDiscovery | undefined;
  if (options.cluster.isExtension) return () => undefined;
  // All keys that tokens are accepted by: those of before as well.
  const keys = (): string[] => [signingKey, ...serviceAccountKeyFiles.map((path) => readFileSync(path, 'utf8'))];
  return (): IssuerDiscovery | undefined =>
    (described ??= describeIssuer({
      issuer: options.serviceAccountIssuers[0],
      keys: keys(),
      keySetUrl: serviceAccountJwksUri || `${address.localUrl}/openid/v1/jwks`,
    }));
}

const DELEGATION = provideFrom(
  DelegationHandler,
  { services: ApiServices, servers: ExtensionServers, options: ApiServerOptions, logger: Logger },
  ({ options: { aggregation, features }, ...parts }) =>
    new DelegationHandler({
      ...parts,
      rejectsRedirects: aggregation.rejectsRedirects,
      namesUid: features.enabled('RemoteRequestHeaderUID'),
    }),
);

const accessParts = (
  parts: Pick<AccessParts, 'authenticator' | 'authorizer' | 'frontProxies'>,
  { api, features }: ApiServerOptions,
): AccessParts => ({
  ...parts,
  clientCertificates: new ClientCertificates(),
  release: api.emulatedRelease,
  constrainsImpersonation: features.enabled('ConstrainedImpersonation'),
});

const pipelineProvider = (gate: RequestGate | undefined) =>
  provideFrom(
    RequestPipeline,
    {
      authenticator: Authenticator,
      authorizer: Authorizer,
      frontProxies: FrontProxies,
      api: ApiHandler,
      delegation: DelegationHandler,
      catalogue: Catalogue,
      nonResource: NonResourceHandler,
      metrics: RequestMetrics,
      limiter: RequestLimiter,
      registry: MetricsRegistry,
      auditing: Auditing,
      observers: RequestObservers,
      logger: Logger,
      clock: Clock,
      serializers: Serializers,
      shared: AnswerResources,
      tracing: Tracing,
      entrance: RequestEntrance,
      history: BootstrapHistory,
      options: ApiServerOptions,
    },
    ({ options, registry, auditing, entrance, ...parts }) => {
      addServerObservers({ ...parts, registry, tracesDecisions: options.authorization.decisionTrace });
      const { authenticator, authorizer, frontProxies, api, delegation, nonResource, limiter } = parts;
      const { serializers, shared, ...others } = parts;
      const release = options.api.emulatedRelease;
      const pipeline = new RequestPipeline({
        ...others,
        ...pipelineSettings(options, parts.logger),
        auditor: auditing.auditor,
        access: accessParts({ authenticator, authorizer, frontProxies }, options),
        handlers: { api, delegation, nonResource },
        limits: { limiter, instrument: gate, requestTimeoutMs: options.serving.requestTimeout, release },
        responses: {
          serializers,
          shared,
          compresses: options.features.enabled('APIResponseCompression'),
          showsCauses: options.extensions.development,
        },
      });
      entrance.dispatch = pipeline.handleInside;
      return pipeline;
    },
  );

/** How long running requests get to finish, in milliseconds: container engines wait as long before they kill a process. */
const DRAIN_MS = 10_000;
/** An author who watches waits for the end of the server. */
const DEVELOPMENT_DRAIN_MS = 2_000;

/** Returns the parts of the pipeline that only options determine. */
function pipelineSettings(
  { serving, console, extensions: { development } }: ApiServerOptions,
  logger: Pick<Logger, 'warn'>,
): Pick<PipelineParts, 'browsers' | 'connections'> {
  const drain = new RequestDrain({
    sendsRetryAfter: serving.shutdownSendRetryAfter,
    watchGraceMs: serving.shutdownWatchTerminationGracePeriod,
    limitMs: development ? DEVELOPMENT_DRAIN_MS : DRAIN_MS,
    onSlow: ({ lifetime: { waitsFor: hook }, method, path }) =>
      logger.warn('a request had not finished when the server ended', { method, path, hook }),
  });
  return {
    browsers: {
      allowedOrigins: serving.corsAllowedOrigins,
      refusesCrossSite: console.enabled,
      strictTransportSecurity: serving.strictTransportSecurityDirectives.join('; '),
    },
    connections: { drain, goawayChance: serving.goawayChance },
  };
}

const HANDSHAKE_ERRORS = {
  name: 'apiserver_tls_handshake_errors_total',
  help: 'Connections that could not agree on TLS.',
};

const LISTENERS = [
  provideFrom(
    ConnectionGuard,
    { options: ApiServerOptions, metrics: MetricsRegistry },
    ({ options: { serving }, metrics }) => {
      const errors = metrics.counter(HANDSHAKE_ERRORS).labels();
      const onHandshakeError = (): void => errors.increment();
      return new ConnectionGuard({ ...serving, arrivalTimeout: serving.requestTimeout, onHandshakeError });
    },
  ),
  provideFrom(
    RequestRouting,
    { host: HttpAdapterHost, pipeline: RequestPipeline, guard: ConnectionGuard, delegation: DelegationHandler },
    ({ host, ...parts }) => new RequestRouting(host, routingParts(parts)),
  ),
];

const insecureProvider = (fd: number | undefined) =>
  provideFrom(
    InsecureListener,
    { options: ApiServerOptions, pipeline: RequestPipeline, guard: ConnectionGuard, delegation: DelegationHandler },
    ({ options, ...parts }) => new InsecureListener(insecurePlaces(options.serving, fd), routingParts(parts)),
  );

function routingParts({
  pipeline,
  guard,
  delegation,
}: {
  readonly pipeline: RequestPipeline;
  readonly guard: ConnectionGuard;
  readonly delegation: DelegationHandler;
}): RoutingParts {
  const isDelegated = (path: string): boolean => delegation.serviceOf(path) !== undefined;
  return { handler: pipeline.handle, guard, isDelegated };
}

const HISTORY_OF_BOOTSTRAP = provideFrom(
  BootstrapHistory,
  { storage: Storage, cache: WatchCache, logger: Logger },
  (parts) => new BootstrapHistory(parts),
);

/** The time by which start hooks are tried again. */
function hookTimes({ extensions }: ApiServerOptions): Pick<StartHookParts, 'clock' | 'isDevelopment'> {
  return { clock: new SystemClock(), isDevelopment: extensions.development };
}

const START = provideFrom(
  StartSequence,
  {
    storage: Storage,
    history: BootstrapHistory,
    leadership: Leadership,
    contributions: Contributions,
    health: ServerHealth,
    controllers: ControllerHost,
    cluster: ClusterKinds,
    limiter: RequestLimiter,
    losses: StoredLosses,
    logger: Logger,
    options: ApiServerOptions,
  },
  ({ options, ...parts }) => new StartSequence({ ...parts, features: options.features, ...hookTimes(options) }),
);

/** The modules whose exports plugins may inject. */
const GLOBALS: ReadonlySet<unknown> = new Set([FoundationModule, CatalogueModule, PluginSurfaceModule]);

const PLUGIN_APPLICATIONS = provideFrom(
  PluginApplications,
  { modules: ModulesContainer, instances: PluginInstances, router: NestRouter, options: ApiServerOptions },
  ({ options, ...parts }) => {
    const failures = new RouteFailures(parts.router);
    return new PluginApplications({ ...parts, globals: GLOBALS, failures, provisions: new PluginProvisions(options) });
  },
);

const LIVE_PLUGINS = provideFrom(
  LivePlugins,
  {
    applications: PluginApplications,
    instances: PluginInstances,
    host: PluginHost,
    replacement: PluginReplacement,
    losses: StoredLosses,
    health: ServerHealth,
    logger: Logger,
    leadership: Leadership,
    options: ApiServerOptions,
  },
  ({ options, ...parts }) => new LivePlugins({ ...parts, ...hookTimes(options) }),
);
