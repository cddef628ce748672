import { Module } from '@nestjs/common';
import { ApiServerOptions } from '../options/index.js';
import { builtInSerializers } from './built-in-serializers.js';
import { Serializers } from './negotiation/serializers.js';
import type { Serializer } from './serializer.js';

/** The token of the list of serializers, in the order of preference. */
export const SERIALIZERS = Symbol('Serializers');

function serializersOf({ features }: ApiServerOptions): Serializer[] {
  return builtInSerializers({ hasCbor: features.enabled('CBORServingAndStorage') });
}

/** Provides `Serializers`, made of the list that stands under `SERIALIZERS`. */
@Module({
  providers: [
    { provide: SERIALIZERS, useFactory: serializersOf, inject: [ApiServerOptions] },
    { provide: Serializers, useFactory: (list: readonly Serializer[]) => new Serializers(list), inject: [SERIALIZERS] },
  ],
  exports: [Serializers],
})
export class CodecsModule {}
