import { createRequire, register } from 'node:module';
import { pathToFileURL } from 'node:url';

let isRegistered = false;

/**
 * Allows modules outside this package to import the server's packages: `binnacle/plugin-api` is the running copy,
 * whatever else is installed, and packages that a plugin does not include are those of the server. Affects the whole
 * process; done once, and only when such a plugin is loaded.
 */
export function serveOwnPackages(): void {
  if (isRegistered) return;
  isRegistered = true;
  const pluginApi = createRequire(import.meta.url).resolve('binnacle/plugin-api');
  const data = { server: pathToFileURL(pluginApi).href };
  register(new URL('../plugin-host/load/resolve-hook.js', data.server), { data });
}
