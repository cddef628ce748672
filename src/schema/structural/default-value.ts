import { isPlain, type Plain, setOwn } from './json-schema.js';
import type { DefaultsBudget } from './defaults-budget.js';
import { memberNode, type SchemaNode } from './schema-node.js';

/**
 * Fills in the defaults of a value and of everything in it, in place: for members that are absent, and for nulls that
 * are not allowed (upstream: structural defaulting). Reports whether there were any. A default is taken from the budget
 * with all that is inside of it before it is filled in, which throws DefaultsTooLarge where there is too little left.
 */
export function applyDefaults(node: SchemaNode, value: unknown, budget?: DefaultsBudget): boolean {
  if (!node.hasDefaults) return false;
  if (Array.isArray(value)) return defaultElements(node.items, value, budget);
  return isPlain(value) && defaultMembers(node, value, budget);
}

function defaultElements(items: SchemaNode | undefined, list: unknown[], budget: DefaultsBudget | undefined): boolean {
  if (!items) return false;
  let isChanged = false;
  for (const [i, element] of list.entries()) {
    if (isRefusedNull(element, items)) {
      list[i] = filledDefault(items, budget) ?? null;
      isChanged = true;
    } else isChanged = applyDefaults(items, element, budget) || isChanged;
  }
  return isChanged;
}

function defaultMembers(node: SchemaNode, value: Plain, budget: DefaultsBudget | undefined): boolean {
  let isChanged = false;
  for (const name of Object.keys(value)) {
    const of = memberNode(node, name);
    if (!of) continue;
    if (isRefusedNull(value[name], of) && of.default !== undefined) {
      setOwn(value, name, filledDefault(of, budget, name));
      isChanged = true;
    } else isChanged = applyDefaults(of, value[name], budget) || isChanged;
  }
  for (const [name, of] of node.defaulted) {
    if (Object.hasOwn(value, name)) continue;
    setOwn(value, name, filledDefault(of, budget, name));
    isChanged = true;
  }
  return isChanged;
}

/** Returns the default of a schema with all defaults inside of it; undefined where it has none. */
function filledDefault(node: SchemaNode, budget: DefaultsBudget | undefined, name?: string): unknown {
  if (node.default === undefined) return undefined;
  budget?.take(node.defaultSize!, name);
  const filled = structuredClone(node.default);
  applyDefaults(node, filled);
  return filled;
}

function isRefusedNull(value: unknown, node: SchemaNode): boolean {
  return value === null && !node.nullable;
}
