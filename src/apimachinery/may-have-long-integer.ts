/** Digits that an integer has at least which a number may round. */
export const LEAST_DIGITS = 16;

const MINUS = 0x2d;
const ZERO = 0x30;
const NINE = 0x39;
/** The characters that precede a number: spaces, a colon, a comma, an opening bracket. */
const BEFORE_NUMBER: ReadonlySet<number> = new Set([0x20, 0x09, 0x0a, 0x0d, 0x3a, 0x2c, 0x5b]);

/**
 * Reports whether JSON may have an integer that a number would round; digits in a string may pass for one. Looks at every
 * sixteenth character, between which there is no room for such an integer.
 */
export function mayHaveLongInteger(text: string): boolean {
  for (let at = LEAST_DIGITS - 1; at < text.length; at += LEAST_DIGITS) {
    if (!isDigit(text.charCodeAt(at))) continue;
    let first = at;
    while (isDigit(text.charCodeAt(first - 1))) first--;
    while (isDigit(text.charCodeAt(at + 1))) at++;
    if (at - first + 1 >= LEAST_DIGITS && beginsNumber(text, first)) return true;
  }
  return false;
}

function beginsNumber(text: string, first: number): boolean {
  const start = text.charCodeAt(first - 1) === MINUS ? first - 1 : first;
  return start === 0 || BEFORE_NUMBER.has(text.charCodeAt(start - 1));
}

/** Reports whether the code of a character is that of a digit. */
export function isDigit(code: number): boolean {
  return code >= ZERO && code <= NINE;
}
