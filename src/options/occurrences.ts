import type { Flag } from './flag.js';

/** One occurrence of a flag in a source. */
export interface Occurrence {
  readonly flag: Flag;
  /** How the source names it, for messages. */
  readonly option: string;
  readonly texts: string[];
}

/** The occurrences of one source, by the flag's name. */
export type Occurrences = Map<string, Occurrence>;

/** Adds a text to what a source said before of a flag. */
export function addOccurrence(
  occurrences: Occurrences,
  { flag, option }: Pick<Occurrence, 'flag' | 'option'>,
  text: string,
): void {
  const known = occurrences.get(flag.name);
  if (known === undefined) occurrences.set(flag.name, { flag, option, texts: [text] });
  else known.texts.push(text);
}
