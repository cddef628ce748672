import { readFileSync } from 'node:fs';
import { type DynamicModule, Module, type ModuleMetadata } from '@nestjs/common';
import { HttpAdapterHost, LazyModuleLoader } from '@nestjs/core';
import { Authenticator, describeIssuer, requestHeaderNames, type IssuerDiscovery } from '../authn/index.js';
import { AccessInspection, Authorizer } from '../authz/index.js';
import { CodecsModule, Serializers } from '../codecs/index.js';
import { ControllerHost } from '../controllers/index.js';
import { DiscoveryHandler } from '../discovery/index.js';
import { ApiHandler } from '../endpoints/index.js';
import { HealthChecks, HealthIndicators, ServerHealth } from '../health/index.js';
import { Clock, Logger, MetricsRegistry, RequestMetrics } from '../observability/index.js';
import { OpenApiDocuments } from '../openapi/index.js';
import { ApiServerOptions, ServerAddress } from '../options/index.js';
import { Contributions, PluginHost, PluginInstances, provideFrom } from '../plugin-host/index.js';
import { Storage } from '../storage/index.js';
import { AccessPages } from './access-pages.js';
import type { ClusterCertificates } from './certificates/index.js';
import { ClientCertificates } from './client-certificate.js';
import { ConnectionGuard } from './connections/index.js';
import { InsecureListener } from './insecure-listener.js';
import { LivePlugins } from './live-plugins.js';
import { NonResourceHandler } from './non-resource-handler.js';
import { RequestPipeline } from './request-pipeline.js';
import { RequestRouting } from './request-routing.js';
import { StartSequence } from './start-sequence.js';

/** What the module is made of; its imports provide what requests are handed to. */
export interface ServerModuleOptions extends Pick<ModuleMetadata, 'imports'> {
  readonly certificates: ClusterCertificates;
}

/** Provides the way of a request, made once, and what happens at start and end besides. */
@Module({})
export class ServerModule {
  /** The module with its options. */
  static forRoot({ certificates, imports = [] }: ServerModuleOptions): DynamicModule {
    return {
      module: ServerModule,
      imports: [...imports, CodecsModule],
      providers: [nonResourceProvider(certificates), PIPELINE, ...LISTENERS, START, LIVE_PLUGINS],
    };
  }
}

const nonResourceProvider = ({ serviceAccountKey }: ClusterCertificates) =>
  provideFrom(
    NonResourceHandler,
    {
      discovery: DiscoveryHandler,
      health: HealthChecks,
      indicators: HealthIndicators,
      metrics: MetricsRegistry,
      openapi: OpenApiDocuments,
      options: ApiServerOptions,
      address: ServerAddress,
      inspection: AccessInspection,
    },
    ({ options, address, inspection, ...parts }) =>
      new NonResourceHandler({
        ...parts,
        access: options.authorization.decisionTrace ? new AccessPages(inspection) : undefined,
        release: options.api.emulatedRelease,
        issuer: issuerOf(options, serviceAccountKey, address),
      }),
  );

/** What is published about the issuer of tokens; made once, when the address is known. */
function issuerOf(options: ApiServerOptions, signingKey: string, address: ServerAddress) {
  const { serviceAccountJwksUri, serviceAccountKeyFiles } = options.authentication;
  let described: IssuerDiscovery | undefined;
  // All keys that tokens are accepted by: those of before as well.
  const keys = (): string[] => [signingKey, ...serviceAccountKeyFiles.map((path) => readFileSync(path, 'utf8'))];
  return (): IssuerDiscovery | undefined =>
    (described ??= describeIssuer({
      issuer: options.serviceAccountIssuers[0],
      keys: keys(),
      keySetUrl: serviceAccountJwksUri || `${address.localUrl}/openid/v1/jwks`,
    }));
}

const PIPELINE = provideFrom(
  RequestPipeline,
  {
    authenticator: Authenticator,
    authorizer: Authorizer,
    api: ApiHandler,
    nonResource: NonResourceHandler,
    metrics: RequestMetrics,
    registry: MetricsRegistry,
    logger: Logger,
    serializers: Serializers,
    options: ApiServerOptions,
  },
  ({ options, options: { serving, authorization, features }, ...parts }) =>
    new RequestPipeline({
      ...parts,
      proxyHeaders: requestHeaderNames(options),
      clientCertificates: new ClientCertificates(),
      maxReading: serving.maxRequestsInFlight,
      maxMutating: serving.maxMutatingRequestsInFlight,
      requestTimeoutMs: serving.requestTimeout,
      allowedOrigins: serving.corsAllowedOrigins,
      strictTransportSecurity: serving.strictTransportSecurityDirectives.join('; '),
      compresses: features.enabled('APIResponseCompression'),
      tracesDecisions: authorization.decisionTrace,
    }),
);

const LISTENERS = [
  provideFrom(
    ConnectionGuard,
    { options: ApiServerOptions },
    ({ options: { serving } }) => new ConnectionGuard({ ...serving, arrivalTimeout: serving.requestTimeout }),
  ),
  provideFrom(
    RequestRouting,
    { host: HttpAdapterHost, pipeline: RequestPipeline, guard: ConnectionGuard },
    ({ host, pipeline, guard }) => new RequestRouting(host, pipeline.handle, guard),
  ),
  provideFrom(
    InsecureListener,
    { options: ApiServerOptions, pipeline: RequestPipeline, guard: ConnectionGuard },
    ({ options, pipeline, guard }) => new InsecureListener(options.serving.insecurePort, pipeline.handle, guard),
  ),
];

const START = provideFrom(
  StartSequence,
  {
    storage: Storage,
    contributions: Contributions,
    health: ServerHealth,
    controllers: ControllerHost,
    logger: Logger,
    clock: Clock,
  },
  (parts) => new StartSequence(parts),
);

const LIVE_PLUGINS = provideFrom(
  LivePlugins,
  {
    loader: LazyModuleLoader,
    instances: PluginInstances,
    host: PluginHost,
    health: ServerHealth,
    logger: Logger,
    clock: Clock,
  },
  (parts) => new LivePlugins(parts),
);
