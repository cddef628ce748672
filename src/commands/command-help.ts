import type { Command } from './command.js';
import { COMMANDS } from './command-table.js';

const INDENT = '    ';

/** Returns the text of `binnacle help`: every command with one line. */
export function overview(): string {
  const rows = COMMANDS.map(({ name, summary }) => [name, summary] as const);
  return [
    'Binnacle: a Kubernetes-compatible API server. Without a command it serves.',
    '',
    'Usage: binnacle [COMMAND] [flags]',
    '',
    'Commands:',
    ...columns([...rows, ['help [COMMAND]', 'Show this list, or the help of a command']]),
    '',
    'binnacle COMMAND --help shows the flags of a command, binnacle --help those of the server too.',
    '',
  ].join('\n');
}

/** Returns the text of `--help` of one command. */
export function helpOf({ name, summary, words, flags, notes }: Command): string {
  const rows = [...flags, ['--help', 'Show this text'] as const];
  return [
    `${summary}.`,
    '',
    `Usage: binnacle ${name} ${words}`.trimEnd(),
    '',
    'Flags:',
    ...columns(rows),
    ...(notes === undefined ? [] : ['', notes]),
    '',
  ].join('\n');
}

/** Returns the text for a word that several commands begin with: `authz`. */
export function helpOfGroup(commands: readonly Command[]): string {
  return ['Commands:', ...columns(commands.map(({ name, summary }) => [name, summary])), ''].join('\n');
}

function columns(rows: readonly (readonly [string, string])[]): string[] {
  const width = Math.max(...rows.map(([left]) => left.length)) + 3;
  return rows.map(([left, right]) => `${INDENT}${left.padEnd(width)}${right}`);
}
