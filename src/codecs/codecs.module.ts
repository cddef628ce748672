import { Module } from '@nestjs/common';
import { provideFrom, valueToken } from '../injection/index.js';
import { ApiServerOptions } from '../options/index.js';
import { builtInSerializers } from './built-in-serializers.js';
import { Serializers } from './negotiation/serializers.js';
import type { Serializer } from './serializer.js';

/** The token of the list of serializers, in the order of preference. */
export const SERIALIZERS = valueToken<readonly Serializer[]>('Serializers');

/** Provides `Serializers`, made of the list that stands under `SERIALIZERS`. */
@Module({
  providers: [
    provideFrom(SERIALIZERS, { options: ApiServerOptions }, ({ options: { features } }) =>
      builtInSerializers({ hasCbor: features.enabled('CBORServingAndStorage') }),
    ),
    provideFrom(Serializers, { list: SERIALIZERS }, ({ list }) => new Serializers(list)),
  ],
  exports: [Serializers],
})
export class CodecsModule {}
