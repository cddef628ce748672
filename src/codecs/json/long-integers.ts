/** As many digits an integer has at least that the engine's own parser may round. */
const DIGITS = 16;

const ZERO = 0x30;
const NINE = 0x39;
const MINUS = 0x2d;
/** The characters that precede a number in JSON without spaces: a colon, a comma, an opening bracket. */
const BEFORE_NUMBER: ReadonlySet<number> = new Set([0x3a, 0x2c, 0x5b]);

/**
 * Reports whether JSON that is written without spaces may have an integer which the engine's own parser would round;
 * digits in a string may pass for one. Looks at every sixteenth byte, between which there is no room for such an
 * integer.
 */
export function mayHaveLongInteger(bytes: Buffer): boolean {
  for (let at = DIGITS - 1; at < bytes.length; at += DIGITS) {
    if (!isDigit(bytes[at])) continue;
    let first = at;
    while (isDigit(bytes[first - 1])) first--;
    while (isDigit(bytes[at + 1])) at++;
    if (at - first + 1 >= DIGITS && beginsNumber(bytes, first)) return true;
  }
  return false;
}

function beginsNumber(bytes: Buffer, first: number): boolean {
  const before = bytes[first - 1];
  return BEFORE_NUMBER.has(before === MINUS ? bytes[first - 2] : before);
}

function isDigit(byte: number): boolean {
  return byte >= ZERO && byte <= NINE;
}
