import type { Resource } from '../api/discovery.js';
import { fragmentOf } from '../router.js';
import { FilterField } from '../ui/filter-field.js';
import { useSession } from '../ui/session.js';
import type { TableParts } from './table-parts.js';
import type { FollowedTable } from './use-table.js';

const FILTER_EXAMPLE = 'Filter, or label:app=web';
const FILTER_HELP = 'Words of names, cells and labels; label:app=web and field:metadata.name=x ask the server';

/** Renders the head of a collection: its name, whether it is live, and what can be done with it. */
export function TableHeader({
  resource,
  namespace,
  table,
  text,
  parts,
  hasMoreColumns,
  onText,
  onParts,
  onReadAgain,
}: {
  readonly resource: Resource;
  readonly namespace: string;
  readonly table: FollowedTable;
  readonly text: string;
  readonly parts: TableParts;
  readonly hasMoreColumns: boolean;
  readonly onText: (text: string) => void;
  readonly onParts: (parts: TableParts) => void;
  readonly onReadAgain: () => void;
}) {
  const { go } = useSession();
  return (
    <header class="view-head">
      <h1>
        {resource.resource}{' '}
        <span class="muted">
          {resource.group || 'core'}/{resource.version}
        </span>
      </h1>
      <LiveMark table={table} isWatched={resource.verbs.has('watch')} onReadAgain={onReadAgain} />
      <span class="grow" />
      <FilterField label="Filter rows" placeholder={FILTER_EXAMPLE} title={FILTER_HELP} {...{ text, onText }} />
      <PartButtons parts={parts} hasMoreColumns={hasMoreColumns} onParts={onParts} />
      <a class="button" href={fragmentOf({ view: 'explain', ...resource })}>
        Explain
      </a>
      {resource.verbs.has('create') && (
        <button type="button" onClick={() => go({ view: 'object', ...resource, namespace, name: '+', tab: 'new' })}>
          New
        </button>
      )}
    </header>
  );
}

/** Shows and hides parts of the table. */
function PartButtons({
  parts,
  hasMoreColumns,
  onParts,
}: {
  readonly parts: TableParts;
  readonly hasMoreColumns: boolean;
  readonly onParts: (parts: TableParts) => void;
}) {
  const toggle = (part: keyof TableParts) => ({
    type: 'button' as const,
    'aria-pressed': parts[part],
    onClick: () => onParts({ ...parts, [part]: !parts[part] }),
  });
  return (
    <>
      <button {...toggle('areLabelsShown')}>Labels</button>
      {hasMoreColumns && <button {...toggle('isWide')}>More columns</button>}
      <button {...toggle('isLogShown')}>Watch log</button>
    </>
  );
}

/** Renders whether the rows follow the server: a connection that is tried again is interrupted, others are not live. */
function LiveMark({
  table: { isReady, trouble, readAt },
  isWatched,
  onReadAgain,
}: {
  readonly table: FollowedTable;
  readonly isWatched: boolean;
  readonly onReadAgain: () => void;
}) {
  const readTime = readAt ? `, read at ${readAt.toLocaleTimeString()}` : '';
  if (trouble?.isPassing)
    return (
      <span class="live bad" role="status" title={trouble.error.message}>
        interrupted{readTime}
      </span>
    );
  if (!isReady) return null;
  if (isWatched && !trouble) return <span class="live good">live</span>;
  const why = trouble ? trouble.error.message : 'The server has no watch of this resource.';
  return (
    <>
      <span class="live" role="status" title={why}>
        not live{readTime}
      </span>
      <button type="button" onClick={onReadAgain}>
        Read again
      </button>
    </>
  );
}
