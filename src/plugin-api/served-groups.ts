import type { Stop } from '../registry/index.js';

/**
 * The served groups and versions. Provided by the server; every plugin may inject it.
 *
 * @internal
 * @example
 * class Board { constructor(@Inject(ServedGroups) private readonly served: ServedGroups) {} }
 */
export abstract class ServedGroups {
  /** Returns all groups that are served now, each with its versions, in the order of discovery. */
  abstract groups(): readonly { readonly group: string; readonly versions: readonly string[] }[];
  /** Calls back whenever something is served that was not, or the other way round; the answer ends that. */
  abstract onChange(listener: () => void): Stop;
}
