import { PluginError, loadPlugins, readDeclarations } from '../plugin-host/index.js';
import { CommandError } from './output.js';

type Load = typeof loadPlugins;

/**
 * Loads the plugins that a command was given, and checks their declarations as a server does at its start. Throws CommandError
 * with all mistakes.
 */
export async function loadChecked(specifiers: readonly string[], load: Load = loadPlugins): ReturnType<Load> {
  const plugins = await load(specifiers).catch((error: Error) => {
    throw new CommandError(error.message);
  });
  try {
    readDeclarations(plugins);
  } catch (error) {
    throw error instanceof PluginError ? new CommandError(error.message) : error;
  }
  return plugins;
}

/** Returns the specifiers of a list with commas. */
export function specifiersOf(list: string | boolean | undefined): string[] {
  return String(list ?? '')
    .split(',')
    .filter((text) => text !== '');
}
