import { FieldSet, FieldSetBuilder } from './field-set.js';
import { FieldSetError, compareElements, readElement } from './path-element.js';

/** A field set as managedFields carries it. Shared between objects: never change one. */
export type FieldsV1 = Record<string, unknown>;

// Both directions are remembered with the data itself: writes read and write the same few sets again and again.
const PARSED = new WeakMap<object, FieldSet>();
const WRITTEN = new WeakMap<FieldSet, FieldsV1>();

/** Reads a field set; throws FieldSetError when it is malformed. Remembered per object. */
export function fromFieldsV1(fields: FieldsV1): FieldSet {
  let set = PARSED.get(fields);
  if (!set) {
    set = readLevel(fields).below;
    PARSED.set(fields, set);
  }
  return set;
}

/** Writes a field set, its elements in order. The same set always gives the same object. */
export function toFieldsV1(set: FieldSet): FieldsV1 {
  let fields = WRITTEN.get(set);
  if (!fields) {
    fields = writeLevel(set, false);
    WRITTEN.set(set, fields);
    PARSED.set(fields, set);
  }
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

function writeLevel(set: FieldSet, isMember: boolean): FieldsV1 {
  const out: FieldsV1 = {};
  if (set.isEmpty) return out;
  if (isMember) out['.'] = {};
  const entries = [...set.entries()];
  if (entries.length > 1) entries.sort(([a], [b]) => compareElements(a, b));
  for (const [element, node] of entries) out[element] = writeLevel(node.below ?? FieldSet.EMPTY, node.isMember);
  return out;
}
