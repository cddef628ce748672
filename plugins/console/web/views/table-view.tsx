import { useMemo, useState } from 'preact/hooks';
import { type Resource, pathOf } from '../api/discovery.js';
import { type Order, type Row, shownRows } from '../model/table-model.js';
import { fragmentOf } from '../router.js';
import { FilterField } from '../ui/filter-field.js';
import { Empty, Failure, Loading } from '../ui/parts.js';
import { useSession } from '../ui/session.js';
import { useShortcuts } from '../ui/shortcuts.js';
import { RowsTable } from './rows-table.js';
import { type FollowedTable, useTable } from './use-table.js';
import { WatchLog } from './watch-log.js';

/** Renders a collection, live. */
export function TableView({ resource, namespace }: { readonly resource: Resource; readonly namespace: string }) {
  const { go } = useSession();
  const [text, setText] = useState('');
  const [order, setOrder] = useState<Order>({ column: undefined, isReversed: false });
  const [isLogShown, setLogShown] = useState(false);
  const path = pathOf(resource, namespace);
  const whole = useTable(path);
  // Of a list that is too long to be shown, the filter looks through all.
  const isSearched = whole.remaining !== undefined && text.trim() !== '';
  const found = useTable(isSearched ? path : undefined, text);
  const table = isSearched ? found : whole;
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
      tab: 'details',
    });
  };
  return (
    <>
      <TableHeader
        resource={resource}
        namespace={namespace}
        table={table}
        text={text}
        onText={setText}
        isLogShown={isLogShown}
        onLog={() => setLogShown(!isLogShown)}
      />
      <Content
        table={table}
        isSearched={isSearched}
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
  isSearched,
  rows,
  ...rest
}: {
  readonly table: FollowedTable;
  readonly isSearched: boolean;
  readonly rows: readonly Row[];
  readonly order: Order;
  readonly onOrder: (order: Order) => void;
  readonly onOpen: (row: Row) => void;
  readonly showsNamespace: boolean;
}) {
  if (trouble && !isReady) return <Failure error={trouble} />;
  if (!isReady && rows.length === 0) return <Loading what="objects" />;
  if (state.rows.size === 0 && !isSearched)
    return <Empty title="There are none">New ones appear here by themselves.</Empty>;
  if (rows.length === 0) return <Empty title="Nothing matches the filter">It looks at names, cells and labels.</Empty>;
  return (
    <>
      <RowsTable columns={state.columns} rows={rows} {...rest} />
      <p class="muted small" role="status">
        {countText(rows.length, state.rows.size)}
        {remaining !== undefined &&
          (isSearched ? `; ${remaining} are not searched yet` : `; ${remaining} more are not shown`)}
      </p>
    </>
  );
}

function TableHeader({
  resource,
  namespace,
  table,
  text,
  onText,
  isLogShown,
  onLog,
}: {
  readonly resource: Resource;
  readonly namespace: string;
  readonly table: FollowedTable;
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly isLogShown: boolean;
  readonly onLog: () => void;
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
      <LiveMark table={table} />
      <span class="grow" />
      <FilterField label="Filter rows" placeholder="Filter by name, cell or label" text={text} onText={onText} />
      <button type="button" aria-pressed={isLogShown} onClick={onLog}>
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

function countText(shown: number, all: number): string {
  const objects = all === 1 ? '1 object' : `${all} objects`;
  return shown === all ? objects : `${shown} of ${objects}`;
}
