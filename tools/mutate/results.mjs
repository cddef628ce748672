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

  /**
   * Returns the outcome of a mutant under a digest; undefined where it has to be tried. A run that does not try what
   * modules execute when they load, `isPartial`, takes the outcomes of whole runs too, but not the other way round.
   */
  find(digest, mutant, isPartial = false) {
    const key = keyOf(mutant);
    return this.known[digest]?.[key] ?? (isPartial ? this.known[partial(digest)]?.[key] : undefined);
  }

  /** Takes in an outcome: `killed`, `survived`, `timed out` or `not executed`; `isPartial` as for `find()`. */
  keep(digest, mutant, { outcome, isPartial = false }) {
    (this.known[isPartial ? partial(digest) : digest] ??= {})[keyOf(mutant)] = outcome;
  }

  /** Writes the file. */
  save() {
    mkdirSync(dirname(this.file), { recursive: true });
    writeFileSync(this.file, JSON.stringify(this.known));
  }
}

/** Returns a digest of texts in their order. */
export function digestOf(texts) {
  const hash = createHash('sha256');
  for (const text of texts) hash.update(`${text.length}:`).update(text);
  return hash.digest('hex');
}

function partial(digest) {
  return `${digest} without loading`;
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
