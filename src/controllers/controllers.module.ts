import { type DynamicModule, Module, type ModuleMetadata } from '@nestjs/common';
import { Client } from '../client/index.js';
import { Clock, Logger, MetricsRegistry } from '../observability/index.js';
import { ApiServerOptions } from '../options/index.js';
import { provideFrom } from '../injection/index.js';
import { Catalogue, ClusterKinds, Contributions } from '../plugin-host/index.js';
import { Storage } from '../storage/index.js';
import { LeaseElection, OnlyServer } from './controller-election.js';
import { ControllerHost } from './controller-host.js';

const PARTS = {
  contributions: Contributions,
  clock: Clock,
  logger: Logger,
  options: ApiServerOptions,
  storage: Storage,
  client: Client,
  stores: Catalogue,
  cluster: ClusterKinds,
  metrics: MetricsRegistry,
};

/** As long as a pod has for its end by default; what controllers work on may be a call of another service. */
const GRACE_MS = 30_000;
/** An author who ends a server, or a test, does not want to wait for code that hangs. */
const DEVELOPMENT_GRACE_MS = 2_000;

/** Provides `ControllerHost`, which runs what plugins contribute. */
@Module({})
export class ControllersModule {
  /** Returns the module; `imports` provide `Contributions` and `Storage`. */
  static forRoot({ imports }: Pick<ModuleMetadata, 'imports'>): DynamicModule {
    return {
      module: ControllersModule,
      imports,
      providers: [
        provideFrom(ControllerHost, PARTS, ({ options, storage, client, ...parts }) => {
          const { leaderElection, extensions } = options;
          const isAlone = !storage.isSharedByServers || !leaderElection.enabled;
          const stopped = (): Promise<void> => host.stopped();
          const election = isAlone
            ? new OnlyServer()
            : new LeaseElection({ client, logger: parts.logger, options: leaderElection, stopped });
          const graceMs = extensions.development ? DEVELOPMENT_GRACE_MS : GRACE_MS;
          const host = new ControllerHost({ ...parts, election, selection: extensions.controllers, graceMs });
          return host;
        }),
      ],
      exports: [ControllerHost],
    };
  }
}
