import module, { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { type SyncHooks, createSyncHooks } from './sync-hooks.js';

/** A function of Node 22.15 that earlier releases do not have. */
interface SyncRegistration {
  registerHooks?(hooks: SyncHooks): unknown;
}

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
  const server = pathToFileURL(pluginApi).href;
  const { registerHooks } = module as SyncRegistration;
  if (registerHooks) registerHooks(createSyncHooks(server));
  // Takes a thread, and Node 26 warns of it.
  else module.register(new URL('../plugin-host/load/resolve-hook.js', server), { data: { server } });
}
