import type { Issue } from './source.js';
import type { Token, TokenType } from './token.js';

/** The tokens of a text, and its invalid parts. */
export interface Tokens {
  readonly tokens: readonly Token[];
  readonly issues: readonly Issue[];
}

const HIDDEN = /(?:[\t \r\n\f]+|\/\/[^\n]*)/y;
const NAME = /[a-z_]\w*/iy;
const NUMBER = /(?:\d+\.\d+(?:[eE][+-]?\d+)?|\d+[eE][+-]?\d+|\.\d+(?:[eE][+-]?\d+)?|0x[\da-fA-F]+[uU]?|\d+[uU]?)/y;
const PREFIX = /(?:b?r?)(?=["'])/iy;
const ESCAPE = /\\(?:[abfnrtv\\?"'`]|u[\da-fA-F]{4}|U[\da-fA-F]{8}|[xX][\da-fA-F]{2}|[0-3][0-7]{2})/y;
/** The valid prefix of an invalid escape. */
const BROKEN_ESCAPE = /\\(?:u[\da-fA-F]{0,3}|U[\da-fA-F]{0,7}|[xX][\da-fA-F]?|[0-3][0-7]?)?/y;
const SIGNS = /(?:[=!<>]=|&&|\|\||[<>[\]{}().,\-!?:+*/%])/y;
const KEYWORDS: ReadonlySet<string> = new Set(['in', 'true', 'false', 'null']);

/** Splits the text of an expression into tokens; the last one is the end. */
export function tokenize(text: string): Tokens {
  const tokens: Token[] = [];
  const issues: Issue[] = [];
  for (let at = skipHidden(text, 0); at < text.length; at = skipHidden(text, at)) {
    const read = readToken(text, at);
    if (typeof read === 'number') {
      issues.push({ at, message: `Syntax error: token recognition error at: '${text.slice(at, read)}'` });
      at = read;
    } else {
      tokens.push(read);
      at = read.end;
    }
  }
  tokens.push({ type: '<EOF>', start: text.length, end: text.length });
  return { tokens, issues };
}

function skipHidden(text: string, start: number): number {
  let at = start;
  for (let end = matchAt(HIDDEN, text, at); end > at; end = matchAt(HIDDEN, text, at)) at = end;
  return at;
}

/** Where a match that begins at a place ends, or the place itself. */
function matchAt(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : at;
}

/** Reads a token, or returns the position after invalid input. */
function readToken(text: string, start: number): Token | number {
  const prefixEnd = matchAt(PREFIX, text, start);
  if (prefixEnd > start || text[start] === '"' || text[start] === "'") return readString(text, start, prefixEnd);
  const nameEnd = matchAt(NAME, text, start);
  if (nameEnd > start) return { type: nameType(text.slice(start, nameEnd)), start, end: nameEnd };
  const numberEnd = matchAt(NUMBER, text, start);
  if (numberEnd > start) return { type: numberType(text.slice(start, numberEnd)), start, end: numberEnd };
  const signEnd = matchAt(SIGNS, text, start);
  if (signEnd > start) return { type: `'${text.slice(start, signEnd)}'` as TokenType, start, end: signEnd };
  return failedAt(text, '&|='.includes(text[start]) ? start + 1 : start);
}

/** Invalid input ends after the first character that could not be read. */
function failedAt(text: string, at: number): number {
  return Math.min(text.length, at + (text.codePointAt(at)! > 0xffff ? 2 : 1));
}

function nameType(name: string): TokenType {
  return KEYWORDS.has(name) ? (`'${name}'` as TokenType) : 'IDENTIFIER';
}

function numberType(number: string): TokenType {
  if (/u$/i.test(number)) return 'NUM_UINT';
  return /^0x/.test(number) || /^\d+$/.test(number) ? 'NUM_INT' : 'NUM_FLOAT';
}

function readString(text: string, start: number, open: number): Token | number {
  const prefix = text.slice(start, open).toLowerCase();
  const type = prefix.startsWith('b') ? 'BYTES' : 'STRING';
  const isRaw = prefix.endsWith('r');
  const quote = text[open];
  const short = scanString(text, { at: open + 1, quote, isRaw });
  if (text.startsWith(quote.repeat(3), open)) {
    const long = scanString(text, { at: open + 3, quote: quote.repeat(3), isRaw });
    // A long string that never ends leaves an empty one, with something else behind it.
    return { type, start, end: long.end ?? open + 2 };
  }
  if (short.end !== undefined) return { type, start, end: short.end };
  // The longest token that can be read is the prefix, as a name.
  return open > start ? { type: 'IDENTIFIER', start, end: open } : failedAt(text, short.stop);
}

interface Scan {
  readonly at: number;
  readonly quote: string;
  readonly isRaw: boolean;
}

/** Looks for the end of a string; `stop` is where it could not continue. */
function scanString(text: string, { at, quote, isRaw }: Scan): { end?: number; stop: number } {
  const isLong = quote.length === 3;
  for (let i = at; i < text.length;) {
    if (text.startsWith(quote, i)) return { end: i + quote.length, stop: i };
    const character = text[i];
    if (!isLong && (character === '\n' || character === '\r')) return { stop: i };
    if (character === '\\' && !isRaw) {
      const end = matchAt(ESCAPE, text, i);
      if (end === i) return { stop: matchAt(BROKEN_ESCAPE, text, i) };
      i = end;
    } else i++;
  }
  return { stop: text.length };
}
