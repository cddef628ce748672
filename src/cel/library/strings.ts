import { type FunctionDeclaration, INT, listOf, type Overload, STRING } from '../check/index.js';
import { ArrayList, Characters, EvaluationError, type ListValue, type Value } from '../values/index.js';
import { declare, member, overload } from './declare.js';
import { formatText } from './string-format.js';

const LIST = listOf(STRING);
const ANY_LIST = listOf({ kind: 'dyn', name: 'dyn', params: [] });
const MAX_INT32 = 2n ** 31n - 1n;

function outOfRange(index: bigint): EvaluationError {
  return new EvaluationError(`index out of range: ${index}`);
}

function charAt(text: string, index: bigint): string {
  const { length } = text;
  const characters = new Characters(text);
  if (index < 0n || index > BigInt(length) || index > BigInt(characters.length)) throw outOfRange(index);
  return characters.slice(Number(index), Number(index) + 1);
}

function indexOf(text: string, part: string, from = 0n): bigint {
  if (part === '') return from;
  const characters = new Characters(text);
  if (from < 0n) throw outOfRange(from);
  if (from >= BigInt(characters.length)) return -1n;
  const found = text.indexOf(part, characters.unitsAt(Number(from)));
  return found < 0 ? -1n : BigInt(characters.indexOfUnits(found));
}

function lastIndexOf(text: string, part: string, from?: bigint): bigint {
  const characters = new Characters(text);
  if (part === '') return from ?? BigInt(characters.length);
  const last = from ?? BigInt(characters.length) - 1n;
  if (last < 0n) throw outOfRange(last);
  if (last >= BigInt(characters.length)) return -1n;
  const found = text.lastIndexOf(part, characters.unitsAt(Number(last)));
  return found < 0 ? -1n : BigInt(characters.indexOfUnits(found));
}

function substring(text: string, from: bigint, to?: bigint): string {
  const characters = new Characters(text);
  const end = to ?? BigInt(characters.length);
  if (to !== undefined && from > to) {
    throw new EvaluationError(`invalid substring range. start: ${from}, end: ${to}`);
  }
  if (from < 0n || from > BigInt(characters.length)) throw outOfRange(from);
  if (end < 0n || end > BigInt(characters.length)) throw outOfRange(end);
  return characters.slice(Number(from), Number(end));
}

function replace(text: string, [from, to]: readonly [string, string], limit = -1n): string {
  if (limit < 0n || limit > MAX_INT32) return replaceAll(text, from, to);
  const parts: string[] = [];
  let rest = text;
  for (let left = limit; left > 0n; left--) {
    const at = rest.indexOf(from);
    if (at < 0) break;
    // Nothing is found before each character, and once behind the last one.
    const step = from === '' ? 1 : 0;
    parts.push(rest.slice(0, at), to, rest.slice(at, at + step));
    if (from === '' && rest === '') return parts.join('');
    rest = rest.slice(at + Math.max(from.length, step));
  }
  return parts.join('') + rest;
}

function replaceAll(text: string, from: string, to: string): string {
  return from === '' ? `${to}${Array.from(text, (character) => character + to).join('')}` : text.split(from).join(to);
}

function split(text: string, separator: string, limit = -1n): ListValue {
  const parts = separator === '' ? Array.from(text) : text.split(separator);
  if (limit < 0n || BigInt(parts.length) <= limit) return new ArrayList(parts);
  if (limit === 0n) return new ArrayList([]);
  const kept = Number(limit) - 1;
  return new ArrayList([...parts.slice(0, kept), parts.slice(kept).join(separator)]);
}

function join(list: ListValue, separator = ''): string {
  const parts: string[] = [];
  for (const part of list) {
    if (typeof part !== 'string') throw new EvaluationError('no such overload');
    parts.push(part);
  }
  return parts.join(separator);
}

const CASES: Readonly<Record<string, (text: string) => string>> = {
  lowerAscii: (text) => text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase()),
  upperAscii: (text) => text.replace(/[a-z]+/g, (letters) => letters.toUpperCase()),
};

const SPACE = /[\t-\r \u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]/;

function trim(text: string): string {
  let [start, end] = [0, text.length];
  while (start < end && SPACE.test(text[start])) start++;
  while (end > start && SPACE.test(text[end - 1])) end--;
  return text.slice(start, end);
}

const ESCAPES: Readonly<Record<string, string>> = {
  '\x07': '\\a',
  '\b': '\\b',
  '\f': '\\f',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  '\v': '\\v',
  '\\': '\\\\',
  '"': '\\"',
};

function quote(text: string): string {
  return `"${text.replace(/[\x07\b\f\n\r\t\v\\"]/g, (character) => ESCAPES[character])}"`;
}

const onText = (id: string, call: (text: string) => Value): Overload => {
  return member(id, { args: [STRING], result: STRING, call });
};

/** Functions of texts, as they were first. */
export const STRINGS_V0: readonly FunctionDeclaration[] = [
  declare('charAt', member('string_char_at_int', { args: [STRING, INT], result: STRING, call: charAt })),
  declare(
    'indexOf',
    member('string_index_of_string', { args: [STRING, STRING], result: INT, call: indexOf }),
    member('string_index_of_string_int', { args: [STRING, STRING, INT], result: INT, call: indexOf }),
  ),
  declare(
    'lastIndexOf',
    member('string_last_index_of_string', { args: [STRING, STRING], result: INT, call: lastIndexOf }),
    member('string_last_index_of_string_int', { args: [STRING, STRING, INT], result: INT, call: lastIndexOf }),
  ),
  ...Object.entries(CASES).map(([name, call]) => {
    return declare(name, onText(name === 'lowerAscii' ? 'string_lower_ascii' : 'string_upper_ascii', call));
  }),
  declare(
    'replace',
    member('string_replace_string_string', {
      args: [STRING, STRING, STRING],
      result: STRING,
      call: (text: string, from: string, to: string) => replace(text, [from, to]),
    }),
    member('string_replace_string_string_int', {
      args: [STRING, STRING, STRING, INT],
      result: STRING,
      call: (text: string, ...[from, to, limit]: [string, string, bigint]) => replace(text, [from, to], limit),
    }),
  ),
  declare(
    'split',
    member('string_split_string', { args: [STRING, STRING], result: LIST, call: split }),
    member('string_split_string_int', { args: [STRING, STRING, INT], result: LIST, call: split }),
  ),
  declare(
    'substring',
    member('string_substring_int', { args: [STRING, INT], result: STRING, call: substring }),
    member('string_substring_int_int', { args: [STRING, INT, INT], result: STRING, call: substring }),
  ),
  declare('trim', onText('string_trim', trim)),
  declare(
    'join',
    member('list_join', { args: [LIST], result: STRING, call: join }),
    member('list_join_string', { args: [LIST, STRING], result: STRING, call: join }),
  ),
];

/** Functions of texts that came with the second version. */
export const STRINGS_V2: readonly FunctionDeclaration[] = [
  ...STRINGS_V0,
  declare('format', member('string_format', { args: [STRING, ANY_LIST], result: STRING, call: formatText })),
  declare('strings.quote', overload('strings_quote', { args: [STRING], result: STRING, call: quote })),
];
