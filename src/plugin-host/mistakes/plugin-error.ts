/** Thrown when plugins are wrong; the message names every mistake, one a line. */
export class PluginError extends Error {
  constructor(
    readonly mistakes: readonly string[],
    options?: ErrorOptions,
  ) {
    super(`the plugins have mistakes:\n${mistakes.map((m) => `  - ${m}`).join('\n')}`, options);
    this.name = 'PluginError';
  }
}

/** Returns the mistakes for which a check throws PluginError; none where it throws nothing. Anything else that it throws is thrown on. */
export function mistakesOf(check: () => void): readonly string[] {
  try {
    check();
    return [];
  } catch (error) {
    if (error instanceof PluginError) return error.mistakes;
    throw error;
  }
}

/** Runs all checks, and throws one PluginError with the mistakes of all of them. */
export function checkTogether(...checks: readonly (() => void)[]): void {
  const mistakes = checks.flatMap(mistakesOf);
  if (mistakes.length > 0) throw new PluginError(mistakes);
}
