import {
  BOOL,
  BYTES,
  DOUBLE,
  DURATION,
  DYN,
  type FunctionDeclaration,
  INT,
  listOf,
  mapOf,
  type Overload,
  paramOf,
  STRING,
  TIMESTAMP,
  type Type,
  UINT,
} from '../check/index.js';
import { OPERATOR } from '../parse/index.js';
import {
  compareNumbers,
  compareText,
  DurationValue,
  EvaluationError,
  isEqual,
  isNumeric,
  type ListValue,
  type MapValue,
  TimestampValue,
  type Value,
} from '../values/index.js';
import { declare, overload } from './declare.js';

const [A, B] = [paramOf('A'), paramOf('B')];

/** Orders two values of one type; undefined when one of them is not a number at all. */
type Compare = (a: never, b: never) => number | undefined;

const compareTimes = (a: { nanoseconds: bigint }, b: { nanoseconds: bigint }): number => {
  return a.nanoseconds < b.nanoseconds ? -1 : a.nanoseconds > b.nanoseconds ? 1 : 0;
};

type Compared = readonly (readonly [string, Type, Type, Compare])[];

const NUMBERS = [
  ['int64', INT],
  ['uint64', UINT],
  ['double', DOUBLE],
] as const;

const CROSS_COMPARED: Compared = NUMBERS.flatMap(([a, typeA]) => {
  const others = NUMBERS.filter(([b]) => b !== a);
  return others.map(([b, typeB]) => [`${a}_${b}`, typeA, typeB, compareNumbers] as const);
});

const COMPARED: Compared = [
  ['bool', BOOL, BOOL, (a: boolean, b: boolean) => Number(a) - Number(b)],
  ['int64', INT, INT, compareNumbers],
  ['uint64', UINT, UINT, compareNumbers],
  ['double', DOUBLE, DOUBLE, compareNumbers],
  ['string', STRING, STRING, compareText],
  ['bytes', BYTES, BYTES, (a: Uint8Array, b: Uint8Array) => Buffer.compare(a, b)],
  ['timestamp', TIMESTAMP, TIMESTAMP, compareTimes as (a: TimestampValue, b: TimestampValue) => number],
  ['duration', DURATION, DURATION, compareTimes as (a: DurationValue, b: DurationValue) => number],
];

const ORDERINGS: readonly (readonly [string, string, (order: number) => boolean])[] = [
  [OPERATOR.less, 'less', (order) => order < 0],
  [OPERATOR.lessEquals, 'less_equals', (order) => order <= 0],
  [OPERATOR.greater, 'greater', (order) => order > 0],
  [OPERATOR.greaterEquals, 'greater_equals', (order) => order >= 0],
];

function orderings(compared: Compared): FunctionDeclaration[] {
  return ORDERINGS.map(([name, id, holds]) => {
    const overloads = compared.map(([suffix, a, b, compare]): Overload => {
      const call = (x: never, y: never): boolean => {
        const order = compare(x, y);
        if (order === undefined) throw new EvaluationError('NaN values cannot be ordered');
        return holds(order);
      };
      return overload(`${id}_${suffix}`, { args: [a, b], result: BOOL, call });
    });
    return declare(name, ...overloads);
  });
}

/** Ordering numbers of different types. */
export const CROSS_TYPE_ORDERING: readonly FunctionDeclaration[] = orderings(CROSS_COMPARED);

/** Orders two values where they are of one type that is ordered; undefined for others. */
export function compareValues(a: Value, b: Value): number | undefined {
  if (isNumeric(a) && isNumeric(b)) return compareNumbers(a, b);
  if (typeof a === 'string' && typeof b === 'string') return compareText(a, b);
  if (typeof a === 'boolean' && typeof b === 'boolean') return Number(a) - Number(b);
  if (a instanceof Uint8Array && b instanceof Uint8Array) return Buffer.compare(a, b);
  const areTimes = [TimestampValue, DurationValue].some((type) => a instanceof type && b instanceof type);
  return areTimes ? compareTimes(a as TimestampValue, b as TimestampValue) : undefined;
}

/** Values that cannot be compared are not the same. */
function isSame(a: Value, b: Value): boolean {
  try {
    return isEqual(a, b);
  } catch (error) {
    if (error instanceof EvaluationError) return false;
    throw error;
  }
}

function isIn(value: Value, list: ListValue): boolean {
  for (const element of list) if (isSame(value, element)) return true;
  return false;
}

/** Comparing values, and finding them in others. Equality and logic are part of the language, and only declared. */
export const RELATIONS: readonly FunctionDeclaration[] = [
  declare(OPERATOR.equals, overload('equals', { args: [A, A], result: BOOL, call: isEqual })),
  declare(OPERATOR.notEquals, overload('not_equals', { args: [A, A], result: BOOL })),
  ...orderings(COMPARED),
  declare(
    OPERATOR.in,
    overload('in_list', { args: [A, listOf(A)], result: BOOL, call: isIn }),
    overload('in_map', { args: [A, mapOf(A, B)], result: BOOL, call: (key: Value, map: MapValue) => map.has(key) }),
  ),
  declare(OPERATOR.and, overload('logical_and', { args: [BOOL, BOOL], result: BOOL })),
  declare(OPERATOR.or, overload('logical_or', { args: [BOOL, BOOL], result: BOOL })),
  declare(OPERATOR.not, overload('logical_not', { args: [BOOL], result: BOOL, call: (value: boolean) => !value })),
  declare(OPERATOR.notStrictlyFalse, overload('not_strictly_false', { args: [BOOL], result: BOOL })),
  declare(OPERATOR.conditional, overload('conditional', { args: [BOOL, A, A], result: A })),
  declare(
    OPERATOR.index,
    overload('index_list', { args: [listOf(A), INT], result: A }),
    overload('index_map', { args: [mapOf(A, B), A], result: B }),
  ),
  declare('dyn', overload('to_dyn', { args: [A], result: DYN, call: (value: Value) => value })),
];
