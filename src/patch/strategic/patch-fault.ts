import { formatGoText, formatGoValue, goTypeOf } from '../go-value.js';
import { patchMalformed, patchRejected } from '../patch-failure.js';
import type { Plain } from '../plain.js';

// The reference answers most of these with 500; they are the client's mistakes and answered with 400.

/** Returns the error for an element of a keyed list without its key. */
export function missingMergeKey(element: Plain, mergeKey: string): Error {
  return patchMalformed(`map: ${formatGoValue(element)} does not contain declared merge key: ${mergeKey}`);
}

/** Returns the error for a `$patch` whose value means nothing here. */
export function unknownPatchType(directive: unknown, map: Plain): Error {
  return patchMalformed(`unknown patch type: ${formatGoText(directive)} in map: ${formatGoValue(map)}`);
}

/** Returns the error for a directive or its field of a wrong type. */
export function wrongArgument(wanted: string, value: unknown): Error {
  return patchMalformed(`expected a ${wanted}, but received a ${goTypeOf(value)}`);
}

/** Lists whose elements are not all of one type. */
export function mixedElements(...lists: readonly (readonly unknown[])[]): Error {
  return patchMalformed(`list element types are not identical: ${formatGoValue(lists)}`);
}

/** Returns the error for elements of a patched list in another order than `$setElementOrder` says. */
export function orderMismatch(patch: readonly unknown[], order: readonly unknown[]): Error {
  const lists = `${formatGoValue(patch)}\n doesn't match $setElementOrder list:\n${formatGoValue(order)}\n`;
  return patchMalformed(`The order in patch list:\n${lists}`);
}

/** Returns an element that should be an object is not one. */
export function notAMap(index: number): Error {
  return patchMalformed(`value for key ${index} is not a map`);
}

/** Returns a directive of the wrong form. */
export function badFormat(directive: 'primitive list' | 'retainKeys' | 'setElementOrder list'): Error {
  return patchMalformed(`invalid patch format of ${directive}`);
}

/** Returns any other mistake in a patch. */
export function badPatch(message: string): Error {
  return patchMalformed(message);
}

/** Lists of lists cannot be merged. */
export function listOfLists(): Error {
  return patchRejected();
}
