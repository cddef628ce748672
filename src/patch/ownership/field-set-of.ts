import type { ListMerge, MergeType } from '../../schema/index.js';
import { FieldSet, FieldSetBuilder } from './field-set.js';
import { groupElements } from './list-elements.js';
import { memberElement } from './path-element.js';

/**
 * Returns the paths an object specifies, as the owner of an applied configuration owns them (upstream:
 * typed.ToFieldSet): leaves, list elements, map keys and empty structs, but not the structs on the way. Throws
 * FieldSetError.
 */
export function fieldSetOf(type: MergeType, object: unknown): FieldSet {
  return pathsBelow(type, object);
}

type Plain = Readonly<Record<string, unknown>>;

function pathsBelow(type: MergeType, value: unknown): FieldSet {
  if (type.kind === 'leaf' || typeof value !== 'object' || value === null) return FieldSet.EMPTY;
  if (type.kind === 'list') return Array.isArray(value) ? listPaths(type, value) : FieldSet.EMPTY;
  return Array.isArray(value) ? FieldSet.EMPTY : memberPaths(type, value as Plain);
}

function listPaths(type: ListMerge, list: readonly unknown[]): FieldSet {
  const builder = new FieldSetBuilder();
  for (const [element, items] of groupElements(type, list)) {
    builder.addTree(element, items.length === 1 ? pathsBelow(type.element, items[0]) : FieldSet.EMPTY);
  }
  return builder.build();
}

function memberPaths(type: Exclude<MergeType, ListMerge | { kind: 'leaf' }>, value: Plain): FieldSet {
  const builder = new FieldSetBuilder();
  for (const name of Object.keys(value)) {
    const member = value[name];
    if (member === undefined) continue;
    const declared = type.kind === 'map' ? type.member(name) : undefined;
    const memberType = declared?.type ?? (type.kind === 'map' ? type.values : type);
    if (!memberType) continue;
    const element = declared?.element ?? memberElement(name);
    const below = pathsBelow(memberType, member);
    const isOwned = !declared || isLeaf(memberType, member) || isNullOrEmptyObject(member);
    if (isOwned) builder.addTree(element, below);
    else builder.addBelow(element, below);
  }
  return builder.build();
}

/** Reports whether a value is owned at its own path because it cannot be owned in parts. */
function isLeaf(type: MergeType, value: unknown): boolean {
  if (type.kind === 'leaf') return true;
  return type.kind === 'deduced' && (typeof value !== 'object' || value === null || Array.isArray(value));
}

function isNullOrEmptyObject(value: unknown): boolean {
  if (value === null) return true;
  return typeof value === 'object' && !Array.isArray(value) && Object.keys(value).length === 0;
}
