import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { documentsReader } from '../options/index.js';
import { CommandError } from './output.js';

/** The flags of a command: those with a value, and those without. */
export interface CommandFlags {
  readonly values: readonly string[];
  readonly switches?: readonly string[];
}

/** Parses the flags of a command. Throws CommandError for unknown ones. */
export function readFlags(
  words: readonly string[],
  { values, switches = [] }: CommandFlags,
): Readonly<Record<string, string | boolean | undefined>> {
  const options = Object.fromEntries([
    ...values.map((name) => [name, { type: 'string' as const }]),
    ...switches.map((name) => [name, { type: 'boolean' as const }]),
  ]) as Record<string, { type: 'string' | 'boolean' }>;
  try {
    return parseArgs({ args: [...words], options, strict: true, allowPositionals: false }).values as Record<
      string,
      string | boolean | undefined
    >;
  } catch (error) {
    throw new CommandError((error as Error).message.split('\n')[0]);
  }
}

/** The words of a command that takes files: flags with a value, flags that can be repeated, and other words. */
export interface CommandWords {
  readonly values: Readonly<Record<string, string | undefined>>;
  readonly lists: Readonly<Record<string, readonly string[]>>;
  readonly positionals: readonly string[];
}

/** Parses the words of a command that takes files. Throws CommandError for unknown flags. */
export function readWords(
  words: readonly string[],
  { values, lists }: { readonly values: readonly string[]; readonly lists: readonly string[] },
): CommandWords {
  const options = Object.fromEntries([
    ...values.map((name) => [name, { type: 'string' as const }]),
    ...lists.map((name) => [name, { type: 'string' as const, multiple: true }]),
  ]) as Record<string, { type: 'string'; multiple?: boolean }>;
  try {
    const parsed = parseArgs({ args: [...words], options, strict: true, allowPositionals: true });
    const given = parsed.values as Record<string, string | readonly string[] | undefined>;
    return {
      values: Object.fromEntries(values.map((name) => [name, given[name] as string | undefined])),
      lists: Object.fromEntries(lists.map((name) => [name, (given[name] ?? []) as readonly string[]])),
      positionals: parsed.positionals,
    };
  } catch (error) {
    throw new CommandError((error as Error).message.split('\n')[0]);
  }
}

/** Reads the documents of a YAML file, those of lists one by one. Throws CommandError. */
export async function readDocuments(path: string): Promise<unknown[]> {
  try {
    const parse = await documentsReader();
    return parse(await readFile(path, 'utf8')).flatMap(itemsOf);
  } catch (error) {
    throw new CommandError(`${path}: ${(error as Error).message}`);
  }
}

function itemsOf(document: unknown): unknown[] {
  if (document === null || document === undefined) return [];
  const { items } = document as { items?: unknown };
  return Array.isArray(items) ? (items as unknown[]) : [document];
}
