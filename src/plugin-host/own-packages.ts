import { createRequire, register } from 'node:module';
import { pathToFileURL } from 'node:url';

let isRegistered = false;

/**
 * Lets modules outside this package import what this server has: `binnacle/plugin-api` is the copy that is running,
 * whatever else is installed, and packages that a plugin does not bring are those of the server. Affects the whole
 * process; done once, and only when such a plugin is loaded.
 */
export function serveOwnPackages(): void {
  if (isRegistered) return;
  isRegistered = true;
  const pluginApi = createRequire(import.meta.url).resolve('binnacle/plugin-api');
  const data = { server: pathToFileURL(pluginApi).href };
  register(new URL('../plugin-host/resolve-hook.js', data.server), { data });
}
