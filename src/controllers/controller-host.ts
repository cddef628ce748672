import type { BeforeApplicationShutdown, OnApplicationBootstrap } from '@nestjs/common';
import { resourceKindOf } from '../client/index.js';
import type { Clock, Logger, MetricDefinition, MetricsRegistry, Sample, Timer } from '../observability/index.js';
import type { Controller, ControllerPace } from '../plugin-api/built-in.js';
import { OptionsError } from '../options/index.js';
import { type ClusterKinds, type Contributions, PluginError } from '../plugin-host/index.js';
import type { Stores } from '../registry/index.js';
import type { ControllerElection } from './controller-election.js';
import { withGrace } from './with-grace.js';
import { isControllerEnabled, unknownControllers } from './enabled-controllers.js';

/** The dependencies of the host. */
export interface ControllerHostParts {
  /** Where controllers come from, and go. */
  readonly contributions: Pick<Contributions, 'all' | 'onChange'>;
  /** `--controllers`. */
  readonly selection: readonly string[];
  /** Elects the server that runs controllers which are no part of the API server. */
  readonly election: ControllerElection;
  /** The kinds that the server has, and those of a cluster that it reads. */
  readonly stores: Pick<Stores, 'find'>;
  readonly cluster: Pick<ClusterKinds, 'isDeclared'>;
  readonly metrics: MetricsRegistry;
  readonly clock: Clock;
  readonly logger: Logger;
  /** How long one that is stopped may finish what it works on, in milliseconds. */
  readonly graceMs: number;
}

const RUNNING: MetricDefinition = {
  name: 'binnacle_controller_running',
  help: 'Controllers that are to run here: 1 if one runs, 0 if it cannot be started.',
  labels: ['name'],
};

const FIRST_RETRY = 1_000;
const LONGEST_RETRY = 60_000;
/** Retries and checks that come within so many milliseconds are not waited for by tests: they are done at once. */
const SOON = 1_000;
/** Work that is put off again after so many rounds is polling, which never ends. */
const POLLING_ROUNDS = 20;
/** Rounds of work after which controllers count as restless; real ones need a handful. */
const MOST_ROUNDS = 200;

/** A controller that could not be started, and is tried again. */
interface FailedStart {
  readonly timer: Timer;
  readonly reason: string;
}

/**
 * Runs the controllers that are enabled: starts those that come, also later, and stops those that go. One that cannot be
 * started keeps no other from it and is tried again, later and later.
 */
export class ControllerHost implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly running = new Set<Controller>();
  private readonly retries = new Map<Controller, FailedStart>();
  private readonly ending = new Set<Promise<void>>();
  private pace: ControllerPace | undefined;

  constructor(private readonly parts: ControllerHostParts) {
    parts.contributions.onChange(() => this.follow());
    parts.metrics.observed(RUNNING, 'gauge', () => this.samples());
  }

  /** Names of the controllers that run. */
  get names(): string[] {
    return [...this.running].map((controller) => controller.name);
  }

  /** Throws with the reason while a controller that is to run cannot be started, or no server can be elected to run them. */
  check(): void {
    const [failed] = this.retries;
    if (failed) throw new Error(`${failed[0].name} cannot be started: ${failed[1].reason}`);
    const { fault } = this.parts.election;
    if (fault) throw new Error(`the election of the server that runs controllers has failed: ${fault.message}`);
  }

  /** Rejects unknown controller names at start, which would have no effect, and controllers of kinds that are not there. */
  onApplicationBootstrap(): void {
    this.checkSelection();
    const mistakes = this.enabled().flatMap((controller) => this.missingKinds(controller));
    if (mistakes.length > 0) throw new PluginError(mistakes);
  }

  private checkSelection(): void {
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
    const work = [...this.running].flatMap((each) => (busy.includes(each.name) ? restlessWorkOf(each) : []));
    throw new Error(`controllers do not come to rest: ${work.join('; ')}`);
  }

  /** Resolves when the work that is in progress is done, without its waits. */
  async finishWork(): Promise<void> {
    for (const controller of [...this.running]) await controller.finishWork?.();
  }

  /** Returns the work that is in progress, each with the name of its controller. */
  pendingWork(): string[] {
    return [...this.running].flatMap((each) => (each.pendingWork?.() ?? []).map((work) => `${each.name} ${work}`));
  }

  /** Returns how long the oldest work in progress has taken, in milliseconds; 0 without any. */
  oldestWorkMs(): number {
    return Math.max(0, ...[...this.running].map((each) => each.oldestWorkMs?.() ?? 0));
  }

  /** Stops them all; resolves when none is working any more. */
  async stop(): Promise<void> {
    this.pace = undefined;
    for (const { timer } of this.retries.values()) timer.cancel();
    this.retries.clear();
    for (const controller of this.running) this.end(controller);
    // The lease is released when the last of them has stopped.
    await Promise.all([this.stopped(), this.parts.election.stop()]);
  }

  /** Stops them before the listeners close. */
  beforeApplicationShutdown(): Promise<void> {
    return this.stop();
  }

  private enabled(): Controller[] {
    const { contributions, selection } = this.parts;
    return contributions.all('controllers').filter((controller) => isControllerEnabled(controller, selection));
  }

  /** The kinds of a cluster that a controller follows and that no plugin declares. Others may come while the server runs. */
  private missingKinds(controller: Controller): string[] {
    const { stores, cluster } = this.parts;
    return (controller.followedKinds?.() ?? []).flatMap((source) => {
      const { group, resource } = resourceKindOf(source);
      if (cluster.isDeclared({ group, resource }) || stores.find(group, resource)) return [];
      const line = `clusterKinds: [{ group: '${group}', resource: '${resource}' }]`;
      return [
        `${controller.name} follows ${resource} of the cluster, which its plugin does not read; add the line ${line} to @ApiGroupPlugin`,
      ];
    });
  }

  private samples(): Sample[] {
    const sampleOf = ({ name }: Controller, value: number): Sample => ({ labels: { name }, value });
    return [
      ...[...this.running].map((controller) => sampleOf(controller, 1)),
      ...[...this.retries.keys()].map((controller) => sampleOf(controller, 0)),
    ];
  }

  /** Begins with what has come and ends with what has gone. */
  private follow(): void {
    if (this.pace === undefined) return;
    const { election } = this.parts;
    const enabled = this.enabled().filter(({ isPartOfServer }) => election.isLeader || isPartOfServer === true);
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
      const reason = error instanceof Error ? error.message : String(error);
      this.retries.set(controller, { timer: this.parts.clock.schedule(delay, retry), reason });
    }
  }

  private end(controller: Controller): void {
    this.running.delete(controller);
    const ended = this.stopOne(controller).finally(() => this.ending.delete(ended));
    this.ending.add(ended);
  }

  private async stopOne(controller: Controller): Promise<void> {
    const { logger, graceMs } = this.parts;
    const { name } = controller;
    try {
      const isStopped = await withGrace(controller.stop(), graceMs);
      const work = isStopped ? [] : (controller.pendingWork?.() ?? []);
      if (!isStopped)
        logger.warn('a controller does not stop, and is left', { controller: name, work: work.join('; ') });
    } catch (error) {
      logger.error('a controller cannot be stopped', { controller: name, error });
    }
  }

  private forget(controller: Controller): void {
    this.retries.get(controller)?.timer.cancel();
    this.retries.delete(controller);
  }
}

/** The work of a controller that does not come to rest, with its name; the name alone where no key is worked on again and again. */
function restlessWorkOf(controller: Controller): string[] {
  const work = controller.restlessWork?.() ?? [];
  return work.length === 0 ? [controller.name] : work.map((each) => `${controller.name} ${each}`);
}
