import { useState } from 'preact/hooks';
import type { Resource } from '../../api/discovery.js';
import { lazily } from '../../ui/lazily.js';
import { MOST_SELECTED, type RowSelection } from './use-selection.js';

const BulkDeleteDialog = lazily(async () => (await import('./bulk-delete-dialog.js')).BulkDeleteDialog);

/** Renders what can be done with the selected rows. */
export function BulkBar({ resource, selection }: { readonly resource: Resource; readonly selection: RowSelection }) {
  const [isDeleting, setDeleting] = useState(false);
  const { rows, clear } = selection;
  if (rows.length === 0) return null;
  const close = (hasDeleted: boolean): void => {
    setDeleting(false);
    if (hasDeleted) clear();
  };
  return (
    <div class="bar bulk" role="group" aria-label="Selected rows">
      <span role="status">
        {rows.length} selected{rows.length === MOST_SELECTED && ', which is the most'}
      </span>
      <button type="button" class="danger" onClick={() => setDeleting(true)}>
        Delete selected
      </button>
      <button type="button" onClick={clear}>
        Clear the selection
      </button>
      {isDeleting && <BulkDeleteDialog resource={resource} rows={rows} onClose={close} />}
    </div>
  );
}
