import { type Client, LeaderElector } from '../client/index.js';
import type { Logger } from '../observability/index.js';
import type { LeaderElectionOptions } from '../options/index.js';

/** Decides which of several servers on one store runs the controllers of the cluster. */
export abstract class ControllerElection {
  /** True while this server runs them. */
  abstract readonly isLeader: boolean;
  /** The reason why no server can be elected; undefined while one can. */
  readonly fault?: Error;
  /** Starts a candidacy; `onChange` is called after every change of `isLeader`. */
  abstract start(onChange: () => void): void;
  /** Ends; resolves when others may lead. `onChange` is not called. */
  abstract stop(): Promise<void>;
}

/** The only server on its store. */
export class OnlyServer extends ControllerElection {
  readonly isLeader = true;

  start(): void {}

  async stop(): Promise<void> {}
}

/** The dependencies of an election. */
export interface LeaseElectionParts {
  readonly client: Client;
  readonly logger: Logger;
  readonly options: LeaderElectionOptions;
  /** Stops the controllers; resolves when none is working any more. */
  readonly stopped: () => Promise<void>;
}

/** Elects by a lease, as kube-controller-manager does. */
export class LeaseElection extends ControllerElection {
  isLeader = false;
  override fault: Error | undefined;
  private ending: AbortController | undefined;
  private ended: Promise<void> = Promise.resolve();

  constructor(private readonly parts: LeaseElectionParts) {
    super();
  }

  start(onChange: () => void): void {
    if (this.ending) return;
    const { client, options, logger } = this.parts;
    const { leaseDuration, renewDeadline, retryPeriod, resourceName: name, resourceNamespace: namespace } = options;
    const ending = (this.ending = new AbortController());
    this.fault = undefined;
    const elector = new LeaderElector(client, {
      namespace,
      name,
      leaseDuration,
      renewDeadline,
      retryPeriod,
      lead: (signal) => this.lead(signal, onChange),
      onNewLeader: (leader) => logger.info('controllers are run by another leader now', { lease: name, leader }),
    });
    this.ended = elector.run(ending.signal).catch((error: unknown) => {
      this.fault = error instanceof Error ? error : new Error(String(error));
      logger.error('the election of the server that runs controllers has failed', { error });
    });
  }

  async stop(): Promise<void> {
    const { ending } = this;
    this.ending = undefined;
    ending?.abort();
    await this.ended;
  }

  private async lead(signal: AbortSignal, onChange: () => void): Promise<void> {
    this.isLeader = true;
    onChange();
    await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
    this.isLeader = false;
    if (this.ending) onChange();
    // The lease is not released before the last controller has stopped.
    await this.parts.stopped();
  }
}
