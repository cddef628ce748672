import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * The results of earlier runs, in a file: a mutant is tested again only when its source or one of its specs has
 * changed.
 */
export class MutationResults {
  constructor(file) {
    this.file = file;
    this.known = readOrEmpty(file);
  }

  /** The outcome of a mutant under a digest; undefined where it has to be tried. */
  find(digest, mutant) {
    return this.known[digest]?.[keyOf(mutant)];
  }

  /** Takes in an outcome: `killed`, `survived`, `timed out` or `not executed`. */
  keep(digest, mutant, outcome) {
    (this.known[digest] ??= {})[keyOf(mutant)] = outcome;
  }

  /** Writes the file. */
  save() {
    mkdirSync(dirname(this.file), { recursive: true });
    writeFileSync(this.file, JSON.stringify(this.known));
  }
}

/** A digest of texts in their order. */
export function digestOf(texts) {
  const hash = createHash('sha256');
  for (const text of texts) hash.update(`${text.length}:`).update(text);
  return hash.digest('hex');
}

function keyOf({ start, end, replacement }) {
  return `${start}-${end}:${replacement}`;
}

function readOrEmpty(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return {};
  }
}
