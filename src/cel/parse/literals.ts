import { UintValue } from '../values/index.js';

const MAX_INT = 2n ** 63n - 1n;
const MAX_UINT = 2n ** 64n - 1n;

/** Reads an integer as it is written, or answers undefined when it does not fit into 64 bits. */
export function readInt(text: string, isNegative: boolean): bigint | undefined {
  const amount = BigInt(text);
  if (amount > (isNegative ? MAX_INT + 1n : MAX_INT)) return undefined;
  return isNegative ? -amount : amount;
}

/** Reads an unsigned integer as it is written, or answers undefined when it does not fit into 64 bits. */
export function readUint(text: string): UintValue | undefined {
  const amount = BigInt(text.slice(0, -1));
  return amount > MAX_UINT ? undefined : new UintValue(amount);
}

/** Reads a floating point number as it is written, or answers undefined when it is too large. */
export function readDouble(text: string, isNegative: boolean): number | undefined {
  const amount = Number(text);
  if (!Number.isFinite(amount)) return undefined;
  return isNegative ? -amount : amount;
}

/** Reads a string as it is written; undefined when an escape names no character. */
export function readString(text: string): string | undefined {
  const { body, isRaw } = unquote(text);
  if (isRaw) return body;
  const parts: string[] = [];
  for (const { plain, code } of pieces(body)) {
    if (plain !== undefined) parts.push(plain);
    else if (code > 0x10ffff) return undefined;
    else parts.push(isSurrogate(code) ? '\ufffd' : String.fromCodePoint(code));
  }
  return parts.join('');
}

/** Reports whether an escape in a text names half of a pair of UTF-16. */
export function hasSurrogate(text: string): boolean {
  const { body, isRaw } = unquote(text);
  return !isRaw && [...pieces(body)].some(({ plain, code }) => plain === undefined && isSurrogate(code));
}

/** Half of a pair of UTF-16 is no character. */
function isSurrogate(code: number): boolean {
  return code >= 0xd800 && code <= 0xdfff;
}

/** Reads bytes as they are written; undefined when an escape names no character. */
export function readBytes(text: string): Uint8Array | undefined {
  const { body, isRaw } = unquote(text.slice(1));
  if (isRaw) return Buffer.from(body);
  const parts: Buffer[] = [];
  for (const { plain, code, isUnicode } of pieces(body)) {
    if (isUnicode) return undefined;
    parts.push(plain === undefined ? Buffer.from([code]) : Buffer.from(plain));
  }
  return Buffer.concat(parts);
}

function unquote(text: string): { body: string; isRaw: boolean } {
  const isRaw = /^r/i.test(text);
  const quoted = isRaw ? text.slice(1) : text;
  const marks = quoted.length >= 6 && quoted.startsWith(quoted[0].repeat(3)) ? 3 : 1;
  const body = quoted.slice(marks, -marks);
  return { body: marks === 3 ? body.replaceAll('\r\n', '\n').replaceAll('\r', '\n') : body, isRaw };
}

interface Piece {
  readonly plain?: string;
  readonly code: number;
  readonly isUnicode?: boolean;
}

const SIMPLE: Readonly<Record<string, string>> = {
  a: '\x07',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
};

function* pieces(body: string): Iterable<Piece> {
  for (let i = 0; i < body.length;) {
    const next = body.indexOf('\\', i);
    if (next !== i) yield { plain: body.slice(i, next < 0 ? undefined : next), code: 0 };
    if (next < 0) return;
    const [length, piece] = readEscape(body, next + 1);
    yield piece;
    i = next + 1 + length;
  }
}

function readEscape(body: string, at: number): [number, Piece] {
  const letter = body[at];
  if (letter === 'x' || letter === 'X') return [3, { code: parseInt(body.slice(at + 1, at + 3), 16) }];
  if (letter === 'u') return [5, { code: parseInt(body.slice(at + 1, at + 5), 16), isUnicode: true }];
  if (letter === 'U') return [9, { code: parseInt(body.slice(at + 1, at + 9), 16), isUnicode: true }];
  if (letter >= '0' && letter <= '3') return [3, { code: parseInt(body.slice(at, at + 3), 8) }];
  return [1, { plain: Object.hasOwn(SIMPLE, letter) ? SIMPLE[letter] : letter, code: 0 }];
}
