import { Global, Module } from '@nestjs/common';
import { provideFrom } from '../injection/index.js';
import { ApiServerOptions, ServerAddress } from '../options/index.js';
import { ServiceResolver } from '../outbound/index.js';
import {
  ClusterServices,
  QueueControllerParts,
  ReviewClients,
  ServedGroups,
  WebhookClients,
} from '../plugin-api/index.js';
import { Stores } from '../registry/index.js';
import { Catalogue } from './catalogue.js';
import { ServiceNames } from './cluster/service-names.js';

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
    provideFrom(
      ServiceResolver,
      { stores: Catalogue, options: ApiServerOptions, address: ServerAddress },
      ({ stores, options, address }) =>
        options.cluster.isExtension ? new ServiceNames() : new ClusterServices(stores, options, address),
    ),
    QueueControllerParts,
    ReviewClients,
    WebhookClients,
  ],
  exports: [Catalogue, Stores, ServedGroups, ServiceResolver, QueueControllerParts, ReviewClients, WebhookClients],
})
export class CatalogueModule {}
