import { readFileSync } from 'node:fs';

/**
 * Reads the changes that break a requirement, from a table of tabs: id, file, text of the source, text in its place.
 * `\n` in a text is the end of a line. Throws where a row is malformed.
 */
export function readBroken(file) {
  return parseBroken(readFileSync(file, 'utf8'));
}

/** Parses the text of the table. */
export function parseBroken(text) {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return lines.map((line) => {
    const [id, file, code, replacement, ...rest] = line.split('\t');
    if (replacement === undefined || rest.length > 0) throw new Error(`malformed change: ${line}`);
    return { id, file, code: unescape(code), replacement: unescape(replacement) };
  });
}

/** Returns the text of a source with the change; throws where the source does not have the code exactly once. */
export function broken(text, { id, file, code, replacement }) {
  const parts = text.split(code);
  if (parts.length !== 2) throw new Error(`${file} has the code of ${id} ${parts.length - 1} times: ${code}`);
  return parts.join(replacement);
}

/** Returns a pattern for the full names of tests that name a requirement. */
export function namePattern(id) {
  return `\\[([^\\[\\]]*, )?${id.replaceAll('.', '\\.')}(, [^\\[\\]]*)?\\]`;
}

function unescape(text) {
  return text.replaceAll('\\n', '\n');
}
