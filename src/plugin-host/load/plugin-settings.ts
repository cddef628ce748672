import { type FindPlugins, type PluginSettings, settingsFaults } from '../../options/index.js';
import { declarationOf, flagsOfClass } from '../../plugin-api/built-in.js';
import { loadPlugins } from './load-plugins.js';
import { PluginError } from '../mistakes/index.js';
import type { PluginClass } from './plugin-class.js';

/** Returns the options and feature gates that a plugin class declares. */
export function settingsOf(plugin: PluginClass): PluginSettings {
  const { group, options: type, flagPrefix, featureGates = {} } = declarationOf(plugin) ?? {};
  // A plugin without a group is refused; that its flags have no names follows from it.
  const hasPrefix = typeof (flagPrefix ?? group) === 'string';
  const prefix = hasPrefix ? (flagPrefix ?? group!.split('.')[0]) : '';
  return {
    key: plugin,
    plugin: plugin.name,
    prefix,
    featureGates,
    ...(type && hasPrefix && { set: { prefix, type, options: flagsOfClass(type) } }),
  };
}

/** Returns a lookup of the settings of plugins that flags name, including those of given ones. */
export function pluginFinder(given: readonly PluginClass[] = []): FindPlugins {
  return async (specifiers) => {
    const plugins = [...given, ...(await loadPlugins(specifiers))];
    return [...new Set(plugins)].map(settingsOf);
  };
}

/** Throws PluginError where what a plugin declares of options and gates is wrong, or one of the others has it. */
export function checkSettings(settings: PluginSettings, others: readonly PluginSettings[]): void {
  const faults = settingsFaults(settings, others);
  if (faults.length > 0) throw new PluginError(faults);
}
