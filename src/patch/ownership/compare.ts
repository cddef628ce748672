import {
  DEDUCED_MERGE,
  type DeducedMerge,
  type ListMerge,
  type MapMerge,
  type MemberMerge,
  type MergeType,
} from '../../schema/index.js';
import { isDeepEqual } from './deep-equal.js';
import { FieldSet, FieldSetBuilder } from './field-set.js';
import { groupElements } from './list-elements.js';
import { type PathElement, memberElement } from './path-element.js';

type Plain = Readonly<Record<string, unknown>>;
type MembersType = MapMerge | DeducedMerge;

const NONE: readonly unknown[] = [];

const hasOwn = (object: object, name: string): boolean => Object.prototype.hasOwnProperty.call(object, name);

/** The difference between two states of an object. */
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
 * FieldSetError when elements of a keyed list or set are indistinguishable.
 */
export function compare(type: MergeType, before: object, after: object): Comparison {
  const changes = new Changes();
  if (type.kind === 'map' || type.kind === 'deduced') changes.ofMembers(type, before as Plain, after as Plain);
  return changes.build();
}

/** Returns all paths of a value that has appeared or gone: every level and every leaf below the value's own path. */
export function everyPath(type: MergeType, value: unknown): FieldSet {
  if (type.kind === 'leaf' || typeof value !== 'object' || value === null) return FieldSet.EMPTY;
  if (type.kind === 'list') return Array.isArray(value) ? everyElement(type, value) : FieldSet.EMPTY;
  return Array.isArray(value) ? FieldSet.EMPTY : everyMember(type, value as Plain);
}

/** Compares one level and collects its three sets. */
class Changes {
  private added?: FieldSetBuilder;
  private modified?: FieldSetBuilder;
  private removed?: FieldSetBuilder;

  ofMembers(type: MembersType, before: Plain, after: Plain): void {
    for (const name of Object.keys(after)) {
      const value = after[name];
      const old = hasOwn(before, name) ? before[name] : undefined;
      if (old !== value) this.ofMember(memberOf(type, name), old, value);
    }
    for (const name of Object.keys(before)) {
      if (!hasOwn(after, name)) this.ofMember(memberOf(type, name), before[name], undefined);
    }
  }

  build(): Comparison {
    return {
      added: this.added?.build() ?? FieldSet.EMPTY,
      modified: this.modified?.build() ?? FieldSet.EMPTY,
      removed: this.removed?.build() ?? FieldSet.EMPTY,
    };
  }

  private ofMember(member: MemberMerge | undefined, before: unknown, after: unknown): void {
    if (before === after || !member) return;
    const { type, element } = member;
    if (before === undefined) return this.add(element, everyPath(type, after));
    if (after === undefined) return this.remove(element, everyPath(type, before));
    if (type.kind === 'leaf' || (isEmptyValue(before) && isEmptyValue(after))) {
      if (!isDeepEqual(before, after)) this.modify(element);
      return;
    }
    if (type.kind === 'deduced' && !(isObject(before) && isObject(after))) {
      return this.ofReplaced(element, before, after);
    }
    const level = new Changes();
    if (type.kind === 'list') level.ofLists(type, asList(before), asList(after));
    else level.ofMembers(type, asObject(before), asObject(after));
    this.nest(element, level);
  }

  /** Values of different kinds replace each other as a whole; members on either side come or go. */
  private ofReplaced(element: PathElement, before: unknown, after: unknown): void {
    if (isDeepEqual(before, after)) return;
    const hasMembers = isObject(before) || isObject(after);
    if (!hasMembers || (before !== null && after !== null)) this.modify(element);
    const level = new Changes();
    level.ofMembers(DEDUCED_MERGE, asObject(before), asObject(after));
    this.nest(element, level);
  }

  private ofLists(type: ListMerge, before: readonly unknown[], after: readonly unknown[]): void {
    const old = groupElements(type, before);
    const current = groupElements(type, after);
    for (const [element, items] of current) {
      this.ofElement({ element, type: type.element }, old.get(element) ?? NONE, items);
    }
    for (const [element, items] of old) {
      if (!current.has(element)) this.ofElement({ element, type: type.element }, items, NONE);
    }
  }

  /** Duplicates are owned as one: their element is in the set, but nothing below it. */
  private ofElement(member: MemberMerge, before: readonly unknown[], after: readonly unknown[]): void {
    const { type, element } = member;
    if (before.length >= 2 && after.length >= 2) {
      if (!isDeepEqual(before, after)) this.modify(element);
    } else if (before.length >= 2) {
      if (after.length === 1) this.add(element, everyPath(type, after[0]));
      this.remove(element, FieldSet.EMPTY);
    } else if (after.length >= 2) {
      if (before.length === 1) this.remove(element, everyPath(type, before[0]));
      this.add(element, FieldSet.EMPTY);
    } else {
      this.ofMember(member, before[0], after[0]);
    }
  }

  private add(element: PathElement, below: FieldSet): void {
    (this.added ??= new FieldSetBuilder()).addTree(element, below);
  }

  private modify(element: PathElement): void {
    (this.modified ??= new FieldSetBuilder()).add(element);
  }

  private remove(element: PathElement, below: FieldSet): void {
    (this.removed ??= new FieldSetBuilder()).addTree(element, below);
  }

  /** Puts the changes of a level below one element. */
  private nest(element: PathElement, level: Changes): void {
    if (level.added) (this.added ??= new FieldSetBuilder()).addBelow(element, level.added.build());
    if (level.modified) (this.modified ??= new FieldSetBuilder()).addBelow(element, level.modified.build());
    if (level.removed) (this.removed ??= new FieldSetBuilder()).addBelow(element, level.removed.build());
  }
}

/** How a member is owned; undefined when it is not tracked. */
function memberOf(type: MembersType, name: string): MemberMerge | undefined {
  if (type.kind === 'deduced') return { element: memberElement(name), type };
  const member = type.member(name);
  if (member || !type.values) return member;
  return { element: memberElement(name), type: type.values };
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
