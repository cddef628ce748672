import { Module } from '@nestjs/common';
import { builtInSerializers } from './built-in-serializers.js';
import { Serializers } from './negotiation/serializers.js';
import type { Serializer } from './serializer.js';

/** The token of the list of serializers, in the order of preference. */
export const SERIALIZERS = Symbol('Serializers');

/** Provides `Serializers`, made of the list that stands under `SERIALIZERS`. */
@Module({
  providers: [
    { provide: SERIALIZERS, useFactory: builtInSerializers },
    { provide: Serializers, useFactory: (list: readonly Serializer[]) => new Serializers(list), inject: [SERIALIZERS] },
  ],
  exports: [Serializers],
})
export class CodecsModule {}
