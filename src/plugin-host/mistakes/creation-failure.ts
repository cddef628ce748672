import { PluginError } from './plugin-error.js';
import { nameOf } from './plugin-sources.js';
import { placeOfThrow } from './thrown-place.js';

/** Returns the error of a plugin whose classes Nest cannot create: with the plugin, the reason, and the place of a throw in its files. */
export function creationFailure(plugin: { readonly name: string }, error: unknown): PluginError {
  const place = placeOfThrow(error);
  const why = error instanceof Error ? error.message : String(error);
  const where = place === undefined ? '' : ` (${place})`;
  return new PluginError([`${nameOf(plugin)}: its classes cannot be created: ${why}${where}`], { cause: error });
}
