import type { Flag } from './flag.js';
import { nearestName } from './nearest-name.js';
import { addOccurrence, type Occurrences } from './occurrences.js';
import type { OptionProblem } from './problem.js';

/** The variables of a process. */
export type Environment = Readonly<Record<string, string | undefined>>;

const PREFIX = 'BINNACLE_';

/** Names the configuration file. */
export const CONFIG_VARIABLE = `${PREFIX}CONFIG`;

/** Variables that the program sets for what it runs; a server that runs there ignores them. */
const GIVEN: ReadonlySet<string> = new Set([`${PREFIX}URL`]);

/** Returns the variable that sets a flag. */
export function environmentName(flag: string): string {
  return `${PREFIX}${flag.replaceAll('-', '_').toUpperCase()}`;
}

/** The flags that variables set, and the variables that set none. */
export interface ParsedEnvironment {
  readonly occurrences: Occurrences;
  readonly problems: readonly OptionProblem[];
}

/** Reads the variables that set flags. Any other one with the prefix is a problem, except those of service links and of `binnacle run`. */
export function parseEnvironment(environment: Environment, flags: readonly Flag[]): ParsedEnvironment {
  const occurrences: Occurrences = new Map();
  const known = new Set([CONFIG_VARIABLE.slice(PREFIX.length)]);
  for (const flag of flags) {
    const name = environmentName(flag.name);
    known.add(name.slice(PREFIX.length));
    const text = environment[name];
    if (text !== undefined) addOccurrence(occurrences, { flag, option: name }, text);
  }
  const unknown = Object.keys(environment).filter(
    (name) =>
      name.startsWith(PREFIX) &&
      !known.has(name.slice(PREFIX.length)) &&
      !GIVEN.has(name) &&
      !isServiceLink(name, environment[name] ?? ''),
  );
  return { occurrences, problems: unknown.map((name) => unknownVariable(name, known)) };
}

/** Names are compared without the prefix, which would make all of them alike. */
function unknownVariable(option: string, known: Iterable<string>): OptionProblem {
  const nearest = nearestName(option.slice(PREFIX.length), known);
  const remedy =
    nearest === undefined ? 'A variable is named after its flag; see --help.' : `Did you mean ${PREFIX}${nearest}?`;
  return { option, message: 'unknown environment variable', remedy };
}

const SERVICE_VARIABLE = /_SERVICE_(?:HOST|PORT(?:_[A-Z0-9_]+)?)$|_PORT_\d+_(?:TCP|UDP|SCTP)(?:_(?:PROTO|PORT|ADDR))?$/;
const SERVICE_URL = /^(?:tcp|udp|sctp):\/\//;

/**
 * Reports whether a kubelet made the variable for a Service named `binnacle` or `binnacle-...`: it puts them into every
 * container of the namespace.
 */
function isServiceLink(name: string, value: string): boolean {
  return SERVICE_VARIABLE.test(name) || (name.endsWith('_PORT') && SERVICE_URL.test(value));
}
