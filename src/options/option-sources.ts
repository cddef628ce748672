import { parseArguments } from './argument-parser.js';
import { type ParsedConfigFile, parseConfigFile } from './config-file.js';
import { CONFIG_VARIABLE, type Environment, parseEnvironment } from './environment.js';
import type { Flag } from './flag.js';
import type { Occurrences } from './occurrences.js';
import type { OptionProblem } from './problem.js';

/** Reads a whole file as text; throws what node:fs throws. */
export type ReadFile = (path: string) => string;

/** Where options come from. */
export interface OptionSources {
  readonly argv: readonly string[];
  readonly environment: Environment;
  readonly readFile: ReadFile;
}

/** The flags that the sources set together, and what is wrong with each of them. */
export interface ReadSources {
  readonly occurrences: Occurrences;
  readonly problems: readonly OptionProblem[];
  readonly wantsHelp: boolean;
  readonly wantsVersion: boolean;
}

/** Reads all sources by a table of flags. Arguments come before variables, and these before the file. */
export async function readSources(
  { argv, environment, readFile }: OptionSources,
  flags: readonly Flag[],
): Promise<ReadSources> {
  const { wantsHelp, wantsVersion, ...fromArguments } = parseArguments(argv, flags);
  const fromFile = await readConfig(fromArguments.configFile ?? environment[CONFIG_VARIABLE], readFile, flags);
  const fromEnvironment = parseEnvironment(environment, flags);
  return {
    occurrences: new Map([...fromFile.occurrences, ...fromEnvironment.occurrences, ...fromArguments.occurrences]),
    problems: [...fromArguments.problems, ...fromEnvironment.problems, ...fromFile.problems],
    wantsHelp,
    wantsVersion,
  };
}

/** Reads each file once: a configuration may come from a pipe. */
export function readOnce(readFile: ReadFile): ReadFile {
  const known = new Map<string, string>();
  return (path) => {
    const text = known.get(path) ?? readFile(path);
    known.set(path, text);
    return text;
  };
}

/** Returns the problem of a file that cannot be read. */
export function unreadable(option: string, path: string, error: unknown): OptionProblem {
  const message = `cannot read ${path}: ${error instanceof Error ? error.message : String(error)}`;
  return { option, message, remedy: 'Check the path and the permissions of the file.' };
}

async function readConfig(
  path: string | undefined,
  readFile: ReadFile,
  flags: readonly Flag[],
): Promise<ParsedConfigFile> {
  if (path === undefined || path === '') return { occurrences: new Map(), problems: [] };
  try {
    return await parseConfigFile(path, readFile(path), flags);
  } catch (error) {
    return { occurrences: new Map(), problems: [unreadable('--config', path, error)] };
  }
}
