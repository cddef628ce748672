import type { Metadata } from '../api/objects.js';

/** A column of a Table (meta.k8s.io/v1). */
export interface Column {
  readonly name: string;
  readonly type: string;
  readonly format?: string;
  readonly description?: string;
  /** Above 0: shown where there is room. */
  readonly priority?: number;
}

/** A row of a Table, with the metadata of its object. */
export interface Row {
  readonly cells: readonly unknown[];
  readonly object: { readonly metadata: Metadata };
}

/** A Table, as lists and watches send it. */
export interface Table {
  readonly kind: string;
  readonly metadata: {
    readonly resourceVersion?: string;
    readonly continue?: string;
    readonly remainingItemCount?: number;
  };
  readonly columnDefinitions?: readonly Column[] | null;
  readonly rows?: readonly Row[] | null;
}

/** The rows that are shown, by the uid of their objects. */
export interface TableState {
  readonly columns: readonly Column[];
  readonly rows: ReadonlyMap<string, Row>;
}

/** A change of a watch. */
export interface TableEvent {
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED' | 'BOOKMARK' | 'ERROR';
  readonly object: Table;
}

/** Nothing yet. */
export const NO_ROWS: TableState = { columns: [], rows: new Map() };

/** Returns the state that the pages of a list make. */
export function stateOf(pages: readonly Table[]): TableState {
  const rows = pages.flatMap((page) => page.rows ?? []);
  return { columns: pages[0]?.columnDefinitions ?? [], rows: new Map(rows.map((row) => [keyOf(row), row])) };
}

/** Returns the state after changes; the same one where they changed nothing. */
export function withEvents(
  state: TableState,
  events: readonly TableEvent[],
  words: readonly string[] = [],
): TableState {
  const changes = events.filter(({ type }) => type !== 'BOOKMARK' && type !== 'ERROR');
  if (changes.length === 0) return state;
  const rows = new Map(state.rows);
  for (const { type, object } of changes) {
    for (const row of object.rows ?? []) {
      if (type === 'DELETED' || !matches(row, words)) rows.delete(keyOf(row));
      else rows.set(keyOf(row), row);
    }
  }
  return { columns: state.columns, rows };
}

/** How rows are ordered: by a column or by their names; descending where `isReversed`. */
export interface Order {
  readonly column: number | undefined;
  readonly isReversed: boolean;
}

/** Returns the rows that contain all words of a text, in order. */
export function shownRows({ rows, columns }: TableState, text: string, { column, isReversed }: Order): Row[] {
  const words = wordsOf(text);
  const found = [...rows.values()].filter((row) => matches(row, words));
  const compare = column === undefined ? byName : byColumn(column, columns[column]);
  found.sort((a, b) => compare(a, b) || byName(a, b));
  return isReversed ? found.reverse() : found;
}

/** Returns the words of a filter. */
export function wordsOf(text: string): string[] {
  return text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
}

/** Reports whether a row contains all words. */
export function matches(row: Row, words: readonly string[]): boolean {
  return words.every((word) => contains(row, word));
}

function keyOf({ object: { metadata } }: Row): string {
  return metadata.uid ?? `${metadata.namespace ?? ''}/${metadata.name}`;
}

function contains({ cells, object: { metadata } }: Row, word: string): boolean {
  const labels = Object.entries(metadata.labels ?? {}).map(([key, value]) => `${key}=${value}`);
  return [metadata.namespace ?? '', ...cells, ...labels].some((cell) => String(cell).toLowerCase().includes(word));
}

function byName(a: Row, b: Row): number {
  const [one, other] = [a.object.metadata, b.object.metadata];
  return (one.namespace ?? '').localeCompare(other.namespace ?? '') || one.name.localeCompare(other.name);
}

function byColumn(index: number, column: Column | undefined): (a: Row, b: Row) => number {
  // An age is a text; what it stands for is the time of creation.
  if (column?.name === 'Age') return (a, b) => ageOf(a).localeCompare(ageOf(b));
  return (a, b) => compareCells(a.cells[index], b.cells[index]);
}

function ageOf({ object }: Row): string {
  return object.metadata.creationTimestamp ?? '';
}

function compareCells(a: unknown, b: unknown): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return String(a ?? '').localeCompare(String(b ?? ''), undefined, { numeric: true });
}
