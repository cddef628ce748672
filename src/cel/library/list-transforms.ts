import {
  BOOL,
  BYTES,
  DOUBLE,
  DURATION,
  DYN,
  type FunctionDeclaration,
  INT,
  listOf,
  optionalOf,
  paramOf,
  STRING,
  TIMESTAMP,
  type Type,
  UINT,
} from '../check/index.js';
import {
  ArrayList,
  CostLimitError,
  EvaluationError,
  isEqual,
  ListValue,
  OptionalValue,
  type Value,
} from '../values/index.js';
import { declare, member, overload } from './declare.js';
import { compareValues } from './relations.js';

const T = paramOf('T');
const LIST = listOf(T);
const COMPARED: readonly Type[] = [INT, UINT, DOUBLE, BOOL, DURATION, TIMESTAMP, STRING, BYTES];

function first(list: ListValue): Value {
  return list.size === 0 ? OptionalValue.none : new OptionalValue(list.at(0));
}

function last(list: ListValue): Value {
  return list.size === 0 ? OptionalValue.none : new OptionalValue(list.at(list.size - 1));
}

function slice(list: ListValue, start: bigint, end: bigint): Value {
  const called = `cannot slice(${start}, ${end})`;
  if (start < 0n || end < 0n) throw new EvaluationError(`${called}, negative indexes not supported`);
  if (start > end) throw new EvaluationError(`${called}, start index must be less than or equal to end index`);
  if (end > BigInt(list.size)) throw new EvaluationError(`${called}, list is length ${list.size}`);
  return new ArrayList([...list].slice(Number(start), Number(end)));
}

/** Elements of a flattened list at most. Lists may hold one list many times, so that a small value has many elements. */
const MAX_FLATTENED = 1_000_000;

function flatten(list: ListValue, depth = 1n): Value {
  if (depth < 0n) throw new EvaluationError('level must be non-negative');
  const elements: Value[] = [];
  for (const element of flattened(list, depth)) {
    if (elements.push(element) > MAX_FLATTENED) throw new CostLimitError();
  }
  return new ArrayList(elements);
}

function* flattened(list: ListValue, depth: bigint): Generator<Value> {
  for (const element of list) {
    if (depth > 0n && element instanceof ListValue) yield* flattened(element, depth - 1n);
    else yield element;
  }
}

function distinct(list: ListValue): Value {
  const found: Value[] = [];
  for (const element of list) if (!found.some((other) => isEqual(other, element))) found.push(element);
  return new ArrayList(found);
}

function order(a: Value, b: Value): number {
  const compared = compareValues(a, b);
  if (compared === undefined) throw new EvaluationError('list elements must have the same type');
  return compared;
}

function range(count: bigint): Value {
  return new ArrayList(Array.from({ length: Math.max(Number(count), 0) }, (_, i) => BigInt(i)));
}

/** The ends of lists, as values that may not be there. */
export const LIST_ENDS: readonly FunctionDeclaration[] = [
  declare('first', member('list_first', { args: [LIST], result: optionalOf(T), call: first })),
  declare('last', member('list_last', { args: [LIST], result: optionalOf(T), call: last })),
];

/** Functions that make lists of lists. */
export const LIST_TRANSFORMS: readonly FunctionDeclaration[] = [
  declare('slice', member('list_slice', { args: [LIST, INT, INT], result: LIST, call: slice })),
  declare(
    'flatten',
    member('list_flatten', { args: [listOf(LIST)], result: LIST, call: flatten }),
    member('list_flatten_int', { args: [listOf(DYN), INT], result: listOf(DYN), call: flatten }),
  ),
  declare(
    'reverse',
    member('list_reverse', {
      args: [LIST],
      result: LIST,
      call: (list: ListValue) => new ArrayList([...list].reverse()),
    }),
  ),
  declare('distinct', member('list_distinct', { args: [LIST], result: LIST, call: distinct })),
  declare(
    'sort',
    ...COMPARED.map((type) => {
      const call = (list: ListValue): Value => new ArrayList([...list].sort(order));
      return member(`list_${type.kind}_sort`, { args: [listOf(type)], result: listOf(type), call });
    }),
  ),
  declare('lists.range', overload('lists_range', { args: [INT], result: listOf(INT), call: range })),
];
