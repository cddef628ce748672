import { Module } from '@nestjs/common';
import { AggregationMetrics, ApiServices, ExtensionServers } from '../aggregation/index.js';
import { CodecsModule, Serializers } from '../codecs/index.js';
import { provideFrom } from '../injection/index.js';
import { Clock } from '../observability/index.js';
import { ApiServerOptions, ServerAddress } from '../options/index.js';
import { Catalogue } from '../plugin-host/index.js';
import { DiscoveryHandler } from './discovery-handler.js';
import { RemoteDiscovery } from './remote-discovery.js';

const PARTS = {
  catalogue: Catalogue,
  services: ApiServices,
  remote: RemoteDiscovery,
  serializers: Serializers,
  address: ServerAddress,
  options: ApiServerOptions,
};

const REMOTE_PARTS = { services: ApiServices, servers: ExtensionServers, metrics: AggregationMetrics, clock: Clock };

/** Provides `DiscoveryHandler`, made from the catalogue. */
@Module({
  imports: [CodecsModule],
  providers: [
    provideFrom(RemoteDiscovery, REMOTE_PARTS, (parts) => new RemoteDiscovery(parts)),
    provideFrom(DiscoveryHandler, PARTS, ({ serializers, address, options, ...parts }) => {
      const serverAddress = (): string => address.localUrl.replace(/^https:\/\//, '');
      const { features, cluster } = options;
      return new DiscoveryHandler(serializers, {
        ...parts,
        serverAddress,
        isExtension: cluster.isExtension,
        isWithoutAggregation: !features.enabled('AggregatedDiscoveryEndpoint'),
        isWithoutOpenApiV3: !features.enabled('OpenAPIV3'),
      });
    }),
  ],
  exports: [DiscoveryHandler],
})
export class DiscoveryModule {}
