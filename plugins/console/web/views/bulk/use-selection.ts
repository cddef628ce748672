import { useState } from 'preact/hooks';
import { type Row, keyOf } from '../../model/table-model.js';

/** The rows that are selected. */
export interface RowSelection {
  readonly rows: readonly Row[];
  has(row: Row): boolean;
  toggle(row: Row): void;
  /** Selects the first rows of a list, at most 1000, or none where all of these are selected. */
  toggleAll(rows: readonly Row[]): void;
  clear(): void;
}

/** Rows that are selected at most: each takes two requests. */
export const MOST_SELECTED = 1000;

/** Keeps a selection of rows. */
export function useSelection(): RowSelection {
  const [selected, setSelected] = useState<ReadonlyMap<string, Row>>(new Map());
  const has = (row: Row): boolean => selected.has(keyOf(row));
  const toggle = (row: Row): void => {
    const next = new Map(selected);
    if (!next.delete(keyOf(row)) && next.size < MOST_SELECTED) next.set(keyOf(row), row);
    setSelected(next);
  };
  const toggleAll = (rows: readonly Row[]): void => {
    const first = rows.slice(0, MOST_SELECTED);
    setSelected(first.every(has) ? new Map() : new Map(first.map((row) => [keyOf(row), row])));
  };
  return { rows: [...selected.values()], has, toggle, toggleAll, clear: () => setSelected(new Map()) };
}
