import { readFileSync } from 'node:fs';
import { overview } from '../commands/index.js';
import { type FindPlugins, parseFlags } from '../options/index.js';

/**
 * Returns the commands, and the flags of the server with those of plugins that the command line names; undefined where it does not
 * ask for help.
 */
export async function serverHelp(words: readonly string[]): Promise<string | undefined> {
  const readFile = (path: string): string => readFileSync(path, 'utf8');
  const sources = { argv: words, environment: process.env, readFile };
  const parsed = await parseFlags(sources, { role: 'cluster', findPlugins });
  return 'help' in parsed ? `${overview()}\n${parsed.help}` : undefined;
}

/** Loads what finds plugins only where some are named: it needs most of the server. */
const findPlugins: FindPlugins = async (names) => {
  if (names.length === 0) return [];
  const { pluginFinder } = await import('../plugin-host/index.js');
  return pluginFinder()(names);
};
