import { type Column, type OrderColumn, type Row, isAge, isElapsed, labelsText, placeOf } from './table-model.js';

/** A value that rows are compared by. Numbers stand before texts. */
export type OrderKey = number | string;

/** Compares two values. */
export function compareKeys(a: OrderKey, b: OrderKey): number {
  if (typeof a !== typeof b) return typeof a === 'number' ? -1 : 1;
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Returns how to read the value of a row that an order compares; rows without an order compare by their places. */
export function orderKeyOf(column: OrderColumn | undefined, columns: readonly Column[]): (row: Row) => OrderKey {
  if (column === undefined) return ({ object }) => placeOf(object.metadata);
  if (column === 'namespace') return ({ object }) => object.metadata.namespace ?? '';
  if (column === 'labels') return ({ object }) => labelsText(object.metadata);
  const definition = columns[column];
  // The younger an object, the later it was created.
  if (definition && isAge(definition)) return ({ object }) => -Date.parse(object.metadata.creationTimestamp ?? '') || 0;
  if (definition && isElapsed(definition)) {
    return (row) => {
      const began = beganAt(row, column);
      return began === undefined ? cellKey(row.cells[column]) : -began;
    };
  }
  return ({ cells }) => cellKey(cells[column]);
}

/** Returns when that began whose time a cell states, in milliseconds; undefined for cells that state none. */
export function beganAt({ cells, at }: Row, column: number): number | undefined {
  const seconds = cellKey(cells[column]);
  return typeof seconds === 'number' && at !== undefined ? at - seconds * 1000 : undefined;
}

const SECONDS: Readonly<Record<string, number>> = { y: 31_536_000, d: 86_400, h: 3600, m: 60, s: 1 };
const DURATION = /^(?:\d{1,9}[ydhms]){1,5}$/;
const PARTS = /(\d{1,9})([ydhms])/g;
const BYTES: Readonly<Record<string, number>> = { Ki: 2 ** 10, Mi: 2 ** 20, Gi: 2 ** 30, Ti: 2 ** 40, Pi: 2 ** 50 };
const QUANTITY = /^(\d{1,15})(Ki|Mi|Gi|Ti|Pi)$/;
/** Digits that numbers within texts are compared with. */
const DIGITS = 15;

/** Returns the value of a cell: durations and quantities by their size, numbers within texts as numbers. */
export function cellKey(cell: unknown): OrderKey {
  if (typeof cell === 'number') return cell;
  const text = String(cell ?? '').toLowerCase();
  if (DURATION.test(text))
    return [...text.matchAll(PARTS)].reduce((sum, [, count, unit]) => sum + Number(count) * SECONDS[unit], 0);
  const quantity = QUANTITY.exec(String(cell));
  if (quantity) return Number(quantity[1]) * BYTES[quantity[2]];
  if (/^\d{1,15}$/.test(text)) return Number(text);
  return text.replace(/\d+/g, (digits) => digits.padStart(DIGITS, '0'));
}
