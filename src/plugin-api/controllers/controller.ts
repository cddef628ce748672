import type { ControllerPace, KindSource } from '../../client/index.js';

/**
 * A background loop that reconciles stored objects with the desired state. Contributed by a plugin, instantiated by
 * Nest inside its module, started and stopped by the host. Notifications may be duplicated, late and in any order.
 *
 * @public
 * @example
 * class Tide extends Controller {
 *   readonly name = 'tide-controller';
 *   start() { logger.info('The tide starts'); }
 *   async stop() { await this.step(); }
 *   async step() { await store.list(systemContext()); }
 * }
 */
export abstract class Controller {
  /** Name by which `--controllers` knows it; upstream's where there is one. */
  abstract readonly name: string;

  /** Another name by which `--controllers` knows it; upstream's from before names ended in `-controller`. */
  readonly alias?: string;

  /** True if it runs only when it is named; `*` does not stand for it then. */
  readonly isOffByDefault?: boolean;

  /** True if it belongs to the API server as such; then it runs whatever `--controllers` says, as in the reference. */
  readonly isPartOfServer?: boolean;

  /** Returns the kinds that it follows, where they are known before it starts; an extension server checks that it has them. */
  followedKinds?(): readonly KindSource<never>[];

  /** The names of the health checks that wait for its start, whole: `poststarthook/<name>`. */
  readonly startChecks?: readonly string[];

  /**
   * Starts; may be called again after `stop`. Called when the start hooks of all plugins are done. One that throws is
   * started again later.
   */
  abstract start(pace: ControllerPace): void;

  /** Ends and resolves when nothing is being worked on any more. Harmless for one that is not started. */
  abstract stop(): Promise<void>;

  /**
   * Processes everything that is to be done now, and what comes of that, and resolves when it is idle. Nothing is
   * waited for: what was to be tried later is tried at once, and what then is to be tried later is left to the next step.
   */
  abstract step(): Promise<void>;

  /**
   * Processes what is due, and what comes of that; what was put off by no more than `within` milliseconds counts as
   * due. Resolves with true if there was anything. Called by tests that wait until all controllers are idle; one without
   * it counts as idle.
   */
  settle?(within: number): Promise<boolean>;

  /**
   * Ends waits of the work that is in progress, and resolves when it is done. Called by tests before they put a state back: what
   * waits for a clock that stands still would continue in the next one.
   */
  finishWork?(): Promise<void>;

  /** Returns the work that is in progress, in words for a message about tests that wait for it. */
  pendingWork?(): readonly string[];

  /** Returns the work that changes cause again and again, in words: its own changes may, without end. */
  restlessWork?(): readonly string[];

  /** Returns how long the oldest work in progress has taken, in milliseconds of the machine; 0 without any. */
  oldestWorkMs?(): number;
}
