import type { FlagForm, PluginOption } from '../options/index.js';
import { refuseStandardDecorators } from '../schema/index.js';

/**
 * The traits of a plugin's flag.
 *
 * @public
 * @example
 * const traits: FlagTraits = { help: 'Password of the harbor master.', secret: true };
 */
export interface FlagTraits {
  /** The text of `--help`. */
  readonly help: string;
  /** True if the value is never shown: in the help, at /flagz, in messages. For the forms `string` and `file`. */
  readonly secret?: boolean;
}

const FLAGS = Symbol.for('binnacle.flags');

/**
 * Declares a member of a plugin's options as a flag: `queueLength` of the plugin of harbor.example.com is
 * `--harbor-queue-length`, `BINNACLE_HARBOR_QUEUE_LENGTH`, and `harbor-queue-length` in the configuration file. Its value in
 * a new instance is the default. Rules of class-validator beside it are checked when the server starts.
 *
 * @public
 * @example
 * class HarborOptions {
 *   @Flag('int', { help: 'Ships that may wait.' })
 *   @Min(1)
 *   queueLength = 10;
 * }
 */
export function Flag(form: FlagForm, { help, secret = false }: FlagTraits): PropertyDecorator {
  return (target, property) => {
    refuseStandardDecorators('@Flag', property);
    const flag = { property: String(property), form, help, isSecret: secret };
    const owner = target.constructor as unknown as Record<symbol, readonly PluginOption[] | undefined>;
    const declared = [...(owner[FLAGS] ?? []), flag];
    Object.defineProperty(owner, FLAGS, { value: declared, configurable: true });
  };
}

/**
 * Returns the options that a class declares, those of the classes that it extends among them.
 *
 * @internal
 * @example
 * const names = flagsOfClass(class HarborOptions {}).map(({ property }) => property);
 */
export function flagsOfClass(type: new () => object): readonly PluginOption[] {
  return (type as unknown as Record<symbol, readonly PluginOption[] | undefined>)[FLAGS] ?? [];
}
