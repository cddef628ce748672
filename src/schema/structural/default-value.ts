import { isPlain, type Plain, setOwn } from './json-schema.js';
import { memberNode, type SchemaNode } from './schema-node.js';

/**
 * Fills in the defaults of a value and of everything in it, in place: for members that are absent, and for nulls that
 * are not allowed (upstream: structural defaulting).
 */
export function applyDefaults(node: SchemaNode, value: unknown): void {
  if (!node.hasDefaults) return;
  if (Array.isArray(value)) defaultElements(node.items, value);
  else if (isPlain(value)) defaultMembers(node, value);
}

function defaultElements(items: SchemaNode | undefined, list: unknown[]): void {
  if (!items) return;
  for (const [i, element] of list.entries()) {
    if (isRefusedNull(element, items)) list[i] = structuredClone(items.default) ?? null;
    applyDefaults(items, list[i]);
  }
}

function defaultMembers(node: SchemaNode, value: Plain): void {
  for (const [name, of] of node.defaulted) {
    if (!Object.hasOwn(value, name) || isRefusedNull(value[name], of)) setOwn(value, name, structuredClone(of.default));
  }
  for (const name of Object.keys(value)) {
    const of = memberNode(node, name);
    if (!of) continue;
    if (isRefusedNull(value[name], of) && of.default !== undefined) setOwn(value, name, structuredClone(of.default));
    applyDefaults(of, value[name]);
  }
}

function isRefusedNull(value: unknown, node: SchemaNode): boolean {
  return value === null && !node.nullable;
}
