import type { Flag } from './flag.js';
import { lastListKind, listKind, quoteListElement } from './flag-kinds.js';
import { didYouMean } from './nearest-name.js';
import { addOccurrence, type Occurrences } from './occurrences.js';
import type { OptionProblem } from './problem.js';

/** The parsed config file. */
export interface ParsedConfigFile {
  readonly occurrences: Occurrences;
  readonly problems: OptionProblem[];
}

/** Reads the text of a config file: a YAML mapping from flag names, in kebab-case or camelCase, to values. */
export async function parseConfigFile(path: string, text: string, flags: readonly Flag[]): Promise<ParsedConfigFile> {
  const { load } = await import('js-yaml');
  const refuse = (message: string, remedy: string): ParsedConfigFile => ({
    occurrences: new Map(),
    problems: [{ option: path, message, remedy }],
  });
  let content: unknown;
  try {
    content = load(text);
  } catch (error) {
    return refuse(
      `is not YAML: ${firstLine(error)}`,
      'Fix the file; a key is a flag name without its dashes in front.',
    );
  }
  if (content === null || content === undefined) return { occurrences: new Map(), problems: [] };
  if (!isMapping(content)) return refuse('is not a mapping', 'Write lines such as `secure-port: 6443`.');
  return readEntries(path, content, flags);
}

function readEntries(
  path: string,
  content: Readonly<Record<string, unknown>>,
  flags: readonly Flag[],
): ParsedConfigFile {
  const byName = new Map(flags.map((flag) => [flag.name, flag]));
  const occurrences: Occurrences = new Map();
  const problems: OptionProblem[] = [];
  for (const [key, value] of Object.entries(content)) {
    const flag = byName.get(toKebabCase(key));
    const option = `${path}: ${key}`;
    const texts = flag === undefined ? undefined : textsOf(value, flag);
    if (flag === undefined) {
      problems.push({
        option,
        message: 'unknown key',
        remedy: didYouMean(toKebabCase(key), byName.keys(), '--help lists the names.'),
      });
    } else if (texts === undefined) {
      problems.push({
        option,
        message: 'has a value of the wrong shape',
        remedy: 'Give a text, a number, a list of them, or pairs.',
      });
    } else {
      texts.forEach((one) => addOccurrence(occurrences, { flag, option }, one));
    }
  }
  return { occurrences, problems };
}

/** The texts that would say the same on the command line. */
function textsOf(value: unknown, flag: Flag): string[] | undefined {
  if (isScalar(value)) return [String(value)];
  if (Array.isArray(value) && value.every(isScalar)) {
    const texts = value.map(String);
    if (flag.kind.parse === lastListKind.parse) return [texts.map(quoteListElement).join(',')];
    return flag.kind.parse === listKind.parse ? texts.map(quoteListElement) : texts;
  }
  if (!isMapping(value) || !Object.values(value).every(isScalar)) return undefined;
  return Object.entries(value).map(([key, one]) => `${key}=${String(one)}`);
}

function isScalar(value: unknown): value is string | number | boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}

function isMapping(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function toKebabCase(key: string): string {
  return key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

function firstLine(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).split('\n')[0];
}
