import { isNumeric, ListValue, plainKey, UintValue, type Value } from '../values/index.js';
import { Failure, type Step } from './frame.js';

/**
 * Returns the step of `x in list` for a constant list of scalars, which is free; false for an empty list, which
 * nothing is in; undefined for lists that have to be searched.
 */
export function constantMembership(list: Value, element: Step): Step | false | undefined {
  if (!(list instanceof ListValue)) return undefined;
  if (list.size === 0) return false;
  const members = new Set<unknown>();
  for (const member of list) {
    if (!isHashable(member)) return undefined;
    members.add(hashOf(member));
  }
  return (frame) => {
    const value = element(frame);
    return value instanceof Failure ? value : members.has(hashOf(value));
  };
}

function isHashable(value: Value): boolean {
  return isNumeric(value) || typeof value === 'boolean' || typeof value === 'string' || value instanceof UintValue;
}

/** Numbers of different types that amount to the same are the same member. */
function hashOf(value: Value): unknown {
  return isNumeric(value) ? (plainKey(value) ?? value) : value;
}
