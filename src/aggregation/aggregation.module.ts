import { type DynamicModule, Global, Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import { provideFrom } from '../injection/index.js';
import { Clock, MetricsRegistry } from '../observability/index.js';
import { ClientIdentity, OutboundMetrics, ServiceResolver } from '../outbound/index.js';
import { AggregationMetrics } from './aggregation-metrics.js';
import { ApiServices } from './api-services.js';
import { ExtensionServerSources } from './extension-server-sources.js';
import { ExtensionServers } from './extension-servers.js';

const PARTS = {
  services: ApiServices,
  resolver: ServiceResolver,
  identity: ClientIdentity,
  clock: Clock,
  registry: MetricsRegistry,
};

/** Provides the API services, empty until a plugin fills them, and the way to the servers behind them. Global. */
@Global()
@Module({})
export class AggregationModule implements OnApplicationShutdown {
  constructor(
    @Inject(ExtensionServers) private readonly servers: ExtensionServers,
    @Inject(ClientIdentity) private readonly identity: ClientIdentity,
  ) {}

  /** Returns the module of a server that shows a certificate to extension servers. */
  static forRoot(identity: ClientIdentity): DynamicModule {
    const providers = [
      ApiServices,
      { provide: ClientIdentity, useValue: identity },
      provideFrom(
        AggregationMetrics,
        { registry: MetricsRegistry },
        ({ registry }) => new AggregationMetrics(registry),
      ),
      provideFrom(
        ExtensionServerSources,
        { services: ApiServices, resolver: ServiceResolver, identity: ClientIdentity },
        (parts) => new ExtensionServerSources(parts),
      ),
      provideFrom(ExtensionServers, { ...PARTS, metrics: AggregationMetrics }, ({ registry, ...parts }) => {
        return new ExtensionServers({ ...parts, outbound: new OutboundMetrics(registry) });
      }),
    ];
    return {
      module: AggregationModule,
      providers,
      exports: [ApiServices, ExtensionServers, ExtensionServerSources, AggregationMetrics],
    };
  }

  onApplicationShutdown(): void {
    this.servers.close();
    this.identity.close();
  }
}
