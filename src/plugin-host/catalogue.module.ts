import { Global, Module } from '@nestjs/common';
import { ApiServices, ExtensionServers, ExtensionServerSources } from '../aggregation/index.js';
import { provideFrom } from '../injection/index.js';
import { Clock, Logger, MetricsRegistry } from '../observability/index.js';
import { ApiServerOptions, ServerAddress } from '../options/index.js';
import { OutboundMetrics, ServiceResolver } from '../outbound/index.js';
import { QueueControllerParts } from '../plugin-api/index.js';
import {
  ClusterServices,
  ContainerLogs,
  DeclaredRoles,
  DelegatedStores,
  PluginPages,
  ReviewClients,
  ServedGroups,
  WebhookClients,
} from '../plugin-api/built-in.js';
import { Stores } from '../registry/index.js';
import { Catalogue, InstalledPages, InstalledRoles } from './catalogue/index.js';
import { ServedDelegatedStores, ServiceNames } from './remote/index.js';

const DELEGATED_PARTS = {
  services: ApiServices,
  servers: ExtensionServers,
  sources: ExtensionServerSources,
  catalogue: Catalogue,
  registry: MetricsRegistry,
  clock: Clock,
  logger: Logger,
};

/**
 * Provides the catalogue, empty until plugins are installed. Global, because plugins' modules inject `Stores` and `ServedGroups` without
 * knowing where they come from.
 */
@Global()
@Module({
  providers: [
    Catalogue,
    { provide: Stores, useExisting: Catalogue },
    { provide: ServedGroups, useExisting: Catalogue },
    InstalledPages,
    { provide: PluginPages, useExisting: InstalledPages },
    ContainerLogs,
    InstalledRoles,
    { provide: DeclaredRoles, useExisting: InstalledRoles },
    provideFrom(
      ServiceResolver,
      { stores: Catalogue, options: ApiServerOptions, address: ServerAddress },
      ({ stores, options, address }) =>
        options.cluster.isExtension ? new ServiceNames() : new ClusterServices(stores, options, address),
    ),
    provideFrom(DelegatedStores, DELEGATED_PARTS, ({ registry, ...parts }) => {
      return new ServedDelegatedStores({ ...parts, metrics: new OutboundMetrics(registry) });
    }),
    QueueControllerParts,
    ReviewClients,
    WebhookClients,
  ],
  exports: [
    DelegatedStores,
    Catalogue,
    Stores,
    ServedGroups,
    InstalledPages,
    PluginPages,
    ContainerLogs,
    InstalledRoles,
    DeclaredRoles,
    ServiceResolver,
    QueueControllerParts,
    ReviewClients,
    WebhookClients,
  ],
})
export class CatalogueModule {}
