import { FieldSet, FieldSetBuilder } from './field-set.js';
import { FieldSetError, type PathElement, compareElements, readElement } from './path-element.js';

/** A field set as managedFields carries it. Shared between objects: never change one. */
export type FieldsV1 = Record<string, unknown>;

// Both directions are remembered with the data itself: writes read and write the same few sets again and again.
// A symbol rather than a WeakMap, which costs several times as much when objects are short-lived.
const PARSED = Symbol('binnacle.patch.fieldSet');

interface Remembering {
  [PARSED]?: FieldSet;
}

function remember(fields: FieldsV1, set: FieldSet): void {
  if (Object.isExtensible(fields)) Object.defineProperty(fields, PARSED, { value: set, enumerable: false });
}

/** Reads a field set; throws FieldSetError when it is malformed. Remembered per object. */
export function fromFieldsV1(fields: FieldsV1): FieldSet {
  const known = (fields as Remembering)[PARSED];
  if (known) return known;
  const set = readLevel(fields).below;
  remember(fields, set);
  return set;
}

/** Writes a field set, its elements in order. The same set always gives the same object. */
export function toFieldsV1(set: FieldSet): FieldsV1 {
  const isNew = set.written === undefined;
  const fields = writeLevel(set, false);
  if (isNew) remember(fields, set);
  return fields;
}

function readLevel(level: unknown): { isMember: boolean; below: FieldSet } {
  if (level === null) return { isMember: true, below: FieldSet.EMPTY };
  if (typeof level !== 'object' || Array.isArray(level)) throw new FieldSetError('expected an object');
  const names = Object.keys(level);
  if (names.length === 0) return { isMember: true, below: FieldSet.EMPTY };
  let isMember = false;
  const builder = new FieldSetBuilder();
  for (const name of names) {
    if (name === '.') isMember = true;
    else readInto(builder, name, (level as FieldsV1)[name]);
  }
  return { isMember, below: builder.build() };
}

function readInto(builder: FieldSetBuilder, name: string, value: unknown): void {
  const element = readElement(name);
  if (element === undefined) return;
  const { isMember, below } = readLevel(value);
  if (isMember) builder.addTree(element, below);
  else builder.addBelow(element, below);
}

/** Remembered for every level: a set that differs in one place from a written one shares all other levels with it. */
function writeLevel(set: FieldSet, isMember: boolean): FieldsV1 {
  const known = isMember ? set.writtenAsMember : set.written;
  if (known) return known;
  const out: FieldsV1 = isMember ? { '.': {} } : {};
  const entries = [...set.entries()];
  if (entries.length > 1) entries.sort(byElement);
  for (const [element, node] of entries) out[element] = node.below ? writeLevel(node.below, node.isMember) : {};
  if (isMember) set.writtenAsMember = out;
  else set.written = out;
  return out;
}

function byElement([a]: readonly [PathElement, unknown], [b]: readonly [PathElement, unknown]): number {
  return compareElements(a, b);
}
