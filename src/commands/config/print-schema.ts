import { configSchema, flagsOf, flagsOfPlugin } from '../../options/index.js';
import { pluginFinder } from '../../plugin-host/index.js';
import { EXIT, type Output } from '../output.js';
import { readFlags } from '../read-files.js';
import { readRole } from './check-config.js';

/** Runs `binnacle config schema`: the JSON schema of configuration files, made from the table of flags and those of plugins. */
export async function printSchema(words: readonly string[], { out }: Output): Promise<number> {
  const { role, plugins = '' } = readFlags(words, { values: ['role', 'plugins'] });
  const flags = await flagsOf(readRole(role as string | undefined));
  const specifiers = String(plugins).split(',');
  const settings = await pluginFinder()(specifiers.filter((specifier) => specifier !== ''));
  out.write(`${JSON.stringify(configSchema([...flags, ...settings.flatMap(flagsOfPlugin)]), undefined, 2)}\n`);
  return EXIT.done;
}
