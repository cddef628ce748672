import type { ApiServerOptions } from './option-groups.js';
import type { OptionProblem } from './problem.js';

/** The peers that the console is served to: those on the loopback interface, or any. */
export const CONSOLE_BINDS: readonly string[] = ['loopback', 'any'];

/** Checks who the console is served to. */
export function checkConsole({ console: { bind } }: ApiServerOptions): OptionProblem[] {
  if (CONSOLE_BINDS.includes(bind)) return [];
  const message = `${JSON.stringify(bind)} is unknown`;
  return [{ option: '--console-bind', message, remedy: `Use ${CONSOLE_BINDS.join(' or ')}.` }];
}
