import { Inject as inject, Injectable as injectable } from '@nestjs/common';

/**
 * Names what Nest injects into a constructor parameter or a property: a class, text or symbol. The build of a plugin
 * drops types, so that dependencies have to be named.
 *
 * @public
 * @example
 * class Tide { constructor(@Inject(Stores) private readonly stores: Stores) {} }
 */
export const Inject: (token: object | string | symbol) => PropertyDecorator & ParameterDecorator = inject as never;

/**
 * Marks a class that Nest creates, with what it injects.
 *
 * @public
 * @example
 * @Injectable()
 * class Tide {}
 */
export const Injectable: () => ClassDecorator = injectable;
