import { beganAt } from '../model/cell-order.js';
import {
  type Column,
  type OrderColumn,
  type Row,
  isAge,
  isElapsed,
  isShownOnDemand,
  labelsText,
} from '../model/table-model.js';
import type { TableRows } from '../model/table-rows.js';
import { ageOf } from '../ui/age.js';

/** A column as it is shown. */
export interface ShownColumn {
  readonly id: OrderColumn;
  readonly title: string;
  readonly description: string | undefined;
  readonly kind: 'name' | 'number' | 'state' | 'text';
  /** Its width in pixels where there is room for no more. */
  readonly width: number;
  readonly textOf: (row: Row) => string;
}

/** The columns that are shown besides those of the server, and those on demand. */
export interface ColumnChoice {
  readonly showsNamespace: boolean;
  readonly showsLabels: boolean;
  readonly isWide: boolean;
}

/** Pixels of a character, and of the space around a cell. */
const CHARACTER = 7.6;
const PADDING = 26;
/** The longest texts that stand on one line, in characters. */
const LONGEST_CELL = 44;
const LONGEST_MESSAGE = 90;
/** Pixels of the dot before a state. */
const DOT = 16;
/** Names are wrapped into lines of this length. */
export const NAME_LINE = 64;
const SHORTEST = 4;
/** A header has its arrow besides the text. */
const ARROW = 2;

/** Returns the columns of a collection, with widths for the longest of their texts. */
export function columnsOf({ columns, lengths }: TableRows, choice: ColumnChoice): ShownColumn[] {
  const own = columns.flatMap((column, index) => {
    if (isShownOnDemand(column) && !choice.isWide) return [];
    return [columnOf(column, index, lengths.cells[index] ?? 0)];
  });
  const namespace = metadataColumn('namespace', lengths.namespace, ({ object }) => object.metadata.namespace ?? '');
  const labels = metadataColumn('labels', lengths.labels, ({ object }) => labelsText(object.metadata));
  return [...(choice.showsNamespace ? [namespace] : []), ...own, ...(choice.showsLabels ? [labels] : [])];
}

function columnOf(column: Column, index: number, length: number): ShownColumn {
  const kind = kindOf(column);
  return {
    ...{ id: index, title: column.name, description: column.description, kind },
    width: widthOf(length, column.name, longestIn(kind, column.name)) + (hasDot(kind, column.name) ? DOT : 0),
    textOf: textOfColumn(column, index),
  };
}

/** Returns the text of a cell: ages, and other times since something happened, continue while the page is open. */
function textOfColumn(column: Column, index: number): ShownColumn['textOf'] {
  if (isAge(column)) return ({ object }) => ageOf(object.metadata.creationTimestamp);
  const textOf = ({ cells }: Row): string => String(cells[index] ?? '');
  if (!isElapsed(column)) return textOf;
  return (row) => {
    const began = beganAt(row, index);
    return began === undefined ? textOf(row) : ageOf(new Date(began).toISOString());
  };
}

function metadataColumn(id: 'namespace' | 'labels', length: number, textOf: (row: Row) => string): ShownColumn {
  const title = id === 'labels' ? 'Labels' : 'Namespace';
  return { id, title, description: undefined, kind: 'text', width: widthOf(length, title, LONGEST_CELL), textOf };
}

function longestIn(kind: ShownColumn['kind'], title: string): number {
  if (kind === 'name') return NAME_LINE;
  return title === 'Message' ? LONGEST_MESSAGE : LONGEST_CELL;
}

/** Reports whether cells of a column may have a dot in the colour of a state. */
function hasDot(kind: ShownColumn['kind'], title: string): boolean {
  return kind === 'state' || title === 'Type';
}

function widthOf(length: number, title: string, longest: number): number {
  const characters = Math.max(Math.min(length, longest), title.length + ARROW, SHORTEST);
  return Math.ceil(characters * CHARACTER) + PADDING;
}

function kindOf({ type, format, name }: Column): ShownColumn['kind'] {
  if (type === 'integer' || type === 'number') return 'number';
  if (format === 'name') return 'name';
  return name === 'Status' || name === 'Phase' ? 'state' : 'text';
}

const GOOD = new Set('Running Active Bound Ready True Available Complete Completed Succeeded'.split(' '));
const BAD = /^(Failed|Error|CrashLoopBackOff|ImagePullBackOff|Terminating|NotReady|Evicted|Lost|False|Warning)$/;

/** Returns the class of a cell by what it says. */
export function cellClass({ kind, title }: ShownColumn, text: string): string {
  // Events have their weight as a type.
  if (title === 'Type' && text === 'Warning') return 'state warned';
  if (kind !== 'state') return kind;
  if (GOOD.has(text)) return 'state good';
  return BAD.test(text) ? 'state bad' : 'state';
}
