import { useMemo, useState } from 'preact/hooks';
import { type Resource, pathOf } from '../api/discovery.js';
import { type Order, type Row, shownRows } from '../model/table-model.js';
import { fragmentOf } from '../router.js';
import { Empty, Failure, Loading } from '../ui/parts.js';
import { useSession } from '../ui/session.js';
import { useShortcuts } from '../ui/shortcuts.js';
import { RowsTable } from './rows-table.js';
import { type FollowedTable, useTable } from './use-table.js';
import { WatchLog } from './watch-log.js';

/** A collection, live. */
export function TableView({ resource, namespace }: { readonly resource: Resource; readonly namespace: string }) {
  const { go } = useSession();
  const [text, setText] = useState('');
  const [order, setOrder] = useState<Order>({ column: undefined, isReversed: false });
  const [isLogShown, setLogShown] = useState(false);
  const table = useTable(pathOf(resource, namespace));
  const rows = useMemo(() => shownRows(table.state, text, order), [table.state, text, order]);
  useShortcuts({ w: () => setLogShown(!isLogShown) });
  const open = ({ object: { metadata } }: Row): void => {
    const { group, resource: plural } = resource;
    go({
      view: 'object',
      group,
      resource: plural,
      namespace: metadata.namespace ?? '',
      name: metadata.name,
      tab: 'yaml',
    });
  };
  return (
    <>
      <header class="view-head">
        <h1>
          {resource.resource}{' '}
          <span class="muted">
            {resource.group || 'core'}/{resource.version}
          </span>
        </h1>
        <LiveMark table={table} />
        <span class="grow" />
        <input
          type="search"
          class="filter"
          placeholder="Filter by name, cell or label"
          aria-label="Filter rows"
          value={text}
          onInput={(event) => setText(event.currentTarget.value)}
          onKeyDown={(event) => leaveField(event)}
        />
        <button type="button" aria-pressed={isLogShown} onClick={() => setLogShown(!isLogShown)}>
          Watch log
        </button>
        <a class="button" href={fragmentOf({ view: 'explain', ...resource })}>
          Explain
        </a>
        {resource.verbs.has('create') && (
          <button type="button" onClick={() => go({ view: 'object', ...resource, namespace, name: '+', tab: 'new' })}>
            New
          </button>
        )}
      </header>
      <Content
        table={table}
        rows={rows}
        order={order}
        onOrder={setOrder}
        onOpen={open}
        showsNamespace={resource.isNamespaced && namespace === ''}
      />
      {isLogShown && <WatchLog log={table.log} />}
    </>
  );
}

function Content({
  table: { state, isReady, trouble, remaining },
  rows,
  ...rest
}: {
  readonly table: FollowedTable;
  readonly rows: readonly Row[];
  readonly order: Order;
  readonly onOrder: (order: Order) => void;
  readonly onOpen: (row: Row) => void;
  readonly showsNamespace: boolean;
}) {
  if (trouble && !isReady) return <Failure error={trouble} />;
  if (!isReady) return <Loading what="objects" />;
  if (state.rows.size === 0) return <Empty title="There are none">New ones appear here by themselves.</Empty>;
  if (rows.length === 0) return <Empty title="Nothing matches the filter">It looks at names, cells and labels.</Empty>;
  return (
    <>
      <RowsTable columns={state.columns} rows={rows} {...rest} />
      <p class="muted small" role="status">
        {rows.length === state.rows.size ? `${rows.length} objects` : `${rows.length} of ${state.rows.size} objects`}
        {remaining !== undefined && `; ${remaining} more are not shown`}
      </p>
    </>
  );
}

function LiveMark({ table: { isReady, trouble } }: { readonly table: FollowedTable }) {
  if (trouble)
    return (
      <span class="live bad" title={trouble.message}>
        interrupted
      </span>
    );
  return isReady ? <span class="live good">live</span> : null;
}

function leaveField(event: KeyboardEvent): void {
  if (event.key !== 'Escape' && event.key !== 'Enter') return;
  (event.currentTarget as HTMLElement).blur();
  document.querySelector<HTMLElement>('tbody tr')?.focus();
}
