import { MASK } from './masked-values.js';
import { FLAGS } from './flags.js';
import type { ApiServerOptions } from './option-groups.js';
import { flagsOfPlugin } from './plugins/plugin-flags.js';
import { flagNameOf } from './plugins/plugin-settings.js';

type PlainGroups = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** Returns the flags of a server with their current values as texts, sorted by name; secrets of plugins are masked. */
export async function shownFlags(options: ApiServerOptions): Promise<[name: string, value: string][]> {
  const groups = options as unknown as PlainGroups;
  const { flags } = options.cluster.isExtension ? await import('./extension-flags.js') : { flags: FLAGS };
  return [
    ...flags.map(({ name, kind, group, property }): [string, string] => [name, kind.format(groups[group][property])]),
    ...shownOfPlugins(options),
  ].sort(([a], [b]) => (a < b ? -1 : 1));
}

function shownOfPlugins({ ofPlugins }: ApiServerOptions): [string, string][] {
  return ofPlugins.all().flatMap((settings) => {
    const values = ofPlugins.optionsOf(settings.key) as Readonly<Record<string, unknown>> | undefined;
    return flagsOfPlugin(settings).map(({ name, kind, property, ofPlugin }): [string, string] => {
      const text = kind.format(values?.[property]);
      return [name, ofPlugin?.isSecret && text !== '' ? MASK : text];
    });
  });
}

/** Returns the names of the flags of plugins whose values are secrets. */
export function secretFlags({ ofPlugins }: ApiServerOptions): string[] {
  return ofPlugins.all().flatMap(({ set }) => {
    const secret = (set?.options ?? []).filter(({ isSecret }) => isSecret);
    return secret.map(({ property }) => flagNameOf(set!.prefix, property));
  });
}
