import type { JsonValue } from '../../apimachinery/index.js';
import { NumberLiteral, jsonTypeOf } from '../../schema/index.js';
import { JsonSyntaxError, showChar } from './json-syntax-error.js';

/** What the parser found. */
export interface ParsedJson {
  readonly value: JsonValue;
  /** Paths of members that occur more than once (`spec.ports[0].name`), in the order of the text. The last one wins. */
  readonly duplicates: readonly string[];
}

/** What to keep besides. */
export interface ParseOptions {
  /** Numbers that would be written otherwise than they were come as NumberLiteral: for values that get a type. */
  readonly keepsLiterals?: boolean;
}

/** Deepest nesting that is read. */
export const MAX_DEPTH = 10_000;

/**
 * Parses JSON keeping what JSON.parse loses: duplicate members and exact integers (bigint beyond 2^53). Objects are
 * plain and safe: a member named `__proto__` is an ordinary own property. Throws JsonSyntaxError.
 */
export function parseJson(text: string, options: ParseOptions = {}): ParsedJson {
  const parser = new JsonParser(text, options.keepsLiterals ?? false);
  try {
    return { value: parser.parseDocument(), duplicates: parser.duplicates };
  } catch (error) {
    // The native stack ends before the depth limit where frames are large.
    if (error instanceof RangeError) throw new JsonSyntaxError('exceeded max depth');
    throw error;
  }
}

const enum Char {
  Tab = 9,
  LineFeed = 10,
  Return = 13,
  Space = 32,
  Quote = 34,
  Plus = 43,
  Comma = 44,
  Minus = 45,
  Dot = 46,
  Zero = 48,
  Nine = 57,
  Colon = 58,
  OpenList = 91,
  Backslash = 92,
  CloseList = 93,
  OpenObject = 123,
  CloseObject = 125,
}

const ESCAPES: Readonly<Record<string, string>> = {
  '"': '"',
  '\\': '\\',
  '/': '/',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
};
const LITERALS: Readonly<Record<string, { word: string; value: JsonValue }>> = {
  t: { word: 'true', value: true },
  f: { word: 'false', value: false },
  n: { word: 'null', value: null },
};

class JsonParser {
  readonly duplicates: string[] = [];
  private at = 0;
  private depth = 0;
  /** Where the parser is: member names and list indexes. Only turned into text for a duplicate. */
  private readonly path: (string | number)[] = [];

  constructor(
    private readonly text: string,
    private readonly keepsLiterals: boolean,
  ) {}

  parseDocument(): JsonValue {
    const value = this.parseValue();
    this.skipSpace();
    if (this.at < this.text.length) throw this.unexpected('after top-level value');
    return value;
  }

  private parseValue(): JsonValue {
    this.skipSpace();
    const code = this.text.charCodeAt(this.at);
    if (code === Char.Quote) return this.parseString();
    if (code === Char.OpenObject) return this.parseObject();
    if (code === Char.OpenList) return this.parseList();
    if (code === Char.Minus || (code >= Char.Zero && code <= Char.Nine)) return this.parseNumber();
    const literal = LITERALS[this.text[this.at] ?? ''];
    if (literal) return this.parseLiteral(literal);
    throw this.unexpected('looking for beginning of value');
  }

  private parseObject(): JsonValue {
    this.enter();
    const object: { [key: string]: JsonValue } = {};
    this.skipSpace();
    if (this.text.charCodeAt(this.at) === Char.CloseObject) return this.leave(object);
    for (;;) {
      this.skipSpace();
      if (this.text.charCodeAt(this.at) !== Char.Quote) {
        throw this.unexpected('looking for beginning of object key string');
      }
      const key = this.parseString();
      this.skipSpace();
      if (this.text.charCodeAt(this.at) !== Char.Colon) throw this.unexpected('after object key');
      this.at++;
      this.path.push(key);
      const isRepeated = Object.prototype.hasOwnProperty.call(object, key);
      if (isRepeated) this.duplicates.push(formatPath(this.path));
      const value = this.parseValue();
      setMember(object, key, isRepeated ? mergeRepeated(object[key], value) : value);
      this.path.pop();
      this.skipSpace();
      const code = this.text.charCodeAt(this.at);
      if (code === Char.CloseObject) return this.leave(object);
      if (code !== Char.Comma) throw this.unexpected('after object key:value pair');
      this.at++;
    }
  }

  private parseList(): JsonValue {
    this.enter();
    const list: JsonValue[] = [];
    this.skipSpace();
    if (this.text.charCodeAt(this.at) === Char.CloseList) return this.leave(list);
    for (;;) {
      this.path.push(list.length);
      list.push(this.parseValue());
      this.path.pop();
      this.skipSpace();
      const code = this.text.charCodeAt(this.at);
      if (code === Char.CloseList) return this.leave(list);
      if (code !== Char.Comma) throw this.unexpected('after array element');
      this.at++;
    }
  }

  private parseString(): string {
    const start = this.at + 1;
    for (let i = start; ; i++) {
      const code = this.text.charCodeAt(i);
      if (code === Char.Quote) {
        this.at = i + 1;
        return this.text.slice(start, i);
      }
      // NaN at the end of the text fails both comparisons and ends up in the slow path's error.
      if (code === Char.Backslash || !(code >= Char.Space)) return this.parseEscapedString(start, i);
    }
  }

  private parseEscapedString(start: number, from: number): string {
    let out = this.text.slice(start, from);
    for (this.at = from; ;) {
      const char = this.text[this.at];
      if (char === '"') {
        this.at++;
        return out;
      }
      if (char === undefined || char < ' ') throw this.unexpected('in string literal');
      this.at++;
      out += char === '\\' ? this.parseEscape() : char;
    }
  }

  private parseEscape(): string {
    const char = this.text[this.at] ?? '';
    if (char === 'u') return this.parseUnicodeEscape();
    const plain = ESCAPES[char];
    if (plain === undefined) throw this.unexpected('in string escape code');
    this.at++;
    return plain;
  }

  private parseUnicodeEscape(): string {
    for (let i = 1; i <= 4; i++) {
      if (!/[0-9a-fA-F]/.test(this.text[this.at + i] ?? '')) {
        this.at += i;
        throw this.unexpected('in \\u hexadecimal character escape');
      }
    }
    const unit = parseInt(this.text.slice(this.at + 1, this.at + 5), 16);
    this.at += 5;
    const isHigh = unit >= 0xd800 && unit < 0xdc00;
    const low = isHigh ? /^\\u([dD][c-fC-F][0-9a-fA-F]{2})/.exec(this.text.slice(this.at, this.at + 6)) : null;
    if (low) {
      this.at += 6;
      return String.fromCharCode(unit, parseInt(low[1], 16));
    }
    return unit >= 0xd800 && unit < 0xe000 ? '\ufffd' : String.fromCharCode(unit);
  }

  private parseNumber(): JsonValue {
    const start = this.at;
    let isInteger = true;
    if (this.text.charCodeAt(this.at) === Char.Minus) this.at++;
    if (this.text.charCodeAt(this.at) === Char.Zero) this.at++;
    else this.digits('in numeric literal');
    if (this.text.charCodeAt(this.at) === Char.Dot) {
      isInteger = false;
      this.at++;
      this.digits('after decimal point in numeric literal');
    }
    if (this.text[this.at] === 'e' || this.text[this.at] === 'E') {
      isInteger = false;
      this.at++;
      const sign = this.text.charCodeAt(this.at);
      if (sign === Char.Plus || sign === Char.Minus) this.at++;
      this.digits('in exponent of numeric literal');
    }
    const text = this.text.slice(start, this.at);
    return isInteger ? toInteger(text) : this.toDecimal(text);
  }

  private toDecimal(text: string): number {
    const number = Number(text);
    if (!this.keepsLiterals || String(number) === text) return number;
    // Whoever asks for literals looks for them; to all others they are the numbers they stand for.
    return new NumberLiteral(text) as unknown as number;
  }

  private digits(where: string): void {
    const start = this.at;
    for (;;) {
      const code = this.text.charCodeAt(this.at);
      if (!(code >= Char.Zero && code <= Char.Nine)) break;
      this.at++;
    }
    if (this.at === start) throw this.unexpected(where);
  }

  private parseLiteral(literal: { word: string; value: JsonValue }): JsonValue {
    for (let i = 1; i < literal.word.length; i++) {
      if (this.text[this.at + i] !== literal.word[i]) {
        this.at += i;
        throw this.unexpected(`in literal ${literal.word} (expecting ${showChar(literal.word[i])})`);
      }
    }
    this.at += literal.word.length;
    return literal.value;
  }

  private enter(): void {
    this.at++;
    if (++this.depth > MAX_DEPTH) throw new JsonSyntaxError('exceeded max depth');
  }

  private leave(value: JsonValue): JsonValue {
    this.at++;
    this.depth--;
    return value;
  }

  private skipSpace(): void {
    for (;;) {
      const code = this.text.charCodeAt(this.at);
      if (code !== Char.Space && code !== Char.LineFeed && code !== Char.Return && code !== Char.Tab) return;
      this.at++;
    }
  }

  private unexpected(where: string): JsonSyntaxError {
    if (this.at >= this.text.length) return new JsonSyntaxError('unexpected end of JSON input');
    return new JsonSyntaxError(`invalid character ${showChar(this.text[this.at])} ${where}`);
  }
}

/** Sets a member without ever reaching the prototype. */
export function setMember(object: Record<string, unknown>, key: string, value: unknown): void {
  if (key !== '__proto__') object[key] = value;
  else Object.defineProperty(object, key, { value, enumerable: true, configurable: true, writable: true });
}

/** A member that is repeated replaces the earlier one, but objects are filled further: so does Go's decoder. */
function mergeRepeated(earlier: JsonValue, later: JsonValue): JsonValue {
  if (!isObject(earlier) || !isObject(later)) return later;
  const merged = { ...earlier };
  for (const key of Object.keys(later)) {
    const has = Object.prototype.hasOwnProperty.call(merged, key);
    setMember(merged, key, has ? mergeRepeated(merged[key], later[key]) : later[key]);
  }
  return merged;
}

function isObject(value: JsonValue): value is { [key: string]: JsonValue } {
  return jsonTypeOf(value) === 'object' && value !== null;
}

function toInteger(text: string): number | bigint {
  const number = Number(text);
  return Number.isSafeInteger(number) ? number : BigInt(text);
}

function formatPath(path: readonly (string | number)[]): string {
  let out = '';
  for (const part of path) out += typeof part === 'number' ? `[${part}]` : out === '' ? part : `.${part}`;
  return out;
}
