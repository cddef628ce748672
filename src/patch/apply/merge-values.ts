import { setMember } from '../../codecs/index.js';
import type { DeducedMerge, ListMerge, MapMerge, MergeType } from '../../schema/index.js';
import { type PathElement, elementOf, isDeepEqual } from '../ownership/index.js';
import { type Plain, isPlain, memberOf } from '../plain.js';

/**
 * Merges a configuration into a live value, as their type says (upstream: typed.Merge): members and list elements that the
 * configuration names are set, the others stay. Neither is changed; the result shares what it can with both, and where
 * nothing is new it is the live value itself. The configuration fits its type; a live list may hold one element twice.
 */
export function mergeValues(type: MergeType, live: unknown, applied: unknown): unknown {
  if (applied === undefined || applied === live) return live;
  if (live === undefined) return applied;
  if (type.kind === 'list') return mergeLists(type, live, applied);
  if (type.kind === 'map' || isDeducedMap(type, live, applied)) return mergeMembers(type, live, applied);
  return isDeepEqual(live, applied) ? live : applied;
}

/** Values of no declared type are merged by their members where the live one has some; others replace each other. */
function isDeducedMap(type: MergeType, live: unknown, applied: unknown): type is DeducedMerge {
  return type.kind === 'deduced' && isPlain(live) && (applied === null || isPlain(applied));
}

/** If both sides are empty the configuration's value is used, so that null and empty are distinguished. */
function mergeMembers(type: MapMerge | DeducedMerge, live: unknown, applied: unknown): unknown {
  const [before, changes] = [isPlain(live) ? live : {}, isPlain(applied) ? applied : {}];
  const names = Object.keys(changes);
  if (names.length === 0 && Object.keys(before).length === 0) return isDeepEqual(live, applied) ? live : applied;
  let merged: Plain | undefined;
  for (const name of names) {
    const old = memberOf(before, name);
    const value = mergeValues(memberType(type, name), old, changes[name]);
    if (value !== old) setMember((merged ??= { ...before }), name, value);
  }
  return merged ?? live;
}

function memberType(type: MapMerge | DeducedMerge, name: string): MergeType {
  return type.kind === 'deduced' ? type : (type.member(name)?.type ?? type.values!);
}

function mergeLists(type: ListMerge, live: unknown, applied: unknown): unknown {
  const [before, changes] = [asList(live), asList(applied)];
  if (before.length === 0 && changes.length === 0) return isDeepEqual(live, applied) ? live : applied;
  if (changes.length === 0) return live;
  const merged = new ListMerging(type, before, changes).run();
  const isSame = merged.length === before.length && merged.every((element, i) => element === before[i]);
  return isSame ? live : merged;
}

function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** The elements of a list, each with its identity. */
class Elements {
  readonly keys: readonly PathElement[];
  private readonly byKey = new Map<PathElement, unknown>();

  constructor(
    type: ListMerge,
    private readonly list: readonly unknown[],
  ) {
    this.keys = list.map((element) => elementOf(type, element));
    // Elements that are there twice are merged with nothing: which of them would it be?
    this.keys.forEach((key, i) => this.byKey.set(key, this.byKey.has(key) ? undefined : list[i]));
  }

  has(key: PathElement): boolean {
    return this.byKey.has(key);
  }

  get(key: PathElement): unknown {
    return this.byKey.get(key);
  }

  at(index: number): unknown {
    return this.list[index];
  }
}

/**
 * Merges two lists of identifiable elements. Common elements have the order of the configuration; others stay near the
 * neighbours they had.
 */
class ListMerging {
  private readonly before: Elements;
  private readonly changes: Elements;
  private readonly merged: unknown[] = [];
  private readonly taken = new Set<PathElement>();
  /** The common elements, in the order of the configuration. */
  private readonly shared: readonly PathElement[];
  private nextShared = 0;

  constructor(
    private readonly type: ListMerge,
    before: readonly unknown[],
    changes: readonly unknown[],
  ) {
    this.before = new Elements(type, before);
    this.changes = new Elements(type, changes);
    this.shared = this.changes.keys.filter((key) => this.before.has(key));
  }

  run(): readonly unknown[] {
    const [old, sent] = [this.before.keys, this.changes.keys];
    let [i, j] = [0, 0];
    while (i < old.length || j < sent.length) {
      if (i < old.length && j < sent.length) {
        if (old[i] === sent[j]) {
          this.take(sent[j++]);
          this.nextShared++;
          i++;
          continue;
        }
        if (this.waitsForOther(old[i])) {
          i++;
          continue;
        }
      }
      if (i < old.length && !this.changes.has(old[i])) {
        this.merged.push(this.before.at(i++));
        continue;
      }
      if (i < old.length && this.taken.has(old[i])) i++;
      if (j < sent.length) this.takeNext(sent[j++]);
    }
    return this.merged;
  }

  /** Reports whether an old element is in the configuration, but another shared one comes first there. */
  private waitsForOther(key: PathElement): boolean {
    const next = this.shared[this.nextShared];
    return this.changes.has(key) && next !== undefined && next !== key;
  }

  private take(key: PathElement): void {
    this.taken.add(key);
    this.merged.push(mergeValues(this.type.element, this.before.get(key), this.changes.get(key)));
  }

  private takeNext(key: PathElement): void {
    this.take(key);
    if (this.shared[this.nextShared] === key) this.nextShared++;
  }
}
