import type { Row } from '../../model/table-model.js';
import type { RowSelection } from './use-selection.js';

/** Renders the cell that selects a row; its row is reached by keys, and `x` does the same. */
export function SelectCell({ row, selection }: { readonly row: Row; readonly selection: RowSelection }) {
  return (
    <td role="cell" class="select">
      <input
        type="checkbox"
        tabIndex={-1}
        aria-label={`Select ${row.object.metadata.name}`}
        checked={selection.has(row)}
        onChange={() => selection.toggle(row)}
      />
    </td>
  );
}

/** Renders the cell in the head that selects all rows that the filter leaves, as far as so many can be selected. */
export function SelectAllCell({
  rows,
  selection,
}: {
  readonly rows: readonly Row[];
  readonly selection: RowSelection;
}) {
  const isAll = selection.rows.length > 0 && selection.rows.length >= rows.length;
  return (
    <th scope="col" role="columnheader" class="select">
      <input
        type="checkbox"
        aria-label="Select all rows"
        checked={isAll}
        disabled={rows.length === 0}
        onChange={() => selection.toggleAll(rows)}
      />
    </th>
  );
}
