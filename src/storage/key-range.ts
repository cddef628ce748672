/**
 * Returns the first string after all strings that start with `prefix`, so that `prefix <= key < prefixEnd(prefix)`
 * holds for exactly those. Keys are ASCII, so the last character can always be raised. An empty prefix covers every
 * key.
 */
export function prefixEnd(prefix: string): string {
  if (prefix === '') return '\u{10ffff}';
  const last = prefix.length - 1;
  return prefix.slice(0, last) + String.fromCharCode(prefix.charCodeAt(last) + 1);
}
