import { readFileSync } from 'node:fs';

/** The wildcard for every change of a line, or for every file. */
const ANY = '*';

/**
 * Mutants that are known to behave like the source, or whose difference is not asserted on purpose, from a table of tabs:
 * file, line of the source without its indentation, changes separated by `; `, reason. Lines are named by their text, so
 * that an entry ends with the code that it explains.
 */
export class Equivalents {
  constructor(text) {
    this.entries = text
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'))
      .map((line) => line.split('\t'))
      .map(([file, code, changes, reason]) => ({ file, code, changes: new Set(changes.split('; ')), reason }));
  }

  static read(file) {
    return new Equivalents(readFileSync(file, 'utf8'));
  }

  /** Returns the reason why a mutant of a line of a file need not be noticed; undefined if there is none. */
  reasonFor(file, code, change) {
    return this.entriesFor(file, code).find(({ changes }) => changes.has(change) || changes.has(ANY))?.reason;
  }

  /** Returns entries for files of `sources`, a map of texts by path, that fit no line of theirs. */
  stale(sources) {
    return this.entries.filter(({ file, code }) => {
      const text = sources.get(file);
      return text !== undefined && !text.split('\n').some((line) => line.trim() === code);
    });
  }

  entriesFor(file, code) {
    return this.entries.filter((entry) => (entry.file === file || entry.file === ANY) && entry.code === code);
  }
}
