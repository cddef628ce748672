import { CellLengths } from './cell-lengths.js';
import { type OrderKey, compareKeys, orderKeyOf } from './cell-order.js';
import { type Column, type Order, type Row, isAge, isElapsed, keyOf, placeOf } from './table-model.js';

/** A row with what it is compared by. */
interface Entry {
  readonly key: OrderKey;
  readonly place: string;
  readonly row: Row;
}

/** The filter and order that rows are shown in. */
interface View {
  readonly words: string;
  readonly order: Order;
  readonly columns: readonly Column[];
}

/** The part of all rows that may have changed before a whole sort is faster than a merge. */
const MERGED_PART = 1 / 4;

/**
 * The rows of a collection. It keeps them filtered and ordered as they were asked for last, and merges changes into that order: sorting
 * all rows of a long collection for each event would stop the page.
 */
export class TableRows {
  columns: readonly Column[] = [];
  readonly lengths = new CellLengths();
  readonly #rows = new Map<string, Row>();
  readonly #texts = new WeakMap<Row, string>();
  readonly #changed = new Set<string>();
  #view: View | undefined;
  #entries: readonly Entry[] = [];
  #shown: readonly Row[] = [];

  /** The number of rows, shown or not. */
  get size(): number {
    return this.#rows.size;
  }

  /** Reports whether there is a row with a key. */
  has(key: string): boolean {
    return this.#rows.has(key);
  }

  /** Adds or replaces a row. */
  set(row: Row): void {
    const key = keyOf(row);
    this.#rows.set(key, row);
    this.lengths.add(row);
    this.#changed.add(key);
  }

  /** Removes a row. */
  delete(key: string): void {
    if (this.#rows.delete(key)) this.#changed.add(key);
  }

  /** Removes all rows whose keys are not among those of a newer list. */
  retain(keys: ReadonlySet<string>): void {
    for (const key of this.#rows.keys()) if (!keys.has(key)) this.delete(key);
  }

  /** Returns the rows that contain all words of a text, in order; the same list while nothing has changed. */
  shown(text: string, order: Order): readonly Row[] {
    const words = wordsOf(text);
    const view = { words: words.join(' '), order, columns: this.columns };
    const isSame = !!this.#view && isSameView(this.#view, view);
    if (isSame && this.#changed.size === 0) return this.#shown;
    const isMerged = isSame && this.#changed.size < this.#rows.size * MERGED_PART;
    this.#entries = isMerged ? this.#merged(words, order) : this.#sorted(this.#rows.values(), words, order);
    this.#view = view;
    this.#changed.clear();
    this.#shown = this.#entries.map(({ row }) => row);
    return this.#shown;
  }

  /** Reports whether a row contains all words. */
  matches(row: Row, words: readonly string[]): boolean {
    if (words.length === 0) return true;
    let text = this.#texts.get(row);
    if (text === undefined) this.#texts.set(row, (text = textOf(row, this.columns)));
    return words.every((word) => text.includes(word));
  }

  #sorted(rows: Iterable<Row>, words: readonly string[], order: Order): Entry[] {
    const keyIn = orderKeyOf(order.column, this.columns);
    const entries: Entry[] = [];
    for (const row of rows) {
      if (this.matches(row, words)) entries.push({ key: keyIn(row), place: placeOf(row.object.metadata), row });
    }
    return entries.sort(comparisonOf(order));
  }

  #merged(words: readonly string[], order: Order): Entry[] {
    const changed = [...this.#changed].flatMap((key) => this.#rows.get(key) ?? []);
    const added = this.#sorted(changed, words, order);
    const kept = this.#entries.filter(({ row }) => !this.#changed.has(keyOf(row)));
    return mergeSorted(kept, added, comparisonOf(order));
  }
}

/** Returns the words of a filter. */
export function wordsOf(text: string): string[] {
  return text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
}

/** Returns the text of a row that a filter looks at. An age is left out: it is another one when it is looked at. */
function textOf({ cells, object: { metadata } }: Row, columns: readonly Column[]): string {
  const labels = Object.entries(metadata.labels ?? {}).map(([key, value]) => `${key}=${value}`);
  const shown = cells.filter((_, index) => !columns[index] || !(isAge(columns[index]) || isElapsed(columns[index])));
  return [metadata.namespace ?? '', metadata.name, ...shown, ...labels].join('\n').toLowerCase();
}

function isSameView(a: View, b: View): boolean {
  return (
    a.words === b.words &&
    a.columns === b.columns &&
    a.order.column === b.order.column &&
    a.order.isReversed === b.order.isReversed
  );
}

function comparisonOf({ isReversed }: Order): (a: Entry, b: Entry) => number {
  const sign = isReversed ? -1 : 1;
  return (a, b) => sign * (compareKeys(a.key, b.key) || compareKeys(a.place, b.place));
}

/** Merges two sorted lists. */
function mergeSorted<T>(one: readonly T[], other: readonly T[], compare: (a: T, b: T) => number): T[] {
  const merged: T[] = [];
  let at = 0;
  for (const each of one) {
    while (at < other.length && compare(other[at], each) < 0) merged.push(other[at++]);
    merged.push(each);
  }
  for (; at < other.length; at++) merged.push(other[at]);
  return merged;
}
