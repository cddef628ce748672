import type { PartialOptions } from '../options/index.js';
import type { PluginClass } from '../plugin-host/index.js';

/** Where a command writes what it has to say. */
export interface Output {
  readonly out: { write(text: string): unknown };
  readonly err: { write(text: string): unknown };
}

/** A server that a command has started. */
export interface RunningServer {
  /** Where it listens. */
  readonly url: string;
  /** Path of the administrator's kubeconfig. */
  readonly kubeconfigPath: string;
  close(): Promise<void>;
}

/** The program that runs a command. */
export interface CommandHost extends Output {
  /** Starts a server in this process with a store in memory; undefined where the program has none. */
  readonly startServer?: (options: PartialOptions) => Promise<RunningServer>;
  /** Loads the plugins of the program itself; none when undefined. */
  readonly ownPlugins?: () => Promise<readonly PluginClass[]>;
  /** Starts a server by the flags in the words, and waits until it is ready; undefined where the program has none. */
  readonly openServer?: (words: readonly string[]) => Promise<RunningServer>;
  /** Serves by the flags in the words, with further plugins, until a signal ends the process; resolves once it serves. */
  readonly serve?: (
    words: readonly string[],
    role: 'cluster' | 'extension',
    plugins?: readonly PluginClass[],
  ) => Promise<void>;
  /** The text of `--version`, with the end of the line. */
  readonly versionText?: string;
  /** Standard input; undefined if there is none. */
  readonly input?: AsyncIterable<string | Uint8Array>;
}

/** A usage error of a command, or an error in an input file; printed without a stack. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}

/** Thrown where the command makes sense, and the server does not answer or refuses; printed in the same way. */
export class FailedCommand extends CommandError {}

/** The exit codes of commands. */
export const EXIT = { done: 0, otherwise: 1, misused: 2 } as const;
