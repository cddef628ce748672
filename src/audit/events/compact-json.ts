const [TAB, NEWLINE, RETURN, SPACE, QUOTE, BACKSLASH] = [0x09, 0x0a, 0x0d, 0x20, 0x22, 0x5c];
const HAS_BREAKS = /[\n\r]/;
const MARKUP = /[<>&\u2028\u2029]/g;

/**
 * Formats valid JSON on one line, members in their order and numbers as they were written, with the escapes of the
 * reference (upstream: encoding/json's compact).
 */
export function compactJson(json: string): string {
  return withoutBlanks(json).replace(MARKUP, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** Returns the same for what this server has written, which is escaped, and mostly on one line with a line break at its end. */
export function oneLine(json: string): string {
  const text = json.endsWith('\n') ? json.slice(0, -1) : json;
  return HAS_BREAKS.test(text) ? compactJson(text) : text;
}

/** Character by character: a regular expression needs memory for each of a long string. */
function withoutBlanks(json: string): string {
  let compact = '';
  let start = 0;
  let isInString = false;
  for (let i = 0; i < json.length; i++) {
    const char = json.charCodeAt(i);
    if (char === QUOTE) isInString = !isInString;
    else if (isInString) i += char === BACKSLASH ? 1 : 0;
    else if (isBlank(char)) {
      compact += json.slice(start, i);
      start = i + 1;
    }
  }
  return compact + json.slice(start);
}

function isBlank(char: number): boolean {
  return char === SPACE || char === NEWLINE || char === RETURN || char === TAB;
}
