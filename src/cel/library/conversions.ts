import { DurationError, parseDuration } from '../../apimachinery/index.js';
import {
  ANY,
  BOOL,
  BYTES,
  DOUBLE,
  DURATION,
  type FunctionDeclaration,
  INT,
  listOf,
  mapOf,
  type OverloadCall,
  paramOf,
  STRING,
  TIMESTAMP,
  type Type,
  typeOf,
  UINT,
} from '../check/index.js';
import {
  DurationValue,
  EvaluationError,
  floorDivide,
  formatDurationSeconds,
  formatTimestamp,
  isDurationInRange,
  isTimestampInRange,
  parseTimestamp,
  SECOND,
  TimestampValue,
  TypeValue,
  typeNameOf,
  UintValue,
  type Value,
} from '../values/index.js';
import { checkedInt, checkedTimestamp, checkedUint } from './arithmetic.js';
import { declare, overload } from './declare.js';

const MAX_EXACT = 2 ** 63;

type Form = readonly [id: string, from: Type, call: OverloadCall];

function conversion(name: string, result: Type, forms: readonly Form[]): FunctionDeclaration {
  return declare(name, ...forms.map(([id, from, call]) => overload(id, { args: [from], result, call })));
}

const same = (value: Value): Value => value;

function truncated(value: number, isInRange: boolean, message: string): bigint {
  if (!isInRange) throw new EvaluationError(message);
  return BigInt(Math.trunc(value));
}

function notConvertible(from: string, to: Type): EvaluationError {
  return new EvaluationError(`type conversion error from '${from}' to '${to.name}'`);
}

/** Reads an integer of 64 bits. */
function parseInteger(text: string, pattern: RegExp, type: Type): bigint {
  if (!pattern.test(text)) throw notConvertible('string', type);
  // Longer numbers fit in no type, and parsing them takes more than linear time.
  if (text.length > 64 && /[1-9]/.test(text.slice(1, -30))) throw notConvertible('string', type);
  const value = BigInt(text.startsWith('+') ? text.slice(1) : text);
  const bits = type === INT ? BigInt.asIntN(64, value) : BigInt.asUintN(64, value);
  if (bits !== value) throw notConvertible('string', type);
  return value;
}

const TO_INT = conversion('int', INT, [
  ['int64_to_int64', INT, same],
  [
    'double_to_int64',
    DOUBLE,
    (value: number) => truncated(value, value > -MAX_EXACT && value < MAX_EXACT, 'integer overflow'),
  ],
  ['uint64_to_int64', UINT, ({ value }: UintValue) => checkedInt(value)],
  ['string_to_int64', STRING, (text: string) => parseInteger(text, /^[+-]?\d+$/, INT)],
  ['timestamp_to_int64', TIMESTAMP, ({ nanoseconds }: TimestampValue) => floorDivide(nanoseconds, SECOND)],
  ['duration_to_int64', DURATION, ({ nanoseconds }: DurationValue) => nanoseconds],
]);

const TO_UINT = conversion('uint', UINT, [
  ['uint64_to_uint64', UINT, same],
  [
    'double_to_uint64',
    DOUBLE,
    (value: number) => {
      return new UintValue(truncated(value, value >= 0 && value < 2 * MAX_EXACT, 'unsigned integer overflow'));
    },
  ],
  ['int64_to_uint64', INT, (value: bigint) => checkedUint(value)],
  ['string_to_uint64', STRING, (text: string) => new UintValue(parseInteger(text, /^\d+$/, UINT))],
]);

const NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i;
const SPECIAL: Readonly<Record<string, number>> = { inf: Infinity, infinity: Infinity, nan: NaN };

function parseDouble(text: string): number {
  const value = NUMBER.test(text) ? Number(text) : SPECIAL[text.toLowerCase().replace(/^[+-]/, '')];
  if (value === undefined || (!Number.isFinite(value) && NUMBER.test(text))) throw notConvertible('string', DOUBLE);
  return text.startsWith('-') && !NUMBER.test(text) ? -value : value;
}

const TO_DOUBLE = conversion('double', DOUBLE, [
  ['double_to_double', DOUBLE, same],
  ['int64_to_double', INT, (value: bigint) => Number(value)],
  ['uint64_to_double', UINT, ({ value }: UintValue) => Number(value)],
  ['string_to_double', STRING, parseDouble],
]);

/** Numbers from this power of ten are written with an exponent, as Go's `%g` does. */
const EXPONENT_FROM = 6;

/** Writes a floating point number as the shortest text that reads back as the same. */
export function formatDouble(value: number): string {
  if (Number.isNaN(value)) return 'NaN';
  if (!Number.isFinite(value)) return value > 0 ? '+Inf' : '-Inf';
  if (Object.is(value, -0)) return '-0';
  const [digits, exponent] = value.toExponential().split('e');
  if (Number(exponent) >= EXPONENT_FROM) return `${digits}e+${exponent.slice(1).padStart(2, '0')}`;
  if (Number(exponent) < -4) return `${digits}e-${exponent.slice(1).padStart(2, '0')}`;
  return String(value);
}

/** The text of a value that is read back from it; throws for values that have none. */
function decodeUtf8(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new EvaluationError('invalid UTF-8 in bytes, cannot convert to string');
  }
}

const TO_STRING = conversion('string', STRING, [
  ['string_to_string', STRING, same],
  ['bool_to_string', BOOL, (value: boolean) => String(value)],
  ['bytes_to_string', BYTES, decodeUtf8],
  ['double_to_string', DOUBLE, formatDouble],
  ['duration_to_string', DURATION, ({ nanoseconds }: DurationValue) => formatDurationSeconds(nanoseconds)],
  ['int64_to_string', INT, (value: bigint) => String(value)],
  ['timestamp_to_string', TIMESTAMP, ({ nanoseconds }: TimestampValue) => formatTimestamp(nanoseconds)],
  ['uint64_to_string', UINT, ({ value }: UintValue) => String(value)],
]);

const TO_BYTES = conversion('bytes', BYTES, [
  ['bytes_to_bytes', BYTES, same],
  ['string_to_bytes', STRING, (text: string) => Buffer.from(text)],
]);

const BOOLEANS: Readonly<Record<string, boolean>> = {
  ...Object.fromEntries(['1', 't', 'T', 'true', 'TRUE', 'True'].map((text) => [text, true])),
  ...Object.fromEntries(['0', 'f', 'F', 'false', 'FALSE', 'False'].map((text) => [text, false])),
};

const TO_BOOL = conversion('bool', BOOL, [
  ['bool_to_bool', BOOL, same],
  [
    'string_to_bool',
    STRING,
    (text: string) => {
      if (!Object.hasOwn(BOOLEANS, text)) throw notConvertible('string', BOOL);
      return BOOLEANS[text];
    },
  ],
]);

/** Reads a length of time as Go writes it; throws EvaluationError. */
export function readDuration(text: string): DurationValue {
  try {
    const nanoseconds = parseDuration(text);
    if (isDurationInRange(nanoseconds)) return new DurationValue(nanoseconds);
  } catch (error) {
    if (!(error instanceof DurationError)) throw error;
  }
  throw notConvertible('string', DURATION);
}

/** Reads a point in time as RFC 3339 writes it; throws EvaluationError. */
export function readTimestamp(text: string): TimestampValue {
  const nanoseconds = parseTimestamp(text);
  if (nanoseconds === undefined) throw notConvertible('string', TIMESTAMP);
  if (!isTimestampInRange(nanoseconds)) throw new EvaluationError('timestamp overflow');
  return new TimestampValue(nanoseconds);
}

const TO_DURATION = conversion('duration', DURATION, [
  ['duration_to_duration', DURATION, same],
  // Declared, but nothing implements it.
  [
    'int64_to_duration',
    INT,
    () => {
      throw notConvertible('int', DURATION);
    },
  ],
  ['string_to_duration', STRING, readDuration],
]);

const TO_TIMESTAMP = conversion('timestamp', TIMESTAMP, [
  ['timestamp_to_timestamp', TIMESTAMP, same],
  ['int64_to_timestamp', INT, (value: bigint) => checkedTimestamp(value * SECOND)],
  ['string_to_timestamp', STRING, readTimestamp],
]);

const A = paramOf('A');
const TYPE_OF = declare(
  'type',
  overload('type', { args: [A], result: typeOf(A), call: (value: Value) => new TypeValue(typeNameOf(value)) }),
);

/** Making a value of one type from one of another. */
export const CONVERSIONS: readonly FunctionDeclaration[] = [
  TO_INT,
  TO_UINT,
  TO_DOUBLE,
  TO_STRING,
  TO_BYTES,
  TO_BOOL,
  TO_DURATION,
  TO_TIMESTAMP,
  TYPE_OF,
];

/** The names of types, which stand for the types themselves. */
export const TYPE_NAMES: ReadonlyMap<string, Type> = new Map(
  [
    BOOL,
    BYTES,
    DOUBLE,
    DURATION,
    INT,
    STRING,
    TIMESTAMP,
    UINT,
    ANY,
    listOf(paramOf('A')),
    mapOf(paramOf('A'), paramOf('B')),
    { kind: 'null', name: 'null_type', params: [] } as Type,
    { kind: 'type', name: 'type', params: [] } as Type,
  ].map((type) => [type.name, typeOf(type)]),
);
