import { readFileSync } from 'node:fs';
import { type ConfigFileProblem, checkConfigFile } from '../../options/index.js';
import { PluginError, pluginFinder } from '../../plugin-host/index.js';
import { CommandError, EXIT, type Output } from '../output.js';
import { readWords } from '../read-files.js';

const ROLES = ['cluster', 'extension'] as const;

/**
 * Runs `binnacle config check`: every problem of a configuration file with its line, as the start of a server would
 * report them. Ends with 1 where there is one.
 */
export async function checkConfig(words: readonly string[], { out, err }: Output): Promise<number> {
  const { values, positionals } = readWords(words, { values: ['role', 'output'], lists: [] });
  const [path, ...others] = positionals;
  if (path === undefined || others.length > 0) throw new CommandError('one FILE is needed');
  const { output = 'text' } = values;
  if (output !== 'text' && output !== 'json') throw new CommandError('--output: text and json are the formats');
  const readFile = (file: string): string => readFileSync(file, 'utf8');
  const source = { path, role: readRole(values.role), readFile, findPlugins: pluginFinder() };
  const { problems, warnings } = await checkConfigFile(source).catch((error: NodeJS.ErrnoException) => {
    throw new CommandError(`${path}: ${error instanceof PluginError ? String(error) : (error.code ?? error.message)}`);
  });
  if (output === 'json') out.write(`${JSON.stringify({ file: path, problems, warnings }, undefined, 2)}\n`);
  else {
    for (const warning of warnings) err.write(`warning: ${warning}\n`);
    out.write(problems.length === 0 ? `${path}: no problems\n` : problems.map((one) => textOf(path, one)).join(''));
  }
  return problems.length === 0 ? EXIT.done : EXIT.otherwise;
}

/** Reads which server a file or schema is for. Throws CommandError. */
export function readRole(text = 'cluster'): (typeof ROLES)[number] {
  const role = ROLES.find((each) => each === text);
  if (!role) throw new CommandError(`--role: ${ROLES.join(' and ')} are the roles`);
  return role;
}

function textOf(path: string, { line, option, message, remedy }: ConfigFileProblem): string {
  const place = [path, ...(line === undefined ? [] : [line])].join(':');
  const key = option === '' ? '' : `${option}: `;
  return `${place}: ${key}${message}\n    ${remedy}\n`;
}
