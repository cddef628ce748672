import { isPlain, type Plain, setOwn } from './json-schema.js';
import { memberNode, type SchemaNode } from './schema-node.js';

/**
 * Fills in the defaults of a value and of everything in it, in place: for members that are absent, and for nulls that
 * are not allowed (upstream: structural defaulting). Reports whether there were any.
 */
export function applyDefaults(node: SchemaNode, value: unknown): boolean {
  if (!node.hasDefaults) return false;
  if (Array.isArray(value)) return defaultElements(node.items, value);
  return isPlain(value) && defaultMembers(node, value);
}

function defaultElements(items: SchemaNode | undefined, list: unknown[]): boolean {
  if (!items) return false;
  let isChanged = false;
  for (const [i, element] of list.entries()) {
    if (isRefusedNull(element, items)) {
      list[i] = structuredClone(items.default) ?? null;
      isChanged = true;
    }
    isChanged = applyDefaults(items, list[i]) || isChanged;
  }
  return isChanged;
}

function defaultMembers(node: SchemaNode, value: Plain): boolean {
  let isChanged = false;
  const put = (name: string, of: SchemaNode): void => {
    setOwn(value, name, structuredClone(of.default));
    isChanged = true;
  };
  for (const [name, of] of node.defaulted) {
    if (!Object.hasOwn(value, name) || isRefusedNull(value[name], of)) put(name, of);
  }
  for (const name of Object.keys(value)) {
    const of = memberNode(node, name);
    if (!of) continue;
    if (isRefusedNull(value[name], of) && of.default !== undefined) put(name, of);
    isChanged = applyDefaults(of, value[name]) || isChanged;
  }
  return isChanged;
}

function isRefusedNull(value: unknown, node: SchemaNode): boolean {
  return value === null && !node.nullable;
}
