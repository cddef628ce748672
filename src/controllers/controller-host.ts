import type { BeforeApplicationShutdown, OnApplicationBootstrap } from '@nestjs/common';
import type { Clock, Logger, Timer } from '../observability/index.js';
import type { Controller, ControllerPace } from '../plugin-api/index.js';
import { OptionsError } from '../options/index.js';
import type { Contributions } from '../plugin-host/index.js';
import type { ControllerElection } from './controller-election.js';
import { isControllerEnabled, unknownControllers } from './enabled-controllers.js';

/** The dependencies of the host. */
export interface ControllerHostParts {
  /** Where controllers come from, and go. */
  readonly contributions: Pick<Contributions, 'all' | 'onChange'>;
  /** `--controllers`. */
  readonly selection: readonly string[];
  /** Elects the server that runs controllers which are no part of the API server. */
  readonly election: ControllerElection;
  readonly clock: Clock;
  readonly logger: Logger;
}

const FIRST_RETRY = 1_000;
const LONGEST_RETRY = 60_000;
/** Retries and checks that come within so many milliseconds are not waited for by tests: they are done at once. */
const SOON = 1_000;
/** Work that is put off again after so many rounds is polling, which never ends. */
const POLLING_ROUNDS = 20;
/** Rounds of work after which controllers count as restless; real ones need a handful. */
const MOST_ROUNDS = 200;

/**
 * Runs the controllers that are enabled: starts those that come, also later, and stops those that go. One that cannot be
 * started keeps no other from it and is tried again, later and later.
 */
export class ControllerHost implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly running = new Set<Controller>();
  private readonly retries = new Map<Controller, Timer>();
  private readonly ending = new Set<Promise<void>>();
  private pace: ControllerPace | undefined;

  constructor(private readonly parts: ControllerHostParts) {
    parts.contributions.onChange(() => this.follow());
  }

  /** Names of the controllers that run. */
  get names(): string[] {
    return [...this.running].map((controller) => controller.name);
  }

  /** Rejects unknown controller names at start: a misspelled one would have no effect. */
  onApplicationBootstrap(): void {
    const { contributions, selection } = this.parts;
    const there = contributions.all('controllers');
    const unknown = unknownControllers(there, selection);
    if (unknown.length === 0) return;
    const remedy = `There are: ${there.map(({ name }) => name).join(', ')}.`;
    throw new OptionsError(
      unknown.map((name) => ({
        option: '--controllers',
        message: `${JSON.stringify(name)} is not in the list of known controllers`,
        remedy,
      })),
    );
  }

  /** Starts them; where several servers share the store, those of the cluster once this one is elected. */
  start(pace: ControllerPace = 'running'): void {
    this.pace = pace;
    this.follow();
    this.parts.election.start(() => this.follow());
  }

  /** Resolves when those that are being stopped do not work any more. */
  async stopped(): Promise<void> {
    await Promise.all(this.ending);
  }

  /** Runs the pending work of each controller, one after another. */
  async step(): Promise<void> {
    for (const controller of [...this.retries.keys()]) this.begin(controller, 0);
    for (const controller of [...this.running]) await controller.step();
  }

  /**
   * Resolves when no controller has anything to do that is due within a second, whatever their pace; that is done at once. Rejects with the names of those
   * that give each other work without end.
   */
  async settled(): Promise<void> {
    let busy: string[] = [];
    for (let round = 0; round < MOST_ROUNDS; round++) {
      busy = [];
      const within = round < POLLING_ROUNDS ? SOON : 0;
      for (const controller of [...this.running]) if (await controller.settle?.(within)) busy.push(controller.name);
      if (busy.length === 0) return;
    }
    throw new Error(`controllers do not come to rest: ${busy.join(', ')}`);
  }

  /** Stops them all; resolves when none is working any more. */
  async stop(): Promise<void> {
    this.pace = undefined;
    for (const timer of this.retries.values()) timer.cancel();
    this.retries.clear();
    for (const controller of this.running) this.end(controller);
    // The lease is released when the last of them has stopped.
    await Promise.all([this.stopped(), this.parts.election.stop()]);
  }

  /** Stops them before the listeners close. */
  beforeApplicationShutdown(): Promise<void> {
    return this.stop();
  }

  /** Begins with what has come and ends with what has gone. */
  private follow(): void {
    if (this.pace === undefined) return;
    const { contributions, selection, election } = this.parts;
    const mayRun = (controller: Controller): boolean => election.isLeader || controller.isPartOfServer === true;
    const enabled = contributions
      .all('controllers')
      .filter((controller) => isControllerEnabled(controller, selection) && mayRun(controller));
    for (const controller of enabled) {
      if (!this.running.has(controller) && !this.retries.has(controller)) this.begin(controller, 0);
    }
    for (const controller of this.running) if (!enabled.includes(controller)) this.end(controller);
    for (const controller of this.retries.keys()) if (!enabled.includes(controller)) this.forget(controller);
  }

  private begin(controller: Controller, failures: number): void {
    this.forget(controller);
    if (this.pace === undefined) return;
    try {
      controller.start(this.pace);
      this.running.add(controller);
      if (failures > 0)
        this.parts.logger.info('a controller was started after retries', { controller: controller.name });
    } catch (error) {
      if (failures === 0)
        this.parts.logger.error('a controller cannot be started', { controller: controller.name, error });
      const delay = Math.min(FIRST_RETRY * 2 ** failures, LONGEST_RETRY);
      const retry = (): void => this.begin(controller, failures + 1);
      this.retries.set(controller, this.parts.clock.schedule(delay, retry));
    }
  }

  private end(controller: Controller): void {
    this.running.delete(controller);
    const ended = this.stopOne(controller).finally(() => this.ending.delete(ended));
    this.ending.add(ended);
  }

  private async stopOne(controller: Controller): Promise<void> {
    try {
      await controller.stop();
    } catch (error) {
      this.parts.logger.error('a controller cannot be stopped', { controller: controller.name, error });
    }
  }

  private forget(controller: Controller): void {
    this.retries.get(controller)?.cancel();
    this.retries.delete(controller);
  }
}
