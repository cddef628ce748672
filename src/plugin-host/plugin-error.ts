/** Thrown when plugins are wrong; the message names every mistake, one a line. */
export class PluginError extends Error {
  constructor(readonly mistakes: readonly string[]) {
    super(`the plugins have mistakes:\n${mistakes.map((m) => `  - ${m}`).join('\n')}`);
    this.name = 'PluginError';
  }
}
