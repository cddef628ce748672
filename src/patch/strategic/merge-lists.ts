import { goTypeOf } from '../go-value.js';
import { type Plain, hasMember, isPlain } from '../plain.js';
import { PATCH_DIRECTIVE, withoutDirectives } from './directives.js';
import { ElementOrder } from './element-order.js';
import { badPatch, listOfLists, missingMergeKey, mixedElements, unknownPatchType } from './patch-fault.js';
import type { MergedType, PatchRule } from './patch-schema.js';

/** Merges two objects of a type; given by the caller because lists and maps contain each other. */
export type MergeObjects = (type: MergedType, live: Plain, patch: Plain) => Plain;

/** A list and what is merged into it. */
export interface PatchedList {
  readonly live: readonly unknown[];
  readonly patch: readonly unknown[];
}

/** Merges a patched list into the live one by its rule: single values as a set, objects by their key. */
export function mergeLists(rule: PatchRule, { live, patch }: PatchedList, mergeObjects: MergeObjects): unknown[] {
  if (live.length === 0 && patch.length === 0) return [];
  if (!areElementsMaps(live, patch)) return mergeValues(live, patch);
  if (rule.mergeKey === '') throw badPatch('cannot merge lists without merge key for struct');
  const { kept, changes } = applyElementDirectives(live as Plain[], patch as Plain[], rule.mergeKey);
  const order = new ElementOrder(rule.mergeKey);
  // Elements with the same key stand together afterwards, also in a list that replaces another one.
  if (!changes) return order.arrange(kept, [], kept);
  const merged = mergeElements(rule, { kept, changes }, mergeObjects);
  return order.arrange(merged, changes, kept);
}

/** Takes single values out of a list. */
export function deleteValues(live: readonly unknown[], values: readonly unknown[]): unknown[] {
  if (live.length === 0 && values.length === 0) return [];
  if (areElementsMaps(live, values)) throw badPatch('objects cannot be deleted from a list of values');
  const deleted = new Set(values);
  return live.filter((value) => !deleted.has(value));
}

/** Reports whether the elements of all lists are objects; throws where they are of different types. */
export function areElementsMaps(...lists: readonly (readonly unknown[])[]): boolean {
  let type: string | undefined;
  for (const list of lists) {
    for (const element of list) {
      if (element === null) throw mixedElements(...lists);
      type ??= goTypeOf(element);
      if (Array.isArray(element)) throw listOfLists();
      if (goTypeOf(element) !== type) throw mixedElements(...lists);
    }
  }
  return type === 'map[string]interface {}';
}

function mergeValues(live: readonly unknown[], patch: readonly unknown[]): unknown[] {
  return new ElementOrder('').arrange([...new Set([...live, ...patch])], [...new Set(patch)], live);
}

/** Carries out elements with `$patch`; `changes` are the others, undefined when they replace the whole list. */
function applyElementDirectives(
  live: readonly Plain[],
  patch: readonly Plain[],
  mergeKey: string,
): { kept: Plain[]; changes: Plain[] | undefined } {
  const deleted = new Set<unknown>();
  let isReplaced = false;
  const changes: Plain[] = [];
  for (const element of patch) {
    if (!hasMember(element, PATCH_DIRECTIVE)) {
      changes.push(element);
    } else if (element[PATCH_DIRECTIVE] === 'delete') {
      if (!hasMember(element, mergeKey)) throw missingMergeKey(element, mergeKey);
      deleted.add(element[mergeKey]);
    } else {
      checkReplace(element);
      isReplaced = true;
    }
  }
  if (isReplaced) return { kept: changes, changes: undefined };
  return { kept: live.filter((item) => !deleted.has(item[mergeKey])), changes };
}

function checkReplace(element: Plain): void {
  const directive = element[PATCH_DIRECTIVE];
  if (directive === 'merge') throw badPatch('merging lists cannot yet be specified in the patch');
  if (directive !== 'replace') throw unknownPatchType(directive, element);
}

/** A list without the elements its patch deletes, and the other elements of the patch. */
interface ElementChanges {
  readonly kept: readonly Plain[];
  readonly changes: readonly Plain[];
}

function mergeElements(rule: PatchRule, { kept, changes }: ElementChanges, mergeObjects: MergeObjects): unknown[] {
  const order = new ElementOrder(rule.mergeKey);
  const merged: unknown[] = [...kept];
  const positions = order.positionsIn(merged);
  for (const change of changes) {
    const at = positions.find(order.keyOf(change));
    if (at >= 0) {
      merged[at] = mergeObjects(rule.type, merged[at] as Plain, change);
      continue;
    }
    const added = withoutDirectives(change);
    merged.push(added);
    positions.add(added);
  }
  return merged.filter(isPlain);
}
