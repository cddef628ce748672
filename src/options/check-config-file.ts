import type { ReadFile } from './option-sources.js';
import { parseFlags } from './parse-options.js';
import type { FindPlugins } from './plugins/found-plugins.js';
import type { OptionProblem } from './problem.js';

/** A problem of a configuration file. */
export interface ConfigFileProblem extends OptionProblem {
  /** The line of the key that it concerns, from 1; undefined where that is not known, as for keys that are missing. */
  readonly line?: number;
}

/** The result of checking a configuration file. */
export interface CheckedConfigFile {
  readonly problems: readonly ConfigFileProblem[];
  readonly warnings: readonly string[];
}

/** A configuration file, and the server it is for. */
export interface ConfigFileSource {
  readonly path: string;
  readonly readFile: ReadFile;
  readonly role: 'cluster' | 'extension';
  /** Loads the plugins that the file names, so that their options are known. */
  readonly findPlugins?: FindPlugins;
}

/** Checks a configuration file as the start of a server does, without environment and flags. Throws what node:fs throws. */
export async function checkConfigFile({
  path,
  readFile,
  role,
  findPlugins,
}: ConfigFileSource): Promise<CheckedConfigFile> {
  const text = readFile(path);
  const parsed = await parseFlags({ argv: [`--config=${path}`], environment: {}, readFile }, { role, findPlugins });
  if ('problems' in parsed) {
    const problems = parsed.problems.map((problem) => located(problem, path, text));
    return { problems: problems.sort((a, b) => (a.line ?? Infinity) - (b.line ?? Infinity)), warnings: [] };
  }
  return { problems: [], warnings: 'warnings' in parsed ? parsed.warnings : [] };
}

function located(problem: OptionProblem, path: string, text: string): ConfigFileProblem {
  const { option, message } = problem;
  if (option === path) return { ...problem, option: '', line: lineInMessage(message) };
  const key = option.startsWith(`${path}: `) ? option.slice(path.length + 2) : keyOfFlag(option, text);
  return { ...problem, option: key ?? option, line: key === undefined ? undefined : lineOf(key, text) };
}

/** Faults of the syntax say where they are: `(3:1)`. */
function lineInMessage(message: string): number | undefined {
  const [, line] = /\((\d+):\d+\)/.exec(message) ?? [];
  return line === undefined ? undefined : Number(line);
}

/** The key by which a file sets a flag, in either spelling. */
function keyOfFlag(option: string, text: string): string | undefined {
  const name = option.replace(/^--/, '');
  const camelCase = name.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
  return [name, camelCase].find((key) => lineOf(key, text) !== undefined);
}

function lineOf(key: string, text: string): number | undefined {
  const isJson = text.trimStart().startsWith('{');
  const spellings = [key, JSON.stringify(key), `'${key}'`];
  const at = text.split('\n').findIndex((line) => {
    const start = isJson ? line.replace(/^[\s{]*/, '') : line;
    return spellings.some(
      (spelling) => start.startsWith(spelling) && start.slice(spelling.length).trimStart().startsWith(':'),
    );
  });
  return at < 0 ? undefined : at + 1;
}
