/** A string of JSON, which stays as it is, or blanks between values. */
const STRINGS_AND_BLANKS = /("(?:[^"\\]|\\.)*")|[ \t\r\n]+/g;
const HAS_BLANKS = /[\n\r]/;
const MARKUP = /[<>&\u2028\u2029]/g;

/**
 * Puts valid JSON on one line, members in their order and numbers as they were written, with the escapes of the reference
 * (upstream: encoding/json's compact).
 */
export function compactJson(json: string): string {
  const compact = json.replace(STRINGS_AND_BLANKS, (_, text: string | undefined) => text ?? '');
  return compact.replace(MARKUP, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** The same for what this server has written, which is escaped, and mostly on one line with a line break at its end. */
export function oneLine(json: string): string {
  const text = json.endsWith('\n') ? json.slice(0, -1) : json;
  return HAS_BLANKS.test(text) ? compactJson(text) : text;
}
