import type { CommandHost } from './output.js';

/** Runs a command with the words after its name; answers the exit code. */
export type RunCommand = (words: readonly string[], host: CommandHost) => Promise<number>;

/** A subcommand: what its help says, and how it is loaded. */
export interface Command {
  /** The words that select it: `authz lab`. */
  readonly name: string;
  /** One line without a full stop, for the list of commands. */
  readonly summary: string;
  /** The words after its name, as the usage line shows them; empty for none. */
  readonly words: string;
  /** The flags with their explanations. */
  readonly flags: readonly (readonly [flag: string, help: string])[];
  /** Text below the flags: exit codes, examples. */
  readonly notes?: string;
  /** Loads the code of the command, when it is run. */
  readonly load: () => Promise<RunCommand>;
}
