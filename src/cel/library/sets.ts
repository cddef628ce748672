import { BOOL, type FunctionDeclaration, listOf, paramOf } from '../check/index.js';
import { isEqual, type ListValue, plainKey, type Value } from '../values/index.js';
import { declare, overload } from './declare.js';

const LIST = listOf(paramOf('T'));

/** Finds the elements of a list: those that can be keys at once, others one by one. */
function finderOf(list: ListValue): (value: Value) => boolean {
  const keys = new Set<unknown>();
  const others: Value[] = [];
  for (const element of list) {
    const key = plainKey(element);
    if (key === undefined) others.push(element);
    else keys.add(key);
  }
  return (value) => {
    const key = plainKey(value);
    return (key !== undefined && keys.has(key)) || others.some((other) => isEqual(other, value));
  };
}

function contains(list: ListValue, part: ListValue): boolean {
  const isThere = finderOf(list);
  for (const element of part) if (!isThere(element)) return false;
  return true;
}

function intersects(a: ListValue, b: ListValue): boolean {
  const isThere = finderOf(a);
  for (const element of b) if (isThere(element)) return true;
  return false;
}

/** Lists taken as sets. */
export const SETS: readonly FunctionDeclaration[] = [
  declare('sets.contains', overload('list_sets_contains_list', { args: [LIST, LIST], result: BOOL, call: contains })),
  declare(
    'sets.intersects',
    overload('list_sets_intersects_list', { args: [LIST, LIST], result: BOOL, call: intersects }),
  ),
  declare(
    'sets.equivalent',
    overload('list_sets_equivalent_list', {
      args: [LIST, LIST],
      result: BOOL,
      call: (a: ListValue, b: ListValue) => contains(a, b) && contains(b, a),
    }),
  ),
];
