/** A fault in how the server was set up. */
export interface OptionProblem {
  /** Where it is: a flag, an environment variable, a key of the config file. */
  readonly option: string;
  /** The description of the problem. */
  readonly message: string;
  /** The remedy. */
  readonly remedy: string;
}

/** The options of a server contradict each other or cannot be used. The message names every problem. */
export class OptionsError extends Error {
  override readonly name = 'OptionsError';

  constructor(readonly problems: readonly OptionProblem[]) {
    super(formatProblems(problems));
  }
}

/** A value that a flag does not take; turned into a problem where the flag's name is known. */
export class OptionValueError extends Error {
  override readonly name = 'OptionValueError';

  constructor(
    message: string,
    readonly remedy: string,
  ) {
    super(message);
  }
}

/** Writes problems for the terminal, one paragraph each. */
export function formatProblems(problems: readonly OptionProblem[]): string {
  return problems.map(({ option, message, remedy }) => `error: ${option}: ${message}\n       ${remedy}\n`).join('');
}
