import {
  type FlagKind,
  durationKind,
  integerKind,
  listKind,
  numberKind,
  pathKind,
  switchKind,
  textKind,
} from '../flag-kinds.js';
import type { Flag } from '../flag.js';
import { type FlagForm, type PluginSettings, type PluginValues, flagNameOf } from './plugin-settings.js';

const KINDS: Readonly<Record<FlagForm, FlagKind<unknown>>> = {
  string: textKind,
  bool: switchKind,
  int: integerKind,
  float: numberKind,
  duration: durationKind,
  strings: listKind,
  file: pathKind,
};

/** Distinguishes the groups of plugins from those of the server. */
const GROUP = 'plugin ';

/** Returns the flags that set a plugin's options. */
export function flagsOfPlugin({ plugin, set }: PluginSettings): Flag[] {
  if (!set) return [];
  const defaults = new set.type() as Readonly<Record<string, unknown>>;
  return set.options.map(({ property, form, help, isSecret }) => ({
    name: flagNameOf(set.prefix, property),
    section: plugin,
    kind: KINDS[form],
    group: GROUP + set.prefix,
    property,
    help,
    isFile: form === 'file',
    ofPlugin: { initial: defaults[property], isSecret },
  }));
}

/** Takes the values of plugins out of what was read, by prefix. */
export function takePluginValues(groups: Record<string, Record<string, unknown>>): PluginValues {
  const names = Object.keys(groups).filter((name) => name.startsWith(GROUP));
  return Object.fromEntries(
    names.map((name) => {
      const values = groups[name];
      delete groups[name];
      return [name.slice(GROUP.length), values];
    }),
  );
}
