import {
  type JsonValue,
  LONGEST_INTEGER,
  MAX_DEPTH,
  MAX_SHOWN_FIELD,
  MAX_STRICT_PROBLEMS,
  cutText,
  integerOf,
} from '../../apimachinery/index.js';
import { NumberLiteral } from '../../schema/index.js';
import { SizeFault } from '../size-fault.js';
import { JsonSyntaxError, showChar } from './json-syntax-error.js';

/** The result of the parser. */
export interface ParsedJson {
  readonly value: JsonValue;
  /**
   * Paths of members that occur more than once (`spec.ports[0].name`), each once, in the order of the text: the first
   * of them, as many as are reported. The last member of a name wins.
   */
  readonly duplicates: readonly string[];
}

/** Options of the parser. */
export interface ParseOptions {
  /** Numbers that would be written otherwise than they were come as NumberLiteral: for values that get a type. */
  readonly keepsLiterals?: boolean;
  /** How many members and elements there may be in sum; without, as many as there are. */
  readonly maxValues?: number;
  /** Called for every member before its value is read. The path is the parser's own and must be read synchronously. */
  readonly onMember?: (path: MemberPath) => void;
  /** Called with every value of a member or a list after it was read, inner ones first; otherwise as `onMember`. */
  readonly onValue?: (path: MemberPath, value: JsonValue) => void;
  /** Makes one value of those of a repeated member; without it the last one counts. */
  readonly join?: (path: MemberPath, earlier: JsonValue, later: JsonValue) => JsonValue;
}

/** Names of members and indexes of list elements, from the root on. */
export type MemberPath = readonly (string | number)[];

/**
 * Parses JSON keeping what JSON.parse loses: duplicate members and exact integers (bigint beyond 2^53). Objects are
 * plain and safe: a member named `__proto__` is an ordinary own property. Throws JsonSyntaxError, and SizeFault where
 * there are more values than asked for.
 *
 * @internal
 * @example
 * const parsed = parseJson('{"spec": {"length": 12}}');
 */
export function parseJson(text: string, options: ParseOptions = {}): ParsedJson {
  const parser = new JsonParser(text, options);
  try {
    return { value: parser.parseDocument(), duplicates: [...parser.duplicates] };
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

const LITERALS: Readonly<Record<string, { word: string; value: JsonValue }>> = {
  t: { word: 'true', value: true },
  f: { word: 'false', value: false },
  n: { word: 'null', value: null },
};

/** How many repeated members are looked at to find the first that differ. */
const MOST_LOOKED_AT = 1000;

class JsonParser {
  readonly duplicates = new Set<string>();
  private repeated = 0;
  private at = 0;
  private depth = 0;
  /** Where the parser is: member names and list indexes. Only turned into text for a duplicate. */
  private readonly path: (string | number)[] = [];
  private readonly keepsLiterals: boolean;
  private readonly maxValues: number;
  private readonly onMember: ParseOptions['onMember'];
  private readonly onValue: ParseOptions['onValue'];
  private readonly join: ParseOptions['join'];
  private values = 0;

  constructor(
    private readonly text: string,
    { keepsLiterals = false, maxValues = Infinity, onMember, onValue, join }: ParseOptions,
  ) {
    this.keepsLiterals = keepsLiterals;
    this.maxValues = maxValues;
    this.onMember = onMember;
    this.onValue = onValue;
    this.join = join;
  }

  parseDocument(): JsonValue {
    const value = this.parseValue();
    this.skipSpace();
    if (this.at < this.text.length) throw this.unexpected('after top-level value');
    return value;
  }

  private parseValue(): JsonValue {
    if (++this.values > this.maxValues) throw new SizeFault(`limit is ${this.maxValues} values`);
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
      if (isRepeated) this.noteDuplicate();
      if (this.onMember !== undefined) this.onMember(this.path);
      const value = this.parseValue();
      if (this.onValue !== undefined) this.onValue(this.path, value);
      setMember(object, key, isRepeated && this.join ? this.join(this.path, object[key], value) : value);
      this.path.pop();
      this.skipSpace();
      const code = this.text.charCodeAt(this.at);
      if (code === Char.CloseObject) return this.leave(object);
      if (code !== Char.Comma) throw this.unexpected('after object key:value pair');
      this.at++;
    }
  }

  private noteDuplicate(): void {
    // Paths may be long, and the same member may be repeated all over: not all of them are looked at.
    if (this.duplicates.size >= MAX_STRICT_PROBLEMS || ++this.repeated > MOST_LOOKED_AT) return;
    this.duplicates.add(formatPath(this.path));
  }

  private parseList(): JsonValue {
    this.enter();
    const list: JsonValue[] = [];
    this.skipSpace();
    if (this.text.charCodeAt(this.at) === Char.CloseList) return this.leave(list);
    for (;;) {
      this.path.push(list.length);
      const value = this.parseValue();
      if (this.onValue !== undefined) this.onValue(this.path, value);
      list.push(value);
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
    const end = this.endOfString(from);
    const native = end < 0 ? undefined : unescapeNatively(this.text.slice(start - 1, end + 1));
    if (native === undefined) throw this.faultInString(from);
    this.at = end + 1;
    return native;
  }

  /** Where the quote stands that ends a string; -1 where none does. */
  private endOfString(from: number): number {
    for (let i = from; i < this.text.length; i++) {
      const code = this.text.charCodeAt(i);
      if (code === Char.Quote) return i;
      if (code === Char.Backslash) i++;
    }
    return -1;
  }

  /** Describes the fault of a string that cannot be parsed. */
  private faultInString(from: number): JsonSyntaxError {
    for (this.at = from; ; this.at++) {
      const char = this.text[this.at];
      if (char === undefined || char < ' ') return this.unexpected('in string literal');
      const fault = char === '\\' ? this.faultInEscape() : undefined;
      if (fault) return fault;
    }
  }

  private faultInEscape(): JsonSyntaxError | undefined {
    const char = this.text[++this.at] ?? 'none';
    if (char !== 'u') return '"\\/bfnrt'.includes(char) ? undefined : this.unexpected('in string escape code');
    for (let i = 0; i < 4; i++) {
      if (!/[0-9a-fA-F]/.test(this.text[++this.at] ?? '')) {
        return this.unexpected('in \\u hexadecimal character escape');
      }
    }
    return undefined;
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
    return isInteger && text.length <= LONGEST_INTEGER ? integerOf(text) : this.toDecimal(text);
  }

  private toDecimal(text: string): number {
    const number = Number(text);
    if (!this.keepsLiterals || String(number) === text) return number;
    // Callers that request literals look for them; for all others they are the numbers they represent.
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

/** Decodes a quoted text; undefined if it is malformed. Lone surrogates are replaced, as Go's decoder does. */
function unescapeNatively(quoted: string): string | undefined {
  try {
    return Buffer.from(JSON.parse(quoted) as string).toString();
  } catch {
    return undefined;
  }
}

/** Sets a member without ever reaching the prototype. */
export function setMember(object: Record<string, unknown>, key: string, value: unknown): void {
  if (key !== '__proto__') object[key] = value;
  else Object.defineProperty(object, key, { value, enumerable: true, configurable: true, writable: true });
}

/** Returns the path as text, cut where it is longer than messages show. */
export function formatPath(path: MemberPath): string {
  let out = '';
  for (const part of path) {
    const shown = typeof part === 'number' ? `[${part}]` : part.slice(0, MAX_SHOWN_FIELD + 1);
    out += typeof part === 'number' || out === '' ? shown : `.${shown}`;
    if (out.length > MAX_SHOWN_FIELD) break;
  }
  return cutText(out, MAX_SHOWN_FIELD);
}
