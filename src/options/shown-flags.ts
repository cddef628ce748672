import { FLAGS } from './flags.js';
import type { ApiServerOptions } from './option-groups.js';

type PlainGroups = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** The flags of a server with their current values as texts, sorted by name. */
export async function shownFlags(options: ApiServerOptions): Promise<[name: string, value: string][]> {
  const groups = options as unknown as PlainGroups;
  const { flags } = options.cluster.isExtension ? await import('./extension-flags.js') : { flags: FLAGS };
  return flags
    .map(({ name, kind, group, property }): [string, string] => [name, kind.format(groups[group][property])])
    .sort(([a], [b]) => (a < b ? -1 : 1));
}
