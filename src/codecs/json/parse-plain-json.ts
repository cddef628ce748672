import type { JsonValue } from '../../apimachinery/index.js';

/** Deeper texts, and integers of more digits, are for the careful parser. */
const MAX_PLAIN_DEPTH = 100;
const MAX_PLAIN_DIGITS = 15;

const enum Char {
  Quote = 0x22,
  Comma = 0x2c,
  Dot = 0x2e,
  Zero = 0x30,
  Nine = 0x39,
  Colon = 0x3a,
  UpperE = 0x45,
  OpenList = 0x5b,
  Backslash = 0x5c,
  CloseList = 0x5d,
  LowerE = 0x65,
  LowerU = 0x75,
  OpenObject = 0x7b,
  CloseObject = 0x7d,
}

/** The bytes at which a text ends or has an escape. */
const ENDS_TEXT = Uint8Array.from({ length: 256 }, (_, byte) => Number(byte === Char.Quote || byte === Char.Backslash));

/**
 * Reads JSON by the engine's own parser where that loses nothing: no member is repeated, every number is as it is written,
 * no escape is half a character, and there are no more than `maxValues` values. Undefined for all else, malformed texts
 * among it, which `parseJson` reads or words.
 */
export function parsePlainJson(bytes: Buffer, maxValues: number): JsonValue | undefined {
  const members = countMembers(bytes, maxValues);
  if (members === undefined) return undefined;
  try {
    const value = JSON.parse(bytes.toString('utf8')) as JsonValue;
    // Duplicates occur once in the value.
    return membersIn(value) === members ? value : undefined;
  } catch {
    return undefined;
  }
}

/** How many members all objects of a text have, if it is one; undefined where the engine's parser might lose something. */
function countMembers(bytes: Buffer, maxValues: number): number | undefined {
  let members = 0;
  let values = 1;
  let depth = 0;
  for (let at = 0; at < bytes.length;) {
    const byte = bytes[at++];
    if (byte === Char.Quote) {
      at = endOfText(bytes, at);
      if (at < 0) return undefined;
    } else if (byte === Char.Colon) members++;
    else if (byte === Char.Comma) values++;
    else if (byte === Char.OpenObject || byte === Char.OpenList) {
      values++;
      if (++depth > MAX_PLAIN_DEPTH) return undefined;
    } else if (byte === Char.CloseObject || byte === Char.CloseList) depth--;
    else if (byte >= Char.Zero && byte <= Char.Nine) {
      at = endOfInteger(bytes, at);
      if (at < 0) return undefined;
    }
  }
  return values > maxValues ? undefined : members;
}

/** The end of a text that continues at `from`; -1 where it has an escape that may be half a character. */
function endOfText(bytes: Buffer, from: number): number {
  let at = from;
  for (;;) {
    while (at < bytes.length && ENDS_TEXT[bytes[at]] === 0) at++;
    if (bytes[at] !== Char.Backslash) return at + 1;
    if (bytes[at + 1] === Char.LowerU) return -1;
    at += 2;
  }
}

/** The end of an integer that continues at `from`; -1 for long ones, and for numbers that have several spellings. */
function endOfInteger(bytes: Buffer, from: number): number {
  let at = from;
  let byte = bytes[at];
  while (byte >= Char.Zero && byte <= Char.Nine) byte = bytes[++at];
  const isPlain = byte !== Char.Dot && byte !== Char.LowerE && byte !== Char.UpperE;
  return isPlain && at - from < MAX_PLAIN_DIGITS ? at : -1;
}

function membersIn(value: JsonValue): number {
  if (typeof value !== 'object' || value === null) return 0;
  let members = 0;
  if (Array.isArray(value)) {
    for (const element of value) if (typeof element === 'object' && element !== null) members += membersIn(element);
    return members;
  }
  for (const name in value) {
    members++;
    const member = value[name];
    if (typeof member === 'object' && member !== null) members += membersIn(member);
  }
  return members;
}
