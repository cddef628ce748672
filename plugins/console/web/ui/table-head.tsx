import { useLayoutEffect, useRef } from 'preact/hooks';

/**
 * Renders the head of a table whose columns have names alone. The cells below get these names, which a narrow page shows beside
 * them, and the roles that they would lose when they are stacked.
 */
export function TableHead({ names }: { readonly names: readonly string[] }) {
  const head = useRef<HTMLTableSectionElement>(null);
  useLayoutEffect(() => nameCells(head.current?.closest('table'), names));
  return (
    <thead ref={head} role="rowgroup">
      <tr role="row">
        {names.map((name) => (
          <th scope="col" role="columnheader" key={name}>
            {name}
          </th>
        ))}
      </tr>
    </thead>
  );
}

function nameCells(table: HTMLTableElement | null | undefined, names: readonly string[]): void {
  if (!table) return;
  table.setAttribute('role', 'table');
  for (const body of table.tBodies) {
    body.setAttribute('role', 'rowgroup');
    for (const row of body.rows) nameRow(row, names);
  }
}

function nameRow(row: HTMLTableRowElement, names: readonly string[]): void {
  row.setAttribute('role', 'row');
  for (const [index, cell] of [...row.cells].entries()) {
    cell.setAttribute('role', 'cell');
    cell.dataset.title = names[index] ?? '';
  }
}
