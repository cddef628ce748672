import { Module } from '@nestjs/common';
import { isWithin } from '../apimachinery/index.js';
import { AggregationMetrics, ApiServices, ExtensionServers } from '../aggregation/index.js';
import { CodecsModule, Serializers } from '../codecs/index.js';
import { provideFrom } from '../injection/index.js';
import { Clock } from '../observability/index.js';
import { ApiServerOptions, type FeatureGates, ServerAddress } from '../options/index.js';
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
        aggregatedVersions: aggregatedVersions(features, options.api.emulatedRelease),
        isWithoutOpenApiV3: !features.enabled('OpenAPIV3'),
      });
    }),
  ],
  exports: [DiscoveryHandler],
})
export class DiscoveryModule {}

/** The versions of aggregated documents that a release has: v2 came with 1.30, and a gate takes the former one away. */
function aggregatedVersions(features: FeatureGates, release: string): string[] {
  if (!features.enabled('AggregatedDiscoveryEndpoint')) return [];
  return [
    ...(isWithin({ since: '1.30' }, release) ? ['v2'] : []),
    ...(features.enabled('AggregatedDiscoveryRemoveBetaType') ? [] : ['v2beta1']),
  ];
}
