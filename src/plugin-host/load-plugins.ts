import { declarationOf } from '../plugin-api/index.js';
import { locatePlugin } from './locate-plugin.js';
import { serveOwnPackages } from './own-packages.js';
import { PluginError } from './plugin-error.js';
import { rememberSource } from './plugin-sources.js';
import type { PluginClass } from './plugin-host.js';

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

async function loadPlugin(specifier: string): Promise<PluginClass[]> {
  const { location, isOutside } = locatePlugin(specifier);
  if (isOutside) serveOwnPackages();
  const module = (await import(location)) as Record<string, unknown>;
  const found = Object.values(module).filter((value): value is PluginClass => declarationOf(value) !== undefined);
  if (found.length === 0) throw new Error('exports no class decorated with @ApiGroupPlugin');
  for (const plugin of found) rememberSource(plugin, specifier);
  return [...new Set(found)];
}
