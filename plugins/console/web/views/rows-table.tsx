import { useEffect, useRef, useState } from 'preact/hooks';
import { type Order, type Row, keyOf } from '../model/table-model.js';
import type { TableRows } from '../model/table-rows.js';
import { type Route, fragmentOf } from '../router.js';
import { useShortcuts } from '../ui/shortcuts.js';
import { ColumnHead, SortBy } from './column-head.js';
import { type ColumnChoice, NAME_LINE, type ShownColumn, cellClass, columnsOf } from './table-columns.js';
import { useRowWindow } from './use-row-window.js';

const AGE_TICK = 10_000;
/** Lines that a name is shown on at most; the longest are 253 characters. */
const MOST_LINES = 4;

/** Renders a Table as the server made its columns; rows are reached by keys, and are in the page while they are in view. */
export function RowsTable({
  all,
  rows,
  order,
  onOrder,
  routeOf,
  onOpen,
  choice,
  title,
}: {
  readonly all: TableRows;
  readonly rows: readonly Row[];
  readonly order: Order;
  readonly onOrder: (order: Order) => void;
  readonly routeOf: (row: Row) => Route;
  readonly onOpen: (row: Row) => void;
  readonly choice: ColumnChoice;
  readonly title: string;
}) {
  const body = useRef<HTMLTableSectionElement>(null);
  const { window, focusRow } = useRowWindow(body, rows.length);
  const { active, setActive } = useRowKeys(body, focusRow);
  useAgeTick();
  const columns = columnsOf(all, choice);
  const { first, end, height } = window;
  const width = columns.reduce((sum, column) => sum + column.width, 0);
  const tabStop = active >= first && active < end ? active : first;
  return (
    <>
      <SortBy columns={columns} order={order} onOrder={onOrder} />
      <div class="table-scroll rows">
        <table
          role="table"
          class={`virtual lines-${linesOf(all)}`}
          style={{ minWidth: `${width}px` }}
          aria-label={title}
          aria-rowcount={rows.length + 1}
        >
          <colgroup>
            {columns.map((column) => (
              <col key={column.id} style={{ width: `${column.width}px` }} />
            ))}
          </colgroup>
          <thead role="rowgroup">
            <tr role="row" aria-rowindex={1}>
              {columns.map((column) => (
                <ColumnHead key={column.id} column={column} order={order} onOrder={onOrder} />
              ))}
            </tr>
          </thead>
          <tbody role="rowgroup" ref={body}>
            <Space rows={first} height={height} columns={columns.length} />
            {rows.slice(first, end).map((row, offset) => (
              <BodyRow
                key={keyOf(row)}
                row={row}
                index={first + offset}
                isTabStop={first + offset === tabStop}
                columns={columns}
                href={fragmentOf(routeOf(row))}
                onOpen={onOpen}
                onActive={setActive}
              />
            ))}
            <Space rows={rows.length - end} height={height} columns={columns.length} />
          </tbody>
        </table>
      </div>
    </>
  );
}

/** The place of rows that are not in the page. */
function Space({
  rows,
  height,
  columns,
}: {
  readonly rows: number;
  readonly height: number;
  readonly columns: number;
}) {
  if (rows <= 0) return null;
  return (
    <tr class="space" aria-hidden="true">
      <td colSpan={columns} style={{ height: `${rows * height}px` }} />
    </tr>
  );
}

function BodyRow({
  row,
  index,
  isTabStop,
  columns,
  href,
  onOpen,
  onActive,
}: {
  readonly row: Row;
  readonly index: number;
  readonly isTabStop: boolean;
  readonly columns: readonly ShownColumn[];
  readonly href: string;
  readonly onOpen: (row: Row) => void;
  readonly onActive: (index: number) => void;
}) {
  const open = (event: MouseEvent): void => {
    // The link opens itself, in another tab where the user wants that; text that is selected is not a click.
    if ((event.target as HTMLElement).closest('a') || getSelection()?.type === 'Range') return;
    onOpen(row);
  };
  return (
    <tr
      role="row"
      aria-rowindex={index + 2}
      data-index={index}
      tabIndex={isTabStop ? 0 : -1}
      onClick={open}
      onFocus={() => onActive(index)}
      onKeyDown={(event) => event.key === 'Enter' && event.target === event.currentTarget && onOpen(row)}
    >
      {columns.map((column) => {
        const text = column.textOf(row);
        const content =
          column.kind === 'name' ? (
            <a href={href} tabIndex={-1}>
              {text}
            </a>
          ) : (
            text
          );
        return (
          <td key={column.id} role="cell" class={cellClass(column, text)} data-title={column.title} title={text}>
            {content}
          </td>
        );
      })}
    </tr>
  );
}

/** Moves the focus from row to row. */
function useRowKeys(body: { readonly current: HTMLTableSectionElement | null }, focusRow: (index: number) => void) {
  const [active, setActive] = useState(0);
  const isInside = (): boolean => !!body.current?.contains(document.activeElement);
  const move = (step: number) => () => focusRow(isInside() ? active + step : active);
  const page = Math.max(1, Math.floor(innerHeight / 50));
  const inside = (action: () => void) => (isInside() ? action : undefined);
  useShortcuts({
    ...{ j: move(1), ArrowDown: move(1), k: move(-1), ArrowUp: move(-1) },
    ...{ PageDown: inside(move(page)), PageUp: inside(move(-page)) },
    ...{ Home: inside(() => focusRow(0)), End: inside(() => focusRow(Infinity)) },
  });
  return { active, setActive };
}

function linesOf({ columns, lengths }: TableRows): number {
  const name = columns.findIndex(({ format }) => format === 'name');
  return Math.min(MOST_LINES, Math.max(1, Math.ceil((lengths.cells[name] ?? 0) / NAME_LINE)));
}

function useAgeTick(): void {
  const [, setTick] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setTick((tick) => tick + 1), AGE_TICK);
    return () => clearInterval(timer);
  }, []);
}
