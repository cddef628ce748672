import { createLogger, requestReload, surviveStrayFailures } from '../observability/index.js';
import { WORKER_VARIABLE } from '../options/index.js';
import { type ServerRole, openServer, readFlags, untilReady } from './open-server.js';
import type { PluginClass } from '../plugin-host/index.js';
import { versionText } from '../process/index.js';
import { type ApiServer, loggerSettings } from '../server/index.js';
import { addressLine, handleSignals, readyText, stopOnSignals } from './server-process.js';
import { reloadNotifying, serviceManagerOf } from './service-manager.js';

/** Additions to what flags ask for. */
export interface ServeExtras {
  /** Plugins besides those of the flags. */
  readonly plugins?: readonly PluginClass[];
}

/** Serves by the flags in the words until a signal ends the process; answers once the server is ready. */
export async function serve(words: readonly string[], role: ServerRole, { plugins }: ServeExtras = {}): Promise<void> {
  const worker = await findWorker();
  if (worker) return worker.serve(words, role);
  const flags = await readFlags(words, role, plugins);
  if (!('options' in flags)) {
    process.stdout.write(flags.shown === 'version' ? versionText() : flags.text);
    return;
  }
  const logger = createLogger(loggerSettings(flags.options));
  const manager = serviceManagerOf(process.env, logger);
  if (flags.options.workers.count > 0) {
    refuseGivenPlugins(plugins);
    return (await import('./serve-workers.js')).serveWithWorkers({
      words,
      role,
      options: flags.options,
      logger,
      manager,
    });
  }
  let onListening = (): void => {};
  const listening = new Promise<void>((resolve) => (onListening = resolve));
  const opening = openServer(flags.options, logger, { plugins, onListening });
  const signals = [
    handleSignals({ SIGHUP: () => void reloadNotifying(manager, requestReload) }),
    stopOnSignals({ server: opening, listening }, manager),
  ];
  // Signals have their usual effect again where this process serves nothing.
  const giveUp = (error: unknown): never => {
    for (const giveBack of signals) giveBack();
    throw error;
  };
  const server = await opening.catch(giveUp);
  surviveStrayFailures(logger);
  process.stdout.write(addressLine(server));
  await untilReady(server).catch(giveUp);
  process.stdout.write(readyText(server));
  await manager?.notify('READY=1');
}

/** Starts a server by the flags in the words, and returns it once it is ready. */
export async function openByFlags(words: readonly string[]): Promise<ApiServer> {
  const flags = await readFlags(words, 'cluster');
  if (!('options' in flags)) throw new Error(`--${flags.shown}: is no flag of a server`);
  if (flags.options.workers.count > 0) throw new Error('--workers: this command serves in one process');
  const logger = createLogger(loggerSettings(flags.options));
  const server = await openServer(flags.options, logger);
  surviveStrayFailures(logger);
  await untilReady(server);
  return server;
}

/** The code of workers, where this process is one. */
async function findWorker(): Promise<{ serve(words: readonly string[], role: ServerRole): Promise<void> } | undefined> {
  if (process.env[WORKER_VARIABLE] === undefined) return undefined;
  const { serveAsWorker } = await import('./serve-as-worker.js');
  return { serve: serveAsWorker };
}

/** Workers are started by flags alone. */
function refuseGivenPlugins(plugins: readonly PluginClass[] = []): void {
  if (plugins.length > 0) throw new Error('--workers: this command serves in one process');
}
