import { Module } from '@nestjs/common';
import { CodecsModule, Serializers } from '../codecs/index.js';
import { ServerAddress } from '../options/index.js';
import { Catalogue } from '../plugin-host/index.js';
import { DiscoveryHandler } from './discovery-handler.js';

/** Provides `DiscoveryHandler`, made from the catalogue. */
@Module({
  imports: [CodecsModule],
  providers: [
    {
      provide: DiscoveryHandler,
      useFactory: (catalogue: Catalogue, serializers: Serializers, address: ServerAddress) =>
        new DiscoveryHandler(catalogue, serializers, () => address.localUrl.replace(/^https:\/\//, '')),
      inject: [Catalogue, Serializers, ServerAddress],
    },
  ],
  exports: [DiscoveryHandler],
})
export class DiscoveryModule {}
