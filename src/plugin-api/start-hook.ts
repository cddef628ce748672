/**
 * Something a plugin does once at every start, before the server counts as ready: creating objects every cluster has,
 * for example. Instantiated by Nest inside the plugin's module.
 *
 * @public
 * @example
 * class Moor extends StartHook {
 *   readonly name = 'moor';
 *   async run() { await store.list(systemContext()); }
 * }
 */
export abstract class StartHook {
  /** Its name in the log, and in the health check that waits for it: `poststarthook/<name>`. */
  abstract readonly name: string;
  /** The names of further health checks that wait for it, whole: `poststarthook/<name>`, `<name>-completion`. */
  readonly checks?: readonly string[];
  /** False if it is neither run nor checked, as while a feature gate is off; read once, at start. */
  readonly isEnabled?: boolean;
  /** Runs the hook. A failure is retried for half a minute; then the server gives up. */
  abstract run(): Promise<void>;
}
