import { Module } from '@nestjs/common';
import { CodecsModule, Serializers } from '../codecs/index.js';
import { provideFrom } from '../injection/index.js';
import { ServerAddress } from '../options/index.js';
import { Catalogue } from '../plugin-host/index.js';
import { DiscoveryHandler } from './discovery-handler.js';

const PARTS = { catalogue: Catalogue, serializers: Serializers, address: ServerAddress };

/** Provides `DiscoveryHandler`, made from the catalogue. */
@Module({
  imports: [CodecsModule],
  providers: [
    provideFrom(DiscoveryHandler, PARTS, ({ catalogue, serializers, address }) => {
      return new DiscoveryHandler(catalogue, serializers, () => address.localUrl.replace(/^https:\/\//, ''));
    }),
  ],
  exports: [DiscoveryHandler],
})
export class DiscoveryModule {}
