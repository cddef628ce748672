import { setImmediate as nextTurn } from 'node:timers/promises';
import { endStart } from '../process/index.js';
import {
  type Logger,
  type MetricsRegistry,
  createLogger,
  requestReload,
  surviveStrayFailures,
  writeMetrics,
} from '../observability/index.js';
import type { ApiServerOptions } from '../options/index.js';
import { type ServerRole, openServer, readFlags } from './open-server.js';
import {
  type ApiServer,
  type ServerGroup,
  type ServerParts,
  type StartSettings,
  loggerSettings,
} from '../server/index.js';
import { isEmbedded } from '../storage/index.js';
import {
  AssignedLeadership,
  WORKER_FD,
  WorkerLink,
  mergeMetrics,
  parseMetrics,
  serializeMetrics,
  takeShare,
} from '../workers/index.js';

/** How long requests whose store is gone get for their answers, in milliseconds. */
const ABANDONED_MS = 300;

/** Serves as one of several processes until the first one says otherwise. */
export async function serveAsWorker(words: readonly string[], role: ServerRole): Promise<void> {
  const link = WorkerLink.find(process.env)!;
  try {
    const flags = await readFlags(words, role);
    if ('options' in flags) await new Worker(link, flags.options).start();
  } catch (error) {
    await link.failed(error instanceof Error ? error.message : String(error));
    process.exit(1);
  }
}

/** One worker: the server in this process, and what the first process has it do. */
class Worker {
  private readonly leadership = new AssignedLeadership();
  private readonly logger: Logger;
  private registry: MetricsRegistry | undefined;
  private parts: ServerParts | undefined;

  constructor(
    private readonly link: WorkerLink,
    private readonly options: ApiServerOptions,
  ) {
    takeShare(options, link.number);
    this.logger = createLogger(loggerSettings(options)).with({ worker: link.number });
  }

  async start(): Promise<void> {
    const { link, logger, options } = this;
    const server = await openServer(options, logger, await this.settings());
    surviveStrayFailures(logger);
    this.follow(server);
    link.listening({ url: server.url, insecureUrl: server.insecureUrl, kubeconfigPath: server.kubeconfigPath });
    await server.ready;
    endStart();
    link.ready();
  }

  private async settings(): Promise<Partial<StartSettings>> {
    const { link, options, leadership } = this;
    const group: ServerGroup = {
      member: link.number,
      metricsOf: (own) => {
        this.registry = own;
        return { expose: async (form) => writeMetrics(await this.collectAll(own), form), reset: () => link.resetAll() };
      },
    };
    return {
      group,
      listen: { fd: WORKER_FD.secure, insecureFd: WORKER_FD.insecure },
      instruments: { opened: (parts) => (this.parts = parts) },
      storage: { leadership, ...(isEmbedded(options.storage.backend) && { engine: await this.engine() }) },
    };
  }

  private async engine(): Promise<() => Promise<Awaited<ReturnType<WorkerLink['openStorage']>>>> {
    const storage = await this.link.openStorage();
    void storage.lost.then(() => this.abandon());
    return () => Promise.resolve(storage);
  }

  private follow(server: ApiServer): void {
    this.link.serve({
      lead: (isLeader) => this.leadership.assign(isLeader),
      release: () => this.release(),
      close: () => this.end(() => server.close()),
      retire: () => this.end(() => server.retire()),
      reload: requestReload,
      collect: async () => serializeMetrics((await this.registry?.collect()) ?? []),
      reset: () => this.registry?.reset(),
      abandon: () => this.abandon(),
    });
  }

  private async collectAll(own: MetricsRegistry): Promise<ReturnType<typeof mergeMetrics>> {
    const metrics = await own.collect();
    const others = await this.link.collectOthers(serializeMetrics(metrics));
    return mergeMetrics([metrics, ...others.map(parseMetrics)]);
  }

  /** Ends to lead; resolves when controllers do not work any more. */
  private async release(): Promise<void> {
    this.leadership.assign(false);
    // The start sequence follows a change of leadership a moment later.
    await nextTurn();
    await this.parts?.controllers.stop();
  }

  private async end(close: () => Promise<void>): Promise<void> {
    try {
      await close();
      await this.link.leaveMetrics(serializeMetrics((await this.registry?.collect()) ?? []));
      process.exit(0);
    } catch (error) {
      this.logger.error('the shutdown of a worker failed', { error });
      process.exit(1);
    }
  }

  /** Ends the process, because the first one is gone with the store, once running requests have failed. */
  private abandon(): void {
    setTimeout(() => process.exit(1), ABANDONED_MS);
  }
}
