import type { Flag } from './flag.js';
import { addOccurrence, type Occurrences } from './occurrences.js';

/** The variables of a process. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** The variable that sets a flag. */
export function environmentName(flag: string): string {
  return `BINNACLE_${flag.replaceAll('-', '_').toUpperCase()}`;
}

/**
 * Reads the variables that set flags. Others with the prefix are left alone: a cluster puts BINNACLE_SERVICE_HOST and
 * the like into every container when there is a Service of this name.
 */
export function parseEnvironment(environment: Environment, flags: readonly Flag[]): Occurrences {
  const occurrences: Occurrences = new Map();
  for (const flag of flags) {
    const name = environmentName(flag.name);
    const text = environment[name];
    if (text !== undefined) addOccurrence(occurrences, { flag, option: name }, text);
  }
  return occurrences;
}
