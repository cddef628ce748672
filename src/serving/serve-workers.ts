import { join } from 'node:path';
import { settleStore } from '../process/index.js';
import { type Logger, surviveStrayFailures } from '../observability/index.js';
import type { ApiServerOptions } from '../options/index.js';
import type { ServerRole } from './open-server.js';
import { type Reachable, addressLine, readyText, stopOnSignals } from './server-process.js';
import { ensurePlaces } from '../server/index.js';
import { type ServiceManager, reloadNotifying } from './service-manager.js';
import { type Storage, StorageEngines, isEmbedded } from '../storage/index.js';
import { StorageChannelServer } from '../storage/channel/index.js';
import { Supervisor, WholeMetrics, bindSockets } from '../workers/index.js';

/** A server that is to have workers. */
export interface ServerWithWorkers {
  /** The flags, which workers read again. */
  readonly words: readonly string[];
  readonly role: ServerRole;
  readonly options: ApiServerOptions;
  readonly logger: Logger;
  readonly manager: ServiceManager | undefined;
}

/** Starts workers that serve, over the store of this process where it is an embedded one; resolves once all are ready. */
export async function serveWithWorkers({ words, options, logger, manager }: ServerWithWorkers): Promise<void> {
  await ensurePlaces(options, {});
  const storage = isEmbedded(options.storage.backend) ? await openStore(options, logger) : undefined;
  if (storage) settleStore();
  const store = storage && new StorageChannelServer(storage);
  let address: Reachable | undefined;
  const supervisor = new Supervisor({
    count: options.workers.count,
    program: { path: process.argv[1], words: ['serve', ...words] },
    sockets: await bindSockets(options.serving),
    store,
    metrics: new WholeMetrics(),
    logger,
    onListening: (server) => {
      address = server;
      process.stdout.write(addressLine(server));
    },
    onHopeless: (reason) => end(`no worker can be started: ${reason}`),
  });
  const close = async (): Promise<void> => {
    await supervisor.stop();
    store?.close();
    await storage?.close();
  };
  surviveStrayFailures(logger);
  process.on('exit', () => supervisor.kill());
  process.on('SIGHUP', () => void reloadNotifying(manager, () => supervisor.reload()));
  process.on('SIGUSR2', () => void reloadNotifying(manager, () => supervisor.restart()));
  stopOnSignals({ server: { close } }, manager);
  try {
    await supervisor.start();
  } catch (error) {
    await close();
    throw error;
  }
  if (address) process.stdout.write(readyText(address));
  await manager?.notify('READY=1');
}

function openStore({ storage }: ApiServerOptions, logger: Logger): Promise<Storage> {
  const { backend, dataDir, acceptsOlder } = storage;
  return new StorageEngines().open(backend, { directory: join(dataDir, 'store'), acceptsOlder, logger });
}

function end(message: string): void {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}
