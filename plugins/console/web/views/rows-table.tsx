import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { RowHeights } from '../model/row-heights.js';
import { type Order, type Row, keyOf } from '../model/table-model.js';
import type { TableRows } from '../model/table-rows.js';
import { type Route, fragmentOf } from '../router.js';
import { useIsNarrow } from '../ui/use-is-narrow.js';
import { useShortcuts } from '../ui/shortcuts.js';
import { SelectAllCell, SelectCell } from './bulk/select-cells.js';
import type { RowSelection } from './bulk/use-selection.js';
import { ColumnHead, SortBy } from './column-head.js';
import { type ColumnChoice, NAME_LINE, type ShownColumn, cellClass, columnsOf } from './table-columns.js';
import { useRowWindow } from './use-row-window.js';

const AGE_TICK = 10_000;
/** Lines that a name is shown on at most: the longest have 253 characters, and narrow pages 30 in a line. */
const MOST_LINES = 9;
const NARROW_NAME_LINE = 30;

/** The rows of a collection, and what is done with them. */
interface RowsParts {
  readonly all: TableRows;
  readonly rows: readonly Row[];
  readonly order: Order;
  readonly onOrder: (order: Order) => void;
  readonly routeOf: (row: Row) => Route;
  readonly onOpen: (row: Row) => void;
  readonly choice: ColumnChoice;
  readonly title: string;
  /** Undefined where nothing can be done with several rows. */
  readonly selection: RowSelection | undefined;
}

/** Renders a Table as the server made its columns; rows are reached by keys, and are in the page while they are in view. */
export function RowsTable({ order, onOrder, choice, title, ...parts }: RowsParts) {
  const { all, rows, selection } = parts;
  const columns = columnsOf(all, choice);
  const width = columns.reduce((sum, column) => sum + column.width, 0);
  useAgeTick();
  return (
    <>
      <SortBy columns={columns} order={order} onOrder={onOrder} />
      <div class="table-scroll rows">
        <table
          role="table"
          class="virtual"
          style={{ minWidth: `${width}px` }}
          aria-label={title}
          aria-rowcount={rows.length + 1}
        >
          <colgroup>
            {selection && <col class="select" />}
            {columns.map((column) => (
              <col key={column.id} style={{ width: `${column.width}px` }} />
            ))}
          </colgroup>
          <thead role="rowgroup">
            <tr role="row" aria-rowindex={1}>
              {selection && <SelectAllCell rows={rows} selection={selection} />}
              {columns.map((column) => (
                <ColumnHead key={column.id} column={column} order={order} onOrder={onOrder} />
              ))}
            </tr>
          </thead>
          <Body {...parts} columns={columns} />
        </table>
      </div>
    </>
  );
}

/** The rows in view, between the places of those that are not. */
function Body({
  all,
  rows,
  columns,
  routeOf,
  onOpen,
  selection,
}: Omit<RowsParts, 'order' | 'onOrder' | 'choice' | 'title'> & { readonly columns: readonly ShownColumn[] }) {
  const body = useRef<HTMLTableSectionElement>(null);
  const linesOf = useLinesOf(all);
  const heights = useMemo(
    () => new RowHeights(rows.length, linesOf && ((index) => linesOf(rows[index]))),
    [rows, linesOf],
  );
  const { window, focusRow } = useRowWindow(body, rows.length, heights);
  const { active, setActive, onKeyDown } = useRowKeys(body, focusRow);
  const { first, end, height } = window;
  const shownColumns = columns.length + (selection ? 1 : 0);
  const tabStop = active >= first && active < end ? active : first;
  return (
    <tbody role="rowgroup" ref={body} onKeyDown={onKeyDown}>
      <Space pixels={heights.topOf(first, height)} columns={shownColumns} />
      {rows.slice(first, end).map((row, offset) => (
        <BodyRow
          key={keyOf(row)}
          row={row}
          index={first + offset}
          lines={linesOf?.(row) ?? 1}
          isTabStop={first + offset === tabStop}
          columns={columns}
          href={fragmentOf(routeOf(row))}
          onOpen={onOpen}
          onActive={setActive}
          selection={selection}
        />
      ))}
      <Space pixels={heights.topOf(rows.length, height) - heights.topOf(end, height)} columns={shownColumns} />
    </tbody>
  );
}

/** The place of rows that are not in the page. */
function Space({ pixels, columns }: { readonly pixels: number; readonly columns: number }) {
  if (pixels <= 0) return null;
  return (
    <tr class="space" aria-hidden="true">
      <td colSpan={columns} style={{ height: `${pixels}px` }} />
    </tr>
  );
}

function BodyRow({
  row,
  index,
  lines,
  isTabStop,
  columns,
  href,
  onOpen,
  onActive,
  selection,
}: {
  readonly row: Row;
  readonly index: number;
  readonly lines: number;
  readonly isTabStop: boolean;
  readonly columns: readonly ShownColumn[];
  readonly href: string;
  readonly onOpen: (row: Row) => void;
  readonly onActive: (index: number) => void;
  readonly selection: RowSelection | undefined;
}) {
  const open = (event: MouseEvent): void => {
    // The link opens itself, in another tab where the user wants that; text that is selected is not a click.
    if ((event.target as HTMLElement).closest('a, .select') || getSelection()?.type === 'Range') return;
    onOpen(row);
  };
  return (
    <tr
      role="row"
      aria-rowindex={index + 2}
      class={`lines-${lines}`}
      data-index={index}
      data-lines={lines}
      tabIndex={isTabStop ? 0 : -1}
      onClick={open}
      onFocus={() => onActive(index)}
      onKeyDown={(event) => {
        if (event.target !== event.currentTarget) return;
        if (event.key === 'Enter') onOpen(row);
        else if (event.key === 'x') selection?.toggle(row);
      }}
    >
      {selection && <SelectCell row={row} selection={selection} />}
      {columns.map((column) => (
        <Cell key={column.id} column={column} row={row} href={href} />
      ))}
    </tr>
  );
}

function Cell({ column, row, href }: { readonly column: ShownColumn; readonly row: Row; readonly href: string }) {
  const text = column.textOf(row);
  return (
    <td role="cell" class={cellClass(column, text)} data-title={column.title} title={text}>
      {column.kind === 'name' ? (
        <a href={href} tabIndex={-1}>
          {text}
        </a>
      ) : (
        <span class="cell">{text}</span>
      )}
    </td>
  );
}

/** Rows that a key moves by when it moves by a page. */
const PAGE_ROWS = 15;

/** Moves the focus from row to row: some keys from everywhere, those that scroll the page from a row alone. */
function useRowKeys(body: { readonly current: HTMLTableSectionElement | null }, focusRow: (index: number) => void) {
  const [active, setActive] = useState(0);
  const move = (step: number) => () =>
    focusRow(body.current?.contains(document.activeElement) ? active + step : active);
  useShortcuts({ j: move(1), ArrowDown: move(1), k: move(-1), ArrowUp: move(-1) });
  const onKeyDown = (event: KeyboardEvent): void => {
    const target = { Home: 0, End: Infinity, PageDown: active + PAGE_ROWS, PageUp: active - PAGE_ROWS }[event.key];
    if (target === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    focusRow(target);
  };
  return { active, setActive, onKeyDown };
}

/** Returns how many lines the name of a row takes; undefined where all names take one. */
function useLinesOf({ columns, lengths }: TableRows): ((row: Row) => number) | undefined {
  const name = columns.findIndex(({ format }) => format === 'name');
  const length = useIsNarrow() ? NARROW_NAME_LINE : NAME_LINE;
  const isLong = (lengths.cells[name] ?? 0) > length;
  return useMemo(() => {
    if (!isLong) return undefined;
    return ({ cells }: Row) => Math.min(MOST_LINES, Math.max(1, Math.ceil(String(cells[name] ?? '').length / length)));
  }, [isLong, name, length]);
}

function useAgeTick(): void {
  const [, setTick] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setTick((tick) => tick + 1), AGE_TICK);
    return () => clearInterval(timer);
  }, []);
}
