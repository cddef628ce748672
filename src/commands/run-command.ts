import { didYouMean } from '../options/index.js';
import { helpOf, helpOfGroup, overview } from './command-help.js';
import { COMMANDS } from './command-table.js';
import type { Command } from './command.js';
import { CommandError, type CommandHost, EXIT, FailedCommand } from './output.js';
import { showsOwnHelp } from './serving-commands.js';

const HELP_FLAGS = new Set(['--help', '-h']);

/** Runs the command that the first words name, and returns its exit code. */
export async function runCommand(first: string, words: readonly string[], host: CommandHost): Promise<number> {
  if (first === 'help') return showHelp(words, host);
  const found = findCommand([first, ...words]);
  if (!found) return refuse([first, ...words], host);
  const { command, rest } = found;
  if (wantsHelp(rest) && !showsOwnHelp(command, rest)) {
    host.out.write(helpOf(command));
    return EXIT.done;
  }
  return runOrExplain(command, rest, host);
}

async function runOrExplain(command: Command, words: readonly string[], host: CommandHost): Promise<number> {
  try {
    const run = await command.load();
    return await run(words, host);
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    host.err.write(`error: ${describe(error, command)}\n`);
    return error instanceof FailedCommand ? EXIT.otherwise : EXIT.misused;
  }
}

/** The longest name that the words begin with. */
function findCommand(words: readonly string[]): { command: Command; rest: readonly string[] } | undefined {
  for (const length of [2, 1]) {
    const command = COMMANDS.find(({ name }) => name === words.slice(0, length).join(' '));
    if (command) return { command, rest: words.slice(length) };
  }
  return undefined;
}

/** Words after `--` belong to another program. */
function wantsHelp(words: readonly string[]): boolean {
  const end = words.indexOf('--');
  return (end < 0 ? words : words.slice(0, end)).some((word) => HELP_FLAGS.has(word));
}

async function showHelp(words: readonly string[], host: CommandHost): Promise<number> {
  const names = words.filter((word) => !HELP_FLAGS.has(word));
  if (names.length > 0) return runCommand(names[0], [...names.slice(1), '--help'], host);
  host.out.write(overview());
  return EXIT.done;
}

/** Handles words that name no command: prints the help of a group on request, else suggestions. */
function refuse([first, second]: readonly string[], { out, err }: CommandHost): number {
  const group = COMMANDS.filter(({ name }) => name.startsWith(`${first} `));
  if (group.length > 0 && second !== undefined && HELP_FLAGS.has(second)) {
    out.write(helpOfGroup(group));
    return EXIT.done;
  }
  const given = group.length > 0 && second !== undefined ? `${first} ${second}` : first;
  if (group.length > 0 && second === undefined) err.write(`error: binnacle ${first}: a command is missing\n`);
  else err.write(`error: unknown command ${JSON.stringify(given)}. ${nearest(given)}\n`);
  if (group.length > 0) err.write(helpOfGroup(group));
  return EXIT.misused;
}

function nearest(name: string): string {
  const firstWords = COMMANDS.map((command) => command.name.split(' ')[0]);
  const known = name.includes(' ') ? COMMANDS.map((command) => command.name) : [...firstWords, 'help'];
  return didYouMean(name, known, 'binnacle help lists the commands.');
}

/** The message of a usage error; of an unknown flag with the one that may have been meant. */
function describe({ message }: CommandError, { name, flags }: Command): string {
  const [, unknown] = /^Unknown option '(-[^']*)'/.exec(message) ?? [];
  if (unknown === undefined) return message;
  const known = flags.map(([flag]) => flag.split(' ')[0]);
  return `Unknown option '${unknown}'. ${didYouMean(unknown, known, `binnacle ${name} --help lists the flags.`)}`;
}
