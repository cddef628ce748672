import { Global, Module } from '@nestjs/common';
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
    { provide: ServiceResolver, useClass: ClusterServices },
    QueueControllerParts,
    ReviewClients,
    WebhookClients,
  ],
  exports: [Catalogue, Stores, ServedGroups, ServiceResolver, QueueControllerParts, ReviewClients, WebhookClients],
})
export class CatalogueModule {}
