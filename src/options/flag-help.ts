import type { Flag } from './flag.js';
import { defaultFormatter } from './flag-defaults.js';

const WIDTH = 110;
/** Choices are longer than explanations: they begin further left. */
const CHOICE_INDENT = ' '.repeat(10);

const HEAD = `Serves a Kubernetes-compatible API.

Usage: binnacle [serve] [flags]`;

/** The parts of the help that depend on the server. */
export interface HelpSettings {
  readonly head?: string;
  /** A line for each feature gate. */
  readonly gates?: readonly string[];
}

/** Returns the text of `--help`: every flag by section, names and explanations aligned, below a head. */
export function formatHelp(flags: readonly Flag[], { head = HEAD, gates = [] }: HelpSettings = {}): string {
  const shownDefault = defaultFormatter();
  const rows = flags.map((flag) => {
    const shown = shownDefault(flag);
    const notes = [
      ...(isTelling(shown) ? [`(default ${shown})`] : []),
      ...(flag.deprecated === undefined ? [] : words(`(DEPRECATED: ${flag.deprecated})`)),
    ];
    const help = [...words(flag.help), ...notes];
    const choices = flag.name === 'feature-gates' ? gates : [];
    return { section: flag.section, choices, left: `--${flag.name} ${flag.kind.placeholder}`.trimEnd(), help };
  });
  rows.push(
    {
      section: 'Other',
      choices: [],
      left: '--config path',
      help: words('YAML file with flag names as keys; flags and environment come first.'),
    },
    { section: 'Other', choices: [], left: '--help', help: words('Show this text.') },
    { section: 'Other', choices: [], left: '--version', help: words('Show the version.') },
  );
  const indent = Math.max(...rows.map(({ left }) => left.length)) + 6;
  const lines = rows.flatMap(({ section, choices, left, help }, i) => [
    ...(section === rows[i - 1]?.section ? [] : ['', `${section} flags:`]),
    `    ${left}`.padEnd(indent) + wrap(help, WIDTH - indent).join(`\n${' '.repeat(indent)}`),
    ...choices.map((choice) => CHOICE_INDENT + choice),
  ]);
  return `${head}\n\nEach flag can be set by BINNACLE_<NAME> too.\n${lines.join('\n')}\n`;
}

function isTelling(shown: string): boolean {
  return !['', 'false', '0', '0s'].includes(shown);
}

function words(text: string): string[] {
  return text.split(' ');
}

function wrap(text: readonly string[], width: number): string[] {
  const lines = [''];
  for (const word of text) {
    const last = lines[lines.length - 1];
    if (last !== '' && last.length + word.length + 1 > Math.max(width, 20)) lines.push(word);
    else lines[lines.length - 1] = last === '' ? word : `${last} ${word}`;
  }
  return lines;
}
