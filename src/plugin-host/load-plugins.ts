import { existsSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { declarationOf } from '../plugin-api/index.js';
import { type PluginClass, PluginError } from './plugin-host.js';

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
  const location = locate(specifier);
  const module = (await import(location)) as Record<string, unknown>;
  const found = Object.values(module).filter((value): value is PluginClass => declarationOf(value) !== undefined);
  if (found.length === 0) throw new Error('exports no class decorated with @ApiGroupPlugin');
  return [...new Set(found)];
}

/** A path becomes the URL of a module; anything else is left to Node's own resolution of packages. */
function locate(specifier: string): string {
  const path = resolve(specifier);
  if (!existsSync(path)) {
    if (/^[./]/.test(specifier)) throw new Error('there is no such file or folder');
    return specifier;
  }
  const file = statSync(path).isDirectory() ? join(path, 'index.js') : path;
  if (!existsSync(file)) throw new Error('the folder has no index.js; compile the plugin first');
  return pathToFileURL(file).href;
}
