import { configSchema, flagsOf } from '../../options/index.js';
import { EXIT, type Output } from '../output.js';
import { readFlags } from '../read-files.js';
import { readRole } from './check-config.js';

/** `binnacle config schema`: the JSON schema of configuration files, made from the table of flags. */
export async function printSchema(words: readonly string[], { out }: Output): Promise<number> {
  const { role } = readFlags(words, { values: ['role'] });
  const flags = await flagsOf(readRole(role as string | undefined));
  out.write(`${JSON.stringify(configSchema(flags), undefined, 2)}\n`);
  return EXIT.done;
}
