import type { Flag } from '../flag.js';
import type { Occurrences } from '../occurrences.js';
import type { OptionProblem } from '../problem.js';
import type { PluginFeatureGates, PluginSettings } from './plugin-settings.js';
import { flagsOfPlugin } from './plugin-flags.js';
import { settingsFaults } from './settings-faults.js';

/** Loads the plugins of paths and packages, and answers what they declare; rejects with the reason. */
export type FindPlugins = (specifiers: readonly string[]) => Promise<readonly PluginSettings[]>;

/** The plugins that a server is to have, as far as flags depend on them. */
export interface FoundPlugins {
  readonly settings: readonly PluginSettings[];
  readonly flags: readonly Flag[];
  readonly featureGates: PluginFeatureGates;
  readonly problems: readonly OptionProblem[];
}

const FLAG = 'plugins';

/** Returns the plugins that flags name: they have to be known before flags can be checked. */
export function namedPlugins(occurrences: Occurrences): readonly string[] {
  return occurrences.get(FLAG)?.texts ?? [];
}

/** Finds the flags and feature gates of plugins. Names that are taken are problems. */
export function foundPlugins(settings: readonly PluginSettings[]): FoundPlugins {
  const faults = settings.flatMap((each, i) => settingsFaults(each, settings.slice(0, i)));
  const usable = faults.length === 0 ? settings : [];
  return {
    settings: usable,
    flags: usable.flatMap(flagsOfPlugin),
    featureGates: Object.assign({}, ...usable.map(({ featureGates }) => featureGates)) as PluginFeatureGates,
    problems: faults.map((message) => ({
      option: `--${FLAG}`,
      message,
      remedy: 'Change the declaration of the plugin.',
    })),
  };
}

/** Returns the problem of a word that names a plugin by one table of flags, and is the value of a plugin's flag by the other. */
export function misreadPlugins(before: Occurrences, after: Occurrences): OptionProblem[] {
  if (namedPlugins(before).join('\0') === namedPlugins(after).join('\0')) return [];
  const message = 'is ambiguous: a flag of a plugin takes the word after it as its value';
  return [{ option: `--${FLAG}`, message, remedy: 'Write the flags of plugins with "=", as --<flag>=<value>.' }];
}
