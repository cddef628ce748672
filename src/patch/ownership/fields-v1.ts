import { FieldSet, FieldSetBuilder } from './field-set.js';
import type { Steps } from '../../observability/index.js';
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

interface Level {
  readonly isMember: boolean;
  readonly below: FieldSet;
}

/** A level without elements: most are, so they share one. */
const LEAF_LEVEL: Level = { isMember: true, below: FieldSet.EMPTY };

function readLevel(level: unknown): Level {
  if (level === null) return LEAF_LEVEL;
  if (typeof level !== 'object' || Array.isArray(level)) throw new FieldSetError('expected an object');
  const names = Object.keys(level);
  if (names.length === 0) return LEAF_LEVEL;
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

/** Elements written at once. Sorting so many takes a few milliseconds. */
const STRIDE = 4096;

/** Runs the work of `toFieldsV1` in steps where the set is large; for others there is nothing to do before it. */
export function* writeLargeInSteps(set: FieldSet): Steps<void> {
  if (set.written !== undefined || countUnwritten(set, false) <= STRIDE) return;
  yield* writeLevelInSteps(set, false, { left: STRIDE });
  remember(set.written!, set);
}

/** The elements that are to be written, of all levels; counted no further than past the stride. */
function countUnwritten(set: FieldSet, isMember: boolean): number {
  if ((isMember ? set.writtenAsMember : set.written) !== undefined) return 0;
  let count = set.size;
  if (count > STRIDE) return count;
  for (const [, { below, isMember: isOwnMember }] of set.entries()) {
    if (below) count += countUnwritten(below, isOwnMember);
    if (count > STRIDE) return count;
  }
  return count;
}

/** The elements that may still be written in the current step. */
interface StepBudget {
  left: number;
}

function* renew(budget: StepBudget): Steps<void> {
  yield;
  budget.left = STRIDE;
}

function* writeLevelInSteps(set: FieldSet, isMember: boolean, budget: StepBudget): Steps<void> {
  const entries = [...set.entries()];
  for (const [, { below, isMember: isOwnMember }] of entries) {
    if (!below || (isOwnMember ? below.writtenAsMember : below.written) !== undefined) continue;
    const count = countUnwritten(below, isOwnMember);
    if (count > STRIDE) yield* writeLevelInSteps(below, isOwnMember, budget);
    else {
      if ((budget.left -= count) < 0) yield* renew(budget);
      writeLevel(below, isOwnMember);
    }
  }
  const out: FieldsV1 = isMember ? { '.': {} } : {};
  for (const [element, node] of yield* sortInSteps(entries)) {
    if (--budget.left < 0) yield* renew(budget);
    out[element] = node.below ? writeLevel(node.below, node.isMember) : {};
  }
  if (isMember) set.writtenAsMember = out;
  else set.written = out;
}

/** Sorts parts of the entries, then merges them pair by pair. */
function* sortInSteps<N>(entries: Entry<N>[]): Steps<Entry<N>[]> {
  let parts: Entry<N>[][] = [];
  for (let from = 0; from < entries.length; from += STRIDE) {
    if (from > 0) yield;
    parts.push(entries.slice(from, from + STRIDE).sort(byElement));
  }
  while (parts.length > 1) {
    const merged: Entry<N>[][] = [];
    for (let i = 0; i < parts.length; i += 2) {
      merged.push(i + 1 < parts.length ? yield* mergeInSteps(parts[i], parts[i + 1]) : parts[i]);
    }
    parts = merged;
  }
  return parts[0] ?? [];
}

function* mergeInSteps<N>(a: readonly Entry<N>[], b: readonly Entry<N>[]): Steps<Entry<N>[]> {
  const merged: Entry<N>[] = [];
  let [i, j] = [0, 0];
  while (i < a.length || j < b.length) {
    if (merged.length % STRIDE === STRIDE - 1) yield;
    const takesA = j >= b.length || (i < a.length && byElement(a[i], b[j]) <= 0);
    merged.push(takesA ? a[i++] : b[j++]);
  }
  return merged;
}

type Entry<N> = readonly [PathElement, N];

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
