import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compiledPackages } from './process/index.js';
import type { PartialOptions } from './options/index.js';
import type { PluginClass } from './plugin-host/index.js';
import { BUILT_IN_PLUGINS, EXTENSION_PLUGINS, optionalPlugins } from './plugins.js';
import { type ApiServer, type StartSettings, startWithDefaults } from './server/index.js';

export type { ApiServer } from './server/index.js';
export { OptionsError } from './options/index.js';
export { PluginError } from './plugin-host/index.js';

/**
 * The options of an embedded server. Everything has a default. With `cluster: { isExtension: true, kubeconfig }` it is an
 * extension server of that cluster, which serves the groups of `plugins` alone.
 */
export interface StartApiServerOptions extends PartialOptions {
  /** API groups besides the built-in ones. */
  readonly plugins?: readonly PluginClass[];
  /** Values of the options of plugins, by their prefix: `{ harbor: { queueLength: 3 } }`. */
  readonly pluginOptions?: StartSettings['pluginOptions'];
  readonly logger?: StartSettings['logger'];
  /** Another engine, form of values or leadership than `storage` names. */
  readonly engine?: StartSettings['storage'];
  /** `stepped`: controllers work only when `stepControllers()` asks them to. */
  readonly controllers?: StartSettings['controllers'];
  /** Where it listens, in place of `serving`: an address, or the descriptor of a socket that is bound already. */
  readonly listen?: StartSettings['listen'];
  /** @internal Parts that `binnacle/testing` replaces or looks into. */
  readonly instruments?: StartSettings['instruments'];
}

/**
 * Starts a server inside this process, for test suites and tools: on a free port, with a store in memory and files in
 * a temporary directory that goes with it, unless options say otherwise. Resolves when it is ready. Several can run
 * side by side.
 */
export async function startApiServer({
  plugins = [],
  pluginOptions,
  logger,
  engine,
  controllers,
  listen,
  instruments,
  ...partial
}: StartApiServerOptions = {}): Promise<ApiServer> {
  const isTemporary = partial.storage?.dataDir === undefined;
  const dataDir = partial.storage?.dataDir ?? (await mkdtemp(join(tmpdir(), 'binnacle-')));
  const builtIn = partial.cluster?.isExtension ? EXTENSION_PLUGINS : BUILT_IN_PLUGINS;
  const ownPlugins = [...builtIn, ...(await optionalPlugins(partial))];
  const options: PartialOptions = {
    ...partial,
    serving: { securePort: 0, ...partial.serving },
    storage: { backend: isTemporary ? 'memory' : 'sqlite', ...partial.storage, dataDir },
  };
  try {
    const server = await startWithDefaults(options, {
      plugins: [...ownPlugins, ...plugins],
      ownPlugins,
      pluginOptions,
      logger,
      storage: engine,
      controllers,
      listen,
      instruments,
    });
    await server.ready.catch(async (error: unknown) => {
      await server.close();
      throw error;
    });
    compiledPackages.save();
    return isTemporary ? withCleanUp(server, dataDir) : server;
  } catch (error) {
    if (isTemporary) await rm(dataDir, { recursive: true, force: true });
    throw error;
  }
}

function withCleanUp(server: ApiServer, directory: string): ApiServer {
  const close = server.close.bind(server);
  server.close = async () => {
    await close();
    await rm(directory, { recursive: true, force: true });
  };
  return server;
}
