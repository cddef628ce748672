import { declarationOf } from '../../plugin-api/built-in.js';
import { describeLoadFault } from './load-fault.js';
import { locatePlugin } from './locate-plugin.js';
import { serveOwnPackages } from './own-packages.js';
import { PluginError, rememberSource } from '../mistakes/index.js';
import type { PluginClass } from './plugin-class.js';

/** Loads third-party plugins (`--plugins`): paths of modules or folders, or package names. Every export that is a plugin counts. */
export async function loadPlugins(specifiers: readonly string[]): Promise<PluginClass[]> {
  const mistakes: string[] = [];
  const plugins: PluginClass[] = [];
  for (const specifier of specifiers) {
    try {
      plugins.push(...(await loadPlugin(specifier)));
    } catch (error) {
      mistakes.push(`${specifier}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  if (mistakes.length > 0) throw new PluginError(mistakes);
  return plugins;
}

/**
 * Loads the plugins of one path or package. With a generation above 0 its files are loaded again, and with them what they
 * import by relative paths; Node keeps the former modules. Rejects with the reason and its place.
 */
export async function loadPlugin(specifier: string, generation = 0): Promise<PluginClass[]> {
  const { location: current, isOutside } = locatePlugin(specifier);
  const location = generation === 0 ? current : `${current}?generation=${generation}`;
  if (isOutside) serveOwnPackages();
  // The server's own modules are loaded already, so that only plugins pay for their source maps.
  process.setSourceMapsEnabled(true);
  const module = await importPlugin(location);
  const found = Object.values(module).filter((value): value is PluginClass => declarationOf(value) !== undefined);
  if (found.length === 0) throw new Error('exports no class decorated with @ApiGroupPlugin');
  for (const plugin of found) rememberSource(plugin, specifier);
  return [...new Set(found)];
}

async function importPlugin(location: string): Promise<Record<string, unknown>> {
  try {
    return (await import(location)) as Record<string, unknown>;
  } catch (error) {
    throw new Error(describeLoadFault(error, location), { cause: error });
  }
}
