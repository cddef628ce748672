import { readFileSync } from 'node:fs';
import { awaitReadiness, endStart } from '../process/index.js';
import type { Logger } from '../observability/index.js';
import { type ApiServerOptions, OptionsError, parseFlags } from '../options/index.js';
import { type PluginClass, loadPlugins, pluginFinder } from '../plugin-host/index.js';
import { BUILT_IN_PLUGINS, EXTENSION_PLUGINS, optionalPlugins } from '../plugins.js';
import { type ApiServer, type StartSettings, startServer } from '../server/index.js';

/** The server of a cluster, or one behind it. */
export type ServerRole = 'cluster' | 'extension';

/** The request that flags make: to print something, or to serve by options. */
export type ReadFlags = { readonly shown: 'help' | 'version'; readonly text: string } | { options: ApiServerOptions };

/** Reads flags, variables and the configuration file, those of plugins among them, and prints warnings. Throws OptionsError, PluginError. */
export async function readFlags(
  words: readonly string[],
  role: ServerRole,
  plugins: readonly PluginClass[] = [],
): Promise<ReadFlags> {
  const readFile = (path: string): string => readFileSync(path, 'utf8');
  const parsed = await parseFlags(
    { argv: words, environment: process.env, readFile },
    { role, findPlugins: pluginFinder(plugins) },
  );
  if ('help' in parsed) return { shown: 'help', text: parsed.help };
  if ('wantsVersion' in parsed) return { shown: 'version', text: '' };
  if ('problems' in parsed) throw new OptionsError(parsed.problems);
  for (const warning of parsed.warnings) process.stderr.write(`warning: ${warning}\n`);
  return { options: parsed.options };
}

/** Starts a server with the plugins that the options name. Throws PluginError, OptionsError. */
export async function openServer(
  options: ApiServerOptions,
  logger: Logger,
  { plugins: more = [], ...settings }: Partial<StartSettings> = {},
): Promise<ApiServer> {
  awaitReadiness();
  const builtIn = options.cluster.isExtension ? EXTENSION_PLUGINS : BUILT_IN_PLUGINS;
  const ownPlugins = [...builtIn, ...(await optionalPlugins(options))];
  const plugins = [...ownPlugins, ...more, ...(await loadPlugins(options.extensions.plugins))];
  return startServer(options, { ...settings, plugins, ownPlugins, logger });
}

/** Waits until a server is ready; closes it where it never will be. */
export async function untilReady(server: ApiServer): Promise<void> {
  await server.ready.catch(async (error: unknown) => {
    await server.close();
    throw error;
  });
  endStart();
}
