import { useEffect, useRef, useState } from 'preact/hooks';
import type { Column, Order, Row } from '../model/table-model.js';
import { ageOf } from '../ui/age.js';
import { useShortcuts } from '../ui/shortcuts.js';

/** Rows that are drawn; more are drawn when the end comes into view. */
const PAGE = 100;
const AGE_TICK = 10_000;

/** Renders a Table as the server made its columns; rows are reached by keys. */
export function RowsTable({
  columns,
  rows,
  order,
  onOrder,
  onOpen,
  showsNamespace,
}: {
  readonly columns: readonly Column[];
  readonly rows: readonly Row[];
  readonly order: Order;
  readonly onOrder: (order: Order) => void;
  readonly onOpen: (row: Row) => void;
  readonly showsNamespace: boolean;
}) {
  const body = useRef<HTMLTableSectionElement>(null);
  const { shown, end } = useGrowing(rows);
  useAgeTick();
  useRowKeys(body);
  const visible = columns.map((column, index) => ({ column, index })).filter(({ column }) => !column.priority);
  return (
    <div class="table-scroll">
      <table>
        <thead>
          <tr>
            {showsNamespace && <th scope="col">Namespace</th>}
            {visible.map(({ column, index }) => (
              <ColumnHead key={column.name} column={column} index={index} order={order} onOrder={onOrder} />
            ))}
          </tr>
        </thead>
        <tbody ref={body}>
          {shown.map((row) => (
            <BodyRow
              key={row.object.metadata.uid ?? row.object.metadata.name}
              row={row}
              columns={visible}
              onOpen={onOpen}
              showsNamespace={showsNamespace}
            />
          ))}
        </tbody>
      </table>
      <div ref={end} />
    </div>
  );
}

/** A column with its place in the cells of a row. */
interface VisibleColumn {
  readonly column: Column;
  readonly index: number;
}

function BodyRow({
  row,
  columns,
  onOpen,
  showsNamespace,
}: {
  readonly row: Row;
  readonly columns: readonly VisibleColumn[];
  readonly onOpen: (row: Row) => void;
  readonly showsNamespace: boolean;
}) {
  return (
    <tr tabIndex={0} onClick={() => onOpen(row)} onKeyDown={(event) => event.key === 'Enter' && onOpen(row)}>
      {showsNamespace && <td class="muted">{row.object.metadata.namespace}</td>}
      {columns.map(({ column, index }) => (
        <td key={column.name} class={cellClass(column, row.cells[index])}>
          {cellText(column, row, index)}
        </td>
      ))}
    </tr>
  );
}

function ColumnHead({
  column,
  index,
  order,
  onOrder,
}: {
  readonly column: Column;
  readonly index: number;
  readonly order: Order;
  readonly onOrder: (order: Order) => void;
}) {
  const isChosen = order.column === index;
  const direction = order.isReversed ? 'descending' : 'ascending';
  return (
    <th
      scope="col"
      class={isNumber(column) ? 'number' : ''}
      aria-sort={isChosen ? direction : 'none'}
      title={column.description}
    >
      <button type="button" onClick={() => onOrder({ column: index, isReversed: isChosen && !order.isReversed })}>
        {column.name}
        <span aria-hidden="true">{isChosen ? (order.isReversed ? ' ↓' : ' ↑') : ''}</span>
      </button>
    </th>
  );
}

/** Moves the focus from row to row. */
function useRowKeys(body: { readonly current: HTMLTableSectionElement | null }): void {
  const move = (step: number): void => {
    const all = [...(body.current?.querySelectorAll('tr') ?? [])];
    const at = all.indexOf(document.activeElement as HTMLTableRowElement);
    all[Math.max(0, Math.min(all.length - 1, at < 0 ? 0 : at + step))]?.focus();
  };
  const [next, previous] = [() => move(1), () => move(-1)];
  useShortcuts({ j: next, ArrowDown: next, k: previous, ArrowUp: previous });
}

function useGrowing(rows: readonly Row[]) {
  const [count, setCount] = useState(PAGE);
  const end = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) setCount((value) => value + PAGE);
    });
    if (end.current) observer.observe(end.current);
    return () => observer.disconnect();
  }, [count < rows.length]);
  return { shown: rows.slice(0, count), end };
}

function useAgeTick(): void {
  const [, setTick] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setTick((tick) => tick + 1), AGE_TICK);
    return () => clearInterval(timer);
  }, []);
}

function isNumber({ type }: Column): boolean {
  return type === 'integer' || type === 'number';
}

const GOOD = new Set([
  'Running',
  'Active',
  'Bound',
  'Ready',
  'True',
  'Available',
  'Complete',
  'Completed',
  'Succeeded',
]);
const BAD = /^(Failed|Error|CrashLoopBackOff|ImagePullBackOff|Terminating|NotReady|Evicted|Lost|False)$/;

function cellClass(column: Column, cell: unknown): string {
  if (isNumber(column)) return 'number';
  if (column.format === 'name') return 'name';
  if (column.name !== 'Status' && column.name !== 'Phase') return '';
  if (GOOD.has(String(cell))) return 'state good';
  return BAD.test(String(cell)) ? 'state bad' : 'state';
}

function cellText(column: Column, row: Row, index: number): string {
  if (column.name === 'Age') return ageOf(row.object.metadata.creationTimestamp);
  const cell = row.cells[index];
  return cell === null || cell === undefined ? '' : String(cell);
}
