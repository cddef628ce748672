import { goQuote } from '../../apimachinery/index.js';
import { DEFAULT_PRECISION, replaceClauses } from './format-clauses.js';
import { formatDouble } from './conversions.js';
import {
  DurationValue,
  EvaluationError,
  formatDurationSeconds,
  formatTimestamp,
  ListValue,
  MapValue,
  TimestampValue,
  TypeValue,
  typeNameOf,
  UintValue,
  type Value,
} from '../values/index.js';

/** Formats values into a text, as its clauses (`%s`, `%d`, `%.2f`, ...) say; throws EvaluationError. */
export function formatText(text: string, values: ListValue): string {
  return replaceClauses(text, values.size, ({ letter, precision }, i) => {
    try {
      return CLAUSES[letter](values.at(i), precision);
    } catch (error) {
      if (error instanceof EvaluationError) throw new EvaluationError(`error during formatting: ${error.message}`);
      throw error;
    }
  });
}

type Format = (value: Value, precision: number) => string;

const CLAUSES: Readonly<Record<string, Format>> = {
  s: formatString,
  d: formatDecimal,
  f: (value, precision) => formatNumber(value, 'f', (number) => grouped(number, precision)),
  // A precision is interpreted as the width.
  e: (value, width) => formatNumber(value, 'e', exponential).padStart(width),
  b: (value) => (typeof value === 'boolean' ? String(Number(value)) : integerOf(value, 'b').toString(2)),
  o: (value) => integerOf(value, 'o').toString(8),
  x: (value) => formatHex(value, 'x'),
  X: (value) => formatHex(value, 'X').toUpperCase(),
};

/** The types that each clause accepts, as named in errors. */
export const CLAUSE_FAULTS: Readonly<Record<string, string>> = {
  s: 'string clause can only be used on strings, bools, bytes, ints, doubles, maps, lists, types, durations, and timestamps',
  d: 'decimal clause can only be used on integers',
  f: 'fixed-point clause can only be used on doubles',
  e: 'scientific clause can only be used on doubles',
  b: 'only integers and bools can be formatted as binary',
  o: 'octal clause can only be used on integers',
  x: 'only integers, byte buffers, and strings can be formatted as hex',
  X: 'only integers, byte buffers, and strings can be formatted as hex',
};

function mistaken(letter: string, value: Value): EvaluationError {
  return new EvaluationError(`${CLAUSE_FAULTS[letter]}, was given ${typeNameOf(value)}`);
}

function formatString(value: Value): string {
  if (value === null || typeof value === 'boolean' || typeof value === 'bigint') return String(value);
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return formatSpecial(value) ?? formatDouble(value);
  if (value instanceof UintValue) return String(value.value);
  if (value instanceof Uint8Array) return Buffer.from(value).toString();
  if (value instanceof DurationValue) return formatDurationSeconds(value.nanoseconds);
  if (value instanceof TimestampValue) return formatTimestamp(value.nanoseconds);
  if (value instanceof TypeValue) return value.name;
  if (value instanceof ListValue) return `[${Array.from(value, formatInner).join(', ')}]`;
  if (value instanceof MapValue) return formatMap(value);
  throw mistaken('s', value);
}

/** A value inside a list or a map: texts in quotes, numbers with decimals, and what else could be mistaken marked. */
function formatInner(value: Value): string {
  if (typeof value === 'string') return goQuote(value);
  if (typeof value === 'number')
    return formatSpecial(value)?.replace(/^.*$/, '"$&"') ?? grouped(value, DEFAULT_PRECISION);
  if (value instanceof Uint8Array) return `b${goQuote(Buffer.from(value).toString())}`;
  if (value instanceof DurationValue) return `duration(${goQuote(formatString(value))})`;
  if (value instanceof TimestampValue) return `timestamp(${goQuote(formatString(value))})`;
  return formatString(value);
}

function formatMap(map: MapValue): string {
  const entries = Array.from(map.keys(), (key) => [formatInner(key), formatInner(map.find(key) ?? null)] as const);
  const sorted = entries.sort(([x], [y]) => (x < y ? -1 : 1));
  return `{${sorted.map(([key, value]) => `${key}:${value}`).join(', ')}}`;
}

function formatSpecial(value: number): string | undefined {
  if (Number.isFinite(value)) return undefined;
  return Number.isNaN(value) ? 'NaN' : value > 0 ? 'Infinity' : '-Infinity';
}

function formatDecimal(value: Value): string {
  return integerOf(value, 'd').toString();
}

function integerOf(value: Value, letter: string): bigint {
  if (typeof value === 'bigint') return value;
  if (value instanceof UintValue) return value.value;
  throw mistaken(letter, value);
}

/** Texts that stand for numbers which cannot be written otherwise. */
const NAMED_NUMBERS: ReadonlyMap<string, number> = new Map([
  ['NaN', NaN],
  ['Infinity', Infinity],
  ['-Infinity', -Infinity],
]);

function formatNumber(value: Value, letter: string, write: (number: number) => string): string {
  const number = typeof value === 'string' ? NAMED_NUMBERS.get(value) : value;
  if (typeof number !== 'number') throw mistaken(letter, value);
  if (Number.isFinite(number)) return write(number);
  return Number.isNaN(number) ? 'NaN' : number > 0 ? '\u221e' : '-\u221e';
}

/** Rounds to the even digit where a number lies exactly between two, which `toFixed` does not. */
function fixed(number: number, precision: number): string {
  // Large numbers are whole, and written with all their digits.
  if (Math.abs(number) >= 1e21) return `${BigInt(number)}${precision > 0 ? `.${'0'.repeat(precision)}` : ''}`;
  const rounded = number.toFixed(precision);
  const exact = number.toFixed(Math.min(precision + 60, 100));
  const cut = exact.length - (Math.min(precision + 60, 100) - precision);
  if (!/^\.?50*$/.test(exact.slice(precision === 0 ? cut - 1 : cut)) || Number(rounded.at(-1)) % 2 === 0)
    return rounded;
  return exact.slice(0, precision === 0 ? cut - 1 : cut);
}

/** Writes a number with decimals, its thousands apart, as in American English. */
function grouped(number: number, precision: number): string {
  const [whole, decimals] = fixed(number, precision).split('.');
  const groups: string[] = [];
  const digits = whole.replace('-', '');
  for (let end = digits.length; end > 0; end -= 3) groups.unshift(digits.slice(Math.max(0, end - 3), end));
  const text = `${whole.startsWith('-') ? '-' : ''}${groups.join(',')}`;
  return decimals === undefined ? text : `${text}.${decimals}`;
}

const SUPERSCRIPTS = '\u2070\u00b9\u00b2\u00b3\u2074\u2075\u2076\u2077\u2078\u2079';
const NARROW_SPACE = '\u202f';

/** Writes a number as one below ten times a power of ten, as in American English. */
function exponential(number: number): string {
  const [digits, exponent] = number.toExponential(DEFAULT_PRECISION).split('e');
  const power = exponent
    .slice(1)
    .padStart(2, '0')
    .replace(/\d/g, (digit) => SUPERSCRIPTS[Number(digit)]);
  const sign = exponent.startsWith('-') ? '\u207b' : '';
  return `${digits}${NARROW_SPACE}\u00d7${NARROW_SPACE}10${sign}${power}`;
}

function formatHex(value: Value, letter: string): string {
  if (typeof value === 'string') return Buffer.from(value).toString('hex');
  if (value instanceof Uint8Array) return Buffer.from(value).toString('hex');
  return integerOf(value, letter).toString(16);
}
