import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { CommandError } from '../output.js';
import type { PlanSettings } from './file-plan.js';

/** The words of a command that generates: one name, flags with a value, and how to write. */
export interface NewWords {
  readonly name: string;
  readonly values: Readonly<Record<string, string | undefined>>;
  /** How the files are written, in the folder of `--dir`. */
  readonly settings: PlanSettings;
}

/** Parses the words of `binnacle new`; `what` is generated. Throws CommandError. */
export function readNewWords(what: string, words: readonly string[], flags: readonly string[] = []): NewWords {
  const { values, positionals } = parse(words, flags);
  const [name, ...others] = positionals;
  if (name === undefined) throw new CommandError(`the name of the ${what} is missing`);
  if (others.length > 0) throw new CommandError(`one name is needed, and ${positionals.length} are given`);
  const { dir = '.', force = false, 'dry-run': isDryRun = false, ...texts } = values;
  const shown = String(dir) === '.' ? '' : String(dir);
  return {
    name,
    values: texts as NewWords['values'],
    settings: { folder: resolve(String(dir)), shown, isForced: force === true, isDryRun: isDryRun === true },
  };
}

function parse(words: readonly string[], flags: readonly string[]) {
  const text = { type: 'string' } as const;
  const options = {
    ...Object.fromEntries(flags.map((flag) => [flag, text])),
    dir: text,
    force: { type: 'boolean' as const },
    'dry-run': { type: 'boolean' as const },
  };
  try {
    const { values, positionals } = parseArgs({ args: [...words], options, allowPositionals: true });
    return { values: values as Record<string, string | boolean | undefined>, positionals };
  } catch (error) {
    throw new CommandError((error as Error).message.split('\n')[0]);
  }
}
