import { COMMANDS } from '../../../src/commands/command-table.js';
import type { Command } from '../../../src/commands/command.js';
import { flags as EXTENSION_FLAGS } from '../../../src/options/extension-flags.js';
import { FeatureGates } from '../../../src/options/feature-gates.js';
import type { Flag } from '../../../src/options/flag.js';
import { FLAGS } from '../../../src/options/flags.js';
import { ApiServerOptions } from '../../../src/options/option-groups.js';
import { MADE_FROM_CODE, tableOf } from './written-page.js';

const defaults = new ApiServerOptions() as unknown as Readonly<Record<string, Readonly<Record<string, unknown>>>>;

const FLAGS_HEAD = `# Flags of the server

${MADE_FROM_CODE}
Each flag can be given on the command line, as a variable (\`--secure-port\` is \`BINNACLE_SECURE_PORT\`), or in the file that
\`--config\` names, in this order of precedence. [Operating](../operating.md) says which files are read again while the
server runs, and [differences](../compatibility.md) what is not as in kube-apiserver.
`;

const EXTENSION_HEAD = `
## Flags of extension servers only

\`binnacle serve-extension\` takes these besides; flags of a cluster's own server are refused there
([your API in an existing cluster](../behind-a-cluster.md)).

`;

const GATES = 'feature-gates';

/** The reference of all flags of servers, by section. */
export function flagsPage(): string {
  const sections = [...new Set(FLAGS.map(({ section }) => section))];
  const tables = sections.map(
    (section) => `\n## ${section}\n\n${flagTable(FLAGS.filter((flag) => flag.section === section))}`,
  );
  const known = new Set(FLAGS.map(({ name }) => name));
  const others = EXTENSION_FLAGS.filter(({ name }) => !known.has(name));
  const values = valuesOf(GATES, FeatureGates.descriptions());
  return `${FLAGS_HEAD}${tables.join('')}${EXTENSION_HEAD}${flagTable(others)}${values}`;
}

/** Choices are lines such as `WatchList=true|false (BETA - default=true)`. */
function valuesOf(flag: string, choices: readonly string[]): string {
  const rows = choices.map((choice) => {
    const [, value, note] = /^([^ ]*?)(?:=\S+)? \((.*)\)$/.exec(choice) ?? [choice, choice, ''];
    return [code(value), note];
  });
  return `\n## Values of --${flag}\n\n${tableOf(['value', 'meaning'], rows)}`;
}

const flagTable = (flags: readonly Flag[]): string =>
  tableOf(
    ['flag', 'default', 'meaning'],
    flags.map((flag) => [`\`--${flag.name}\``, code(defaultOf(flag)), meaningOf(flag)]),
  );

const code = (text: string): string => (text === '' ? '' : `\`${text}\``);
const defaultOf = ({ kind, group, property }: Flag): string => kind.format(defaults[group][property]);

function meaningOf({ name, help, kind, deprecated }: Flag): string {
  const value = kind.placeholder === '' ? '' : ` Value: ${escaped(kind.placeholder)}.`;
  const former = deprecated === undefined ? '' : ` **Deprecated**: ${escaped(deprecated)}`;
  return `${escaped(help)}${value}${former}${name === GATES ? ` [All values](#values-of---${name}).` : ''}`;
}

/** Escapes angle brackets, which would be elements of HTML. */
const escaped = (text: string): string => text.replaceAll('<', '&lt;').replaceAll('*', '\\*');

/** The reference of all subcommands with their flags. */
export function commandsPage(): string {
  const head = `# Commands\n\n${MADE_FROM_CODE}
[Command line](../command-line.md) sorts them by what they are for. Exit codes: 0 for success, 1 where a check finds
something or a server cannot start, 2 for a command line that makes no sense.\n`;
  const sorted = [...COMMANDS].sort((a, b) => (a.name < b.name ? -1 : 1));
  return head + sorted.map(sectionOf).join('');
}

function sectionOf({ name, summary, words, flags, notes }: Command): string {
  const usage = `\`\`\`sh\nbinnacle ${name}${words ? ` ${words}` : ''}\n\`\`\`\n`;
  const rows = flags.map(([flag, help]) => [`\`${flag}\``, escaped(help)]);
  const table = rows.length === 0 ? '' : `\n${tableOf(['flag', 'meaning'], rows)}`;
  return `\n## binnacle ${name}\n\n${escaped(summary)}.\n\n${usage}${table}${notes ? `\n${escaped(notes.trim())}\n` : ''}`;
}
