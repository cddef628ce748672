import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

const SPEC = /spec\.ts$/;
const IMPORT = /\bfrom\s+'(\.{1,2}\/[^']+)\.js'|\bimport\s+'(\.{1,2}\/[^']+)\.js'/g;

/** Reads the tests' files below `root`, by path: tests stand beside the sources, and what they share is in `test`. */
export function readTests(root) {
  const paths = ['src', 'plugins', 'test'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true }).map((path) => join(folder, path)),
  );
  const wanted = paths.filter((path) => SPEC.test(path) || (/^test\b/.test(path) && /\.ts$/.test(path)));
  return new Map(wanted.map((path) => [path, readFileSync(join(root, path), 'utf8')]));
}

/**
 * Returns the spec files whose tests may name requirements: those that have an id, or the beginning of one that a
 * template completes, and those that import it from a file which is no spec, such as a contract or a table.
 *
 * `files` maps the path of every TypeScript file to its text; `ids` are those of the requirements.
 */
export function specsWithIds(files, ids) {
  const prefixes = [...new Set([...ids].map((id) => id.slice(0, id.indexOf('-'))))];
  return specsNaming(files, new RegExp(`\\b(?:${prefixes.join('|')})-(?:\\w|\\$\\{|%)`));
}

/** Returns the spec files whose tests may name one requirement. */
export function specsWithId(files, id) {
  const prefix = id.slice(0, id.indexOf('-'));
  return specsNaming(files, new RegExp(`\\b(?:${id}\\b|${prefix}-(?:\\$\\{|%))`));
}

function specsNaming(files, named) {
  const found = new Map();
  return [...files.keys()].filter((path) => SPEC.test(path) && names(path));

  function names(path) {
    if (found.has(path)) return found.get(path);
    // Set before imports are followed: files may import each other.
    found.set(path, false);
    const text = files.get(path);
    const answer = named.test(text) || importsOf(path, text).some(names);
    found.set(path, answer);
    return answer;
  }

  function importsOf(path, text) {
    return [...text.matchAll(IMPORT)]
      .map(([, named, bare]) => `${normalize(join(dirname(path), named ?? bare))}.ts`)
      .filter((file) => files.has(file) && !SPEC.test(file));
  }
}
