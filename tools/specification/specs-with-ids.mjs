import { dirname, join, normalize } from 'node:path';

const SPEC = /spec\.ts$/;
const IMPORT = /\bfrom\s+'(\.{1,2}\/[^']+)\.js'|\bimport\s+'(\.{1,2}\/[^']+)\.js'/g;

/**
 * The spec files whose tests may name requirements: those that have an id, or the beginning of one that a template
 * completes, and those that import it from a file which is no spec, such as a contract or a table.
 *
 * `files` maps the path of every TypeScript file to its text; `ids` are those of the requirements.
 */
export function specsWithIds(files, ids) {
  const prefixes = [...new Set([...ids].map((id) => id.slice(0, id.indexOf('-'))))];
  const named = new RegExp(`\\b(?:${prefixes.join('|')})-(?:\\w|\\$\\{|%)`);
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
