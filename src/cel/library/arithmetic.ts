import {
  BYTES,
  DOUBLE,
  DURATION,
  type FunctionDeclaration,
  INT,
  listOf,
  type Overload,
  type OverloadCall,
  paramOf,
  STRING,
  TIMESTAMP,
  type Type,
  UINT,
} from '../check/index.js';
import { OPERATOR } from '../parse/index.js';
import {
  ArrayList,
  DurationValue,
  EvaluationError,
  GrowingList,
  isDurationInRange,
  isTimestampInRange,
  type ListValue,
  TimestampValue,
  UintValue,
  type Value,
  spend,
} from '../values/index.js';
import { declare, overload } from './declare.js';

const MAX_INT = 2n ** 63n - 1n;
const MAX_UINT = 2n ** 64n - 1n;

/** Returns an integer that fits into 64 bits; throws when it does not. */
export function checkedInt(value: bigint): bigint {
  if (value > MAX_INT || value < -MAX_INT - 1n) throw new EvaluationError('integer overflow');
  return value;
}

/** Returns an unsigned integer that fits into 64 bits; throws when it does not. */
export function checkedUint(value: bigint): UintValue {
  if (value > MAX_UINT || value < 0n) throw new EvaluationError('unsigned integer overflow');
  return new UintValue(value);
}

/** Returns a length of time that fits into 64 bits of nanoseconds; throws when it does not. */
export function checkedDuration(nanoseconds: bigint): DurationValue {
  if (!isDurationInRange(nanoseconds)) throw new EvaluationError('duration overflow');
  return new DurationValue(nanoseconds);
}

/** Returns a point in time in the years 1 to 9999; throws when it is not in them. */
export function checkedTimestamp(nanoseconds: bigint): TimestampValue {
  if (!isTimestampInRange(nanoseconds)) throw new EvaluationError('timestamp overflow');
  return new TimestampValue(nanoseconds);
}

type Calculate<T> = (a: T, b: T) => T;

function binary(id: string, [a, b, result]: readonly [Type, Type, Type], call: OverloadCall): Overload {
  return overload(id, { args: [a, b], result, call });
}

function ofInts(name: string, calculate: Calculate<bigint>): Overload[] {
  const call = (a: bigint, b: bigint): Value => checkedInt(calculate(a, b));
  const unsigned = (a: UintValue, b: UintValue): Value => checkedUint(calculate(a.value, b.value));
  return [binary(`${name}_int64`, [INT, INT, INT], call), binary(`${name}_uint64`, [UINT, UINT, UINT], unsigned)];
}

function ofDoubles(name: string, calculate: Calculate<number>): Overload {
  return binary(`${name}_double`, [DOUBLE, DOUBLE, DOUBLE], calculate);
}

const LIST = listOf(paramOf('A'));

function concat(a: ListValue, b: ListValue): ListValue {
  if (a instanceof GrowingList) return a.append(b);
  // The reference joins lists without copying them, so this is not what the cost of the call says.
  spend(a.size + b.size);
  return a.concat(b) ?? new ArrayList([...a, ...b]);
}

const addTimes = (a: TimestampValue, b: DurationValue): Value => checkedTimestamp(a.nanoseconds + b.nanoseconds);

const ADD = declare(
  OPERATOR.add,
  ...ofInts('add', (a, b) => a + b),
  ofDoubles('add', (a, b) => a + b),
  binary('add_string', [STRING, STRING, STRING], (a: string, b: string) => a + b),
  binary('add_bytes', [BYTES, BYTES, BYTES], (a: Uint8Array, b: Uint8Array) => Buffer.concat([a, b])),
  binary('add_list', [LIST, LIST, LIST], concat),
  binary('add_duration_duration', [DURATION, DURATION, DURATION], (a: DurationValue, b: DurationValue) => {
    return checkedDuration(a.nanoseconds + b.nanoseconds);
  }),
  binary('add_timestamp_duration', [TIMESTAMP, DURATION, TIMESTAMP], addTimes),
  binary('add_duration_timestamp', [DURATION, TIMESTAMP, TIMESTAMP], (a: DurationValue, b: TimestampValue) => {
    return addTimes(b, a);
  }),
);

const SUBTRACT = declare(
  OPERATOR.subtract,
  ...ofInts('subtract', (a, b) => a - b),
  ofDoubles('subtract', (a, b) => a - b),
  binary('subtract_duration_duration', [DURATION, DURATION, DURATION], (a: DurationValue, b: DurationValue) => {
    return checkedDuration(a.nanoseconds - b.nanoseconds);
  }),
  binary('subtract_timestamp_timestamp', [TIMESTAMP, TIMESTAMP, DURATION], (a: TimestampValue, b: TimestampValue) => {
    return checkedDuration(a.nanoseconds - b.nanoseconds);
  }),
  binary('subtract_timestamp_duration', [TIMESTAMP, DURATION, TIMESTAMP], (a: TimestampValue, b: DurationValue) => {
    return checkedTimestamp(a.nanoseconds - b.nanoseconds);
  }),
);

function divisor(value: bigint, message: string): bigint {
  if (value === 0n) throw new EvaluationError(message);
  return value;
}

const MULTIPLY = declare(
  OPERATOR.multiply,
  ...ofInts('multiply', (a, b) => a * b),
  ofDoubles('multiply', (a, b) => a * b),
);

const DIVIDE = declare(
  OPERATOR.divide,
  ...ofInts('divide', (a, b) => a / divisor(b, 'division by zero')),
  ofDoubles('divide', (a, b) => a / b),
);

const MODULO = declare(
  OPERATOR.modulo,
  ...ofInts('modulo', (a, b) => {
    // The one quotient that is too large makes the remainder fail as well.
    checkedInt(a > MAX_INT ? 0n : a / divisor(b, 'modulus by zero'));
    return a % b;
  }),
);

const NEGATE = declare(
  OPERATOR.negate,
  overload('negate_int64', { args: [INT], result: INT, call: (a: bigint) => checkedInt(-a) }),
  overload('negate_double', { args: [DOUBLE], result: DOUBLE, call: (a: number) => -a }),
);

/** Calculating with numbers, texts, lists and times. */
export const ARITHMETIC: readonly FunctionDeclaration[] = [ADD, SUBTRACT, MULTIPLY, DIVIDE, MODULO, NEGATE];
