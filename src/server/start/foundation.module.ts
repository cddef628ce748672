import { type DynamicModule, Global, Module } from '@nestjs/common';
import { Client, ClusterClient, InProcessTransport, RequestEntrance } from '../../client/index.js';
import { provideFrom } from '../../injection/index.js';
import { Clock, Logger, MetricsRegistry, RequestMetrics, SystemClock, Tracing } from '../../observability/index.js';
import { ApiServerOptions, ServerAddress } from '../../options/index.js';
import type { ClusterConnections } from '../../outbound/index.js';
import { ClusterAuthority, FrontProxyAuthority } from '../../plugin-api/built-in.js';
import { APISERVER_USER, Identifiers, RandomIdentifiers } from '../../registry/index.js';
import { RequestObservers } from '../../request/index.js';
import { FRONT_PROXY } from '../certificates/index.js';
import type { Instruments } from './instruments.js';
import { OutsideClient } from './outside-client.js';
import { openMetrics } from './open-metrics.js';

/** The options of the foundation module. */
export interface FoundationModuleOptions {
  readonly options: ApiServerOptions;
  readonly logger: Logger;
  /** The certificate of the cluster's authority, in PEM. */
  readonly authority: string;
  /** The certificate of the authority of this server's own front proxy, in PEM; none when not given. */
  readonly frontProxyAuthority?: string;
  /** The cluster of an extension server; undefined for any other. */
  readonly cluster?: ClusterConnections;
  /** Where spans go; to the log of slow requests alone when not given. */
  readonly tracing?: Tracing;
  /** Parts that a test replaces. */
  readonly instruments?: Pick<Instruments, 'clock' | 'identifiers'>;
}

/** The largest response that plugins read whole, in bytes. */
const MAX_ANSWER_BYTES = 256 * 1024 * 1024;

/** The client that plugins inject: to this server, as the server itself. */
function clientInside({
  entrance,
  clock,
  logger,
}: {
  entrance: RequestEntrance;
  clock: Clock;
  logger: Logger;
}): Client {
  const user = APISERVER_USER;
  const transport = new InProcessTransport({ entrance, clock, user, isShared: true, maxAnswerBytes: MAX_ANSWER_BYTES });
  return new Client(transport, { clock, logger, userAgent: 'binnacle-plugin' });
}

const OUTSIDE_PARTS = { clock: Clock, logger: Logger, registry: MetricsRegistry };

/** The client of the cluster: that of the plugins where the server is the cluster. */
const clusterClientProvider = (cluster: ClusterConnections | undefined) =>
  cluster
    ? provideFrom(ClusterClient, OUTSIDE_PARTS, (parts) => new OutsideClient(cluster.core, parts))
    : { provide: ClusterClient, useExisting: Client };

/** Options, address, clock, logger, metrics, observers of requests: global, because every module and every plugin needs some of it. */
@Global()
@Module({})
export class FoundationModule {
  /** Returns the module for one server. */
  static forRoot({
    options,
    logger,
    authority,
    cluster,
    tracing,
    frontProxyAuthority = '',
    instruments: { clock = new SystemClock(), identifiers = new RandomIdentifiers() } = {},
  }: FoundationModuleOptions): DynamicModule {
    const providers = [
      { provide: ApiServerOptions, useValue: options },
      { provide: ServerAddress, useValue: new ServerAddress(options.serving) },
      { provide: ClusterAuthority, useValue: new ClusterAuthority(authority) },
      { provide: FrontProxyAuthority, useValue: new FrontProxyAuthority(frontProxyAuthority, [FRONT_PROXY]) },
      { provide: Logger, useValue: logger },
      { provide: Tracing, useValue: tracing ?? new Tracing(logger) },
      { provide: Clock, useValue: clock },
      { provide: Identifiers, useValue: identifiers },
      { provide: MetricsRegistry, useFactory: () => openMetrics(options, logger) },
      {
        provide: RequestObservers,
        useValue: new RequestObservers((error) => logger.error('an observer of requests failed', { error })),
      },
      { provide: RequestEntrance, useValue: new RequestEntrance() },
      provideFrom(Client, { entrance: RequestEntrance, clock: Clock, logger: Logger }, clientInside),
      clusterClientProvider(cluster),
      provideFrom(RequestMetrics, { metrics: MetricsRegistry }, ({ metrics }) => new RequestMetrics(metrics)),
    ];
    return { module: FoundationModule, providers, exports: providers.map(({ provide }) => provide) };
  }
}
