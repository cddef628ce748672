import type { ListMerge, MapMerge, MergeType } from '../../schema/index.js';
import { isDeepEqual } from './deep-equal.js';
import { FieldSet, FieldSetBuilder } from './field-set.js';
import { groupElements } from './list-elements.js';
import { type PathElement, memberElement } from './path-element.js';

type Plain = Readonly<Record<string, unknown>>;

/** What differs between two states of an object. */
export interface Comparison {
  /** Paths only the new state has, with every path on the way below them. */
  readonly added: FieldSet;
  /** Leaves both have with different values. */
  readonly modified: FieldSet;
  /** Paths only the old state has. */
  readonly removed: FieldSet;
}

/**
 * Compares two objects in canonical form as their type says they are owned (upstream: typed.Compare). Throws
 * FieldSetError when elements of a keyed list or set cannot be told apart.
 */
export function compare(type: MergeType, before: object, after: object): Comparison {
  const changes = new Changes();
  if (type.kind === 'map' || type.kind === 'deduced') compareMembers(type, before as Plain, after as Plain, changes);
  return changes.build();
}

/** All paths of a value that has appeared or gone: every level and every leaf below the value's own path. */
export function everyPath(type: MergeType, value: unknown): FieldSet {
  if (type.kind === 'leaf' || typeof value !== 'object' || value === null) return FieldSet.EMPTY;
  if (type.kind === 'list') return Array.isArray(value) ? everyElement(type, value) : FieldSet.EMPTY;
  return Array.isArray(value) ? FieldSet.EMPTY : everyMember(type, value as Plain);
}

/** Collects the three sets of one level. */
class Changes {
  private added?: FieldSetBuilder;
  private modified?: FieldSetBuilder;
  private removed?: FieldSetBuilder;

  add(element: PathElement, below: FieldSet): void {
    (this.added ??= new FieldSetBuilder()).addTree(element, below);
  }

  modify(element: PathElement): void {
    (this.modified ??= new FieldSetBuilder()).add(element);
  }

  remove(element: PathElement, below: FieldSet): void {
    (this.removed ??= new FieldSetBuilder()).addTree(element, below);
  }

  /** Puts the changes of a level below one element. */
  nest(element: PathElement, level: Changes): void {
    if (level.added) (this.added ??= new FieldSetBuilder()).addBelow(element, level.added.build());
    if (level.modified) (this.modified ??= new FieldSetBuilder()).addBelow(element, level.modified.build());
    if (level.removed) (this.removed ??= new FieldSetBuilder()).addBelow(element, level.removed.build());
  }

  build(): Comparison {
    return {
      added: this.added?.build() ?? FieldSet.EMPTY,
      modified: this.modified?.build() ?? FieldSet.EMPTY,
      removed: this.removed?.build() ?? FieldSet.EMPTY,
    };
  }
}

type MembersType = MapMerge | { readonly kind: 'deduced' };

const hasOwn = (object: object, name: string): boolean => Object.prototype.hasOwnProperty.call(object, name);

function compareMembers(type: MembersType, before: Plain, after: Plain, out: Changes): void {
  for (const name of Object.keys(after)) {
    const value = after[name];
    const old = hasOwn(before, name) ? before[name] : undefined;
    if (old !== value) compareMember(type, name, old, value, out);
  }
  for (const name of Object.keys(before)) {
    if (!hasOwn(after, name)) compareMember(type, name, before[name], undefined, out);
  }
}

function compareMember(type: MembersType, name: string, before: unknown, after: unknown, out: Changes): void {
  if (type.kind === 'deduced') return compareValue(type, memberElement(name), before, after, out);
  const member = type.member(name);
  if (member) compareValue(member.type, member.element, before, after, out);
  else if (type.values) compareValue(type.values, memberElement(name), before, after, out);
}

function compareValue(type: MergeType, element: PathElement, before: unknown, after: unknown, out: Changes): void {
  if (before === after) return;
  if (before === undefined) return out.add(element, everyPath(type, after));
  if (after === undefined) return out.remove(element, everyPath(type, before));
  if (type.kind === 'leaf' || (isEmptyValue(before) && isEmptyValue(after))) {
    if (!isDeepEqual(before, after)) out.modify(element);
    return;
  }
  if (type.kind === 'deduced' && !(isObject(before) && isObject(after))) {
    return replaceDeduced(element, before, after, out);
  }
  const level = new Changes();
  if (type.kind === 'list') compareLists(type, asList(before), asList(after), level);
  else compareMembers(type, asObject(before), asObject(after), level);
  out.nest(element, level);
}

/** Values of different kinds replace each other as a whole; members on either side come or go. */
function replaceDeduced(element: PathElement, before: unknown, after: unknown, out: Changes): void {
  if (isDeepEqual(before, after)) return;
  const hasMembers = isObject(before) || isObject(after);
  if (!hasMembers || (before !== null && after !== null)) out.modify(element);
  const level = new Changes();
  compareMembers({ kind: 'deduced' }, asObject(before), asObject(after), level);
  out.nest(element, level);
}

function compareLists(type: ListMerge, before: readonly unknown[], after: readonly unknown[], out: Changes): void {
  const old = groupElements(type, before);
  const current = groupElements(type, after);
  for (const [element, items] of current) compareElement(type, element, old.get(element) ?? [], items, out);
  for (const [element, items] of old) if (!current.has(element)) compareElement(type, element, items, [], out);
}

/** Duplicates are owned as one: their element is in the set, but nothing below it. */
function compareElement(
  type: ListMerge,
  element: PathElement,
  before: readonly unknown[],
  after: readonly unknown[],
  out: Changes,
): void {
  if (before.length >= 2 && after.length >= 2) {
    if (!isDeepEqual(before, after)) out.modify(element);
  } else if (before.length >= 2) {
    if (after.length === 1) out.add(element, everyPath(type.element, after[0]));
    out.remove(element, FieldSet.EMPTY);
  } else if (after.length >= 2) {
    if (before.length === 1) out.remove(element, everyPath(type.element, before[0]));
    out.add(element, FieldSet.EMPTY);
  } else {
    compareValue(type.element, element, before[0], after[0], out);
  }
}

function everyMember(type: MembersType, value: Plain): FieldSet {
  const builder = new FieldSetBuilder();
  for (const name of Object.keys(value)) {
    const item = value[name];
    if (item === undefined) continue;
    const member = type.kind === 'map' ? type.member(name) : undefined;
    const memberType = member?.type ?? (type.kind === 'map' ? type.values : type);
    if (memberType) builder.addTree(member?.element ?? memberElement(name), everyPath(memberType, item));
  }
  return builder.build();
}

function everyElement(type: ListMerge, list: readonly unknown[]): FieldSet {
  const builder = new FieldSetBuilder();
  for (const [element, items] of groupElements(type, list)) {
    builder.addTree(element, items.length === 1 ? everyPath(type.element, items[0]) : FieldSet.EMPTY);
  }
  return builder.build();
}

function isObject(value: unknown): value is Plain {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function asObject(value: unknown): Plain {
  return isObject(value) ? value : {};
}

function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function isEmptyValue(value: unknown): boolean {
  if (value === null) return true;
  if (Array.isArray(value)) return value.length === 0;
  if (typeof value !== 'object') return false;
  for (const key in value) if (hasOwn(value, key)) return false;
  return true;
}
