import type { Order, OrderColumn } from '../model/table-model.js';
import type { ShownColumn } from './table-columns.js';

/** Renders the head of a column, which orders the rows by it. */
export function ColumnHead({
  column: { id, title, kind, description },
  order,
  onOrder,
}: {
  readonly column: ShownColumn;
  readonly order: Order;
  readonly onOrder: (order: Order) => void;
}) {
  const isChosen = order.column === id;
  const direction = order.isReversed ? 'descending' : 'ascending';
  return (
    <th
      scope="col"
      role="columnheader"
      class={kind === 'number' ? 'number' : ''}
      aria-sort={isChosen ? direction : 'none'}
      title={description}
    >
      <button type="button" onClick={() => onOrder({ column: id, isReversed: isChosen && !order.isReversed })}>
        {title}
        <span aria-hidden="true">{isChosen ? (order.isReversed ? ' ↓' : ' ↑') : ''}</span>
      </button>
    </th>
  );
}

/** Renders the choice of an order where rows are stacked and have no head. */
export function SortBy({
  columns,
  order,
  onOrder,
}: {
  readonly columns: readonly ShownColumn[];
  readonly order: Order;
  readonly onOrder: (order: Order) => void;
}) {
  const choose = (value: string): void => {
    const column: OrderColumn | undefined = columns.find(({ id }) => String(id) === value)?.id;
    onOrder({ column, isReversed: false });
  };
  return (
    <div class="sort-by">
      <label>
        Sort by{' '}
        <select value={String(order.column ?? '')} onChange={(event) => choose(event.currentTarget.value)}>
          <option value="">Place</option>
          {columns.map(({ id, title }) => (
            <option key={id} value={String(id)}>
              {title}
            </option>
          ))}
        </select>
      </label>
      <button
        type="button"
        aria-pressed={order.isReversed}
        onClick={() => onOrder({ ...order, isReversed: !order.isReversed })}
      >
        Reverse
      </button>
    </div>
  );
}
