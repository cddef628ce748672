import {
  BOOL,
  BYTES,
  DOUBLE,
  DURATION,
  type FunctionDeclaration,
  INT,
  listOf,
  type OverloadCall,
  paramOf,
  STRING,
  TIMESTAMP,
  type Type,
  UINT,
} from '../check/index.js';
import { DurationValue, EvaluationError, isEqual, type ListValue, UintValue, type Value } from '../values/index.js';
import { checkedDuration, checkedInt, checkedUint } from './arithmetic.js';
import { declare, member } from './declare.js';
import { compareValues } from './relations.js';

const COMPARED: readonly Type[] = [INT, UINT, DOUBLE, BOOL, DURATION, TIMESTAMP, STRING, BYTES];
const T = paramOf('T');

function isSorted(list: ListValue): boolean {
  for (let i = 1; i < list.size; i++) if (order(list.at(i - 1), list.at(i)) > 0) return false;
  return true;
}

function order(a: Value, b: Value): number {
  const compared = compareValues(a, b);
  if (compared === undefined) throw new EvaluationError('no such overload');
  return compared;
}

/** The element that comes first by an order: the smallest for 1, the largest for -1. */
function extreme(name: string, direction: 1 | -1): OverloadCall {
  return (list: ListValue): Value => {
    if (list.size === 0) throw new EvaluationError(`${name} called on empty list`);
    let found = list.at(0);
    for (let i = 1; i < list.size; i++) if (order(list.at(i), found) * direction < 0) found = list.at(i);
    return found;
  };
}

function summing<V extends Value>(zero: V, add: (a: V, b: V) => V): OverloadCall {
  return (list: ListValue): Value => {
    let sum: V = zero;
    for (const value of list) {
      if (typeof value !== typeof zero) throw new EvaluationError('no such overload');
      sum = add(sum, value as V);
    }
    return sum;
  };
}

const SUMS: readonly (readonly [Type, OverloadCall])[] = [
  [INT, summing<bigint>(0n, (a, b) => checkedInt(a + b))],
  [UINT, summing(new UintValue(0n), (a, b) => checkedUint(a.value + b.value))],
  [DOUBLE, summing<number>(0, (a, b) => a + b)],
  [DURATION, summing(new DurationValue(0n), (a, b) => checkedDuration(a.nanoseconds + b.nanoseconds))],
];

function indexOf(list: ListValue, wanted: Value): bigint {
  for (let i = 0; i < list.size; i++) if (isEqual(list.at(i), wanted)) return BigInt(i);
  return -1n;
}

function lastIndexOf(list: ListValue, wanted: Value): bigint {
  for (let i = list.size - 1; i >= 0; i--) if (isEqual(list.at(i), wanted)) return BigInt(i);
  return -1n;
}

function shortName({ kind }: Type): string {
  return kind;
}

/** Functions of lists that Kubernetes adds. */
export const KUBERNETES_LISTS: readonly FunctionDeclaration[] = [
  declare(
    'isSorted',
    ...COMPARED.map((type) => {
      return member(`list_${shortName(type)}_is_sorted_bool`, { args: [listOf(type)], result: BOOL, call: isSorted });
    }),
  ),
  declare(
    'sum',
    ...SUMS.map(([type, call]) => {
      return member(`list_${shortName(type)}_sum_${shortName(type)}`, { args: [listOf(type)], result: type, call });
    }),
  ),
  ...(['min', 'max'] as const).map((name) => {
    const call = extreme(name, name === 'min' ? 1 : -1);
    const overloads = COMPARED.map((type) => {
      return member(`list_${shortName(type)}_${name}_${shortName(type)}`, { args: [listOf(type)], result: type, call });
    });
    return declare(name, ...overloads);
  }),
  declare('indexOf', member('list_a_index_of_int', { args: [listOf(T), T], result: INT, call: indexOf })),
  declare('lastIndexOf', member('list_a_last_index_of_int', { args: [listOf(T), T], result: INT, call: lastIndexOf })),
];
