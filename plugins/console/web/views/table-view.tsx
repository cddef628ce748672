import { useState } from 'preact/hooks';
import { MAX_ROWS } from '../api/follow-table.js';
import type { Resource } from '../api/discovery.js';
import { parseFilter } from '../model/table-filter.js';
import { type Order, type Row, isShownOnDemand } from '../model/table-model.js';
import type { Route } from '../router.js';
import { Empty, Failure, Loading } from '../ui/parts.js';
import { useSession } from '../ui/session.js';
import { useShortcuts } from '../ui/shortcuts.js';
import { BulkBar } from './bulk/bulk-bar.js';
import { type RowSelection, useSelection } from './bulk/use-selection.js';
import { useAllowed } from './actions/use-allowed.js';
import { RowsTable } from './rows-table.js';
import { TableHeader } from './table-header.js';
import { type FollowedPlace, type FollowedTable, useTable } from './use-table.js';
import type { TableParts } from './table-parts.js';
import { WatchLog } from './watch-log.js';

/** Renders a collection, live. */
export function TableView({ resource, namespace }: { readonly resource: Resource; readonly namespace: string }) {
  const [text, setText] = useState('');
  const [order, setOrder] = useState<Order>({ column: undefined, isReversed: false });
  const [parts, setParts] = useState<TableParts>({ isLogShown: false, areLabelsShown: false, isWide: false });
  const [round, setRound] = useState(0);
  const { table, filter } = useFiltered({ resource, namespace, round }, text);
  const rows = table.rows.shown(filter.text, order);
  const selection = useDeletion(resource, namespace);
  useShortcuts({
    w: () => setParts({ ...parts, isLogShown: !parts.isLogShown }),
    l: () => setParts({ ...parts, areLabelsShown: !parts.areLabelsShown }),
  });
  return (
    <div class="collection">
      <TableHeader
        {...{ resource, namespace, table, text, parts }}
        onText={setText}
        onParts={setParts}
        onReadAgain={() => setRound(round + 1)}
        hasMoreColumns={table.rows.columns.some(isShownOnDemand)}
      />
      <CountLine table={table} shown={rows.length} isFiltered={text.trim() !== ''} />
      {selection && <BulkBar resource={resource} selection={selection} />}
      <Content
        {...{ table, rows, order, parts, resource, selection }}
        isFiltered={text.trim() !== ''}
        onOrder={setOrder}
        showsNamespace={resource.isNamespaced && namespace === ''}
      />
      {parts.isLogShown && <WatchLog log={table.log} />}
    </div>
  );
}

/** The selection of rows to be deleted; undefined where the user is not allowed to delete. */
function useDeletion({ group, resource, verbs }: Resource, namespace: string): RowSelection | undefined {
  const selection = useSelection();
  const attributes = { verb: 'delete', group, resource, subresource: '', namespace, name: '' };
  const allowed = useAllowed(verbs.has('delete') ? [{ title: 'delete', attributes: [attributes] }] : []);
  return allowed.has('delete') ? selection : undefined;
}

/** The rows of a collection; where it is too long for the page, those that the filter finds when it reads all of them. */
function useFiltered(collection: Pick<FollowedPlace, 'resource' | 'namespace' | 'round'>, text: string) {
  const filter = parseFilter(text);
  const place = { ...collection, filter };
  const whole = useTable({ ...place, isSearch: false });
  const isSearched = filter.text !== '' && hasMore(whole);
  const found = useTable(isSearched ? { ...place, isSearch: true } : undefined);
  return { filter, table: isSearched ? found : whole };
}

function Content({
  table: { rows: all, isReady, trouble },
  rows,
  order,
  parts,
  resource,
  isFiltered,
  onOrder,
  showsNamespace,
  selection,
}: {
  readonly table: FollowedTable;
  readonly rows: readonly Row[];
  readonly order: Order;
  readonly parts: TableParts;
  readonly resource: Resource;
  readonly isFiltered: boolean;
  readonly onOrder: (order: Order) => void;
  readonly showsNamespace: boolean;
  readonly selection: RowSelection | undefined;
}) {
  const { go } = useSession();
  if (trouble && !trouble.isPassing && !isReady) return <Failure error={trouble.error} />;
  if (trouble && !isReady && all.size === 0) return <Failure error={trouble.error} />;
  if (!isReady && rows.length === 0) return <Loading what="objects" />;
  if (rows.length === 0 && isFiltered)
    return <Empty title="Nothing matches the filter">All objects were looked at: names, cells and labels.</Empty>;
  if (rows.length === 0) return <Empty title="There are none">New ones appear here.</Empty>;
  const { group, resource: plural } = resource;
  const routeOf = ({ object: { metadata } }: Row): Route => {
    const { namespace = '', name } = metadata;
    return { view: 'object', group, resource: plural, namespace, name, tab: 'details' };
  };
  return (
    <RowsTable
      {...{ all, rows, order, onOrder, routeOf, selection }}
      onOpen={(row) => go(routeOf(row))}
      choice={{ showsNamespace, showsLabels: parts.areLabelsShown, isWide: parts.isWide }}
      title={resource.resource}
    />
  );
}

/** Says how many objects there are, how many of them are shown, and how far they have been read. */
function CountLine({
  table,
  shown,
  isFiltered,
}: {
  readonly table: FollowedTable;
  readonly shown: number;
  readonly isFiltered: boolean;
}) {
  const { rows, progress, isReady } = table;
  if (!isReady && progress.read === 0) return null;
  const count = (value: number): string => value.toLocaleString('en');
  const total = hasMore(table) ? progress.read : rows.size;
  const objects = `${count(total)} ${total === 1 ? 'object' : 'objects'}`;
  return (
    <div class="count-line">
      <p class="muted small" role="status">
        {isReady && (isFiltered && shown !== total ? `${count(shown)} of ${objects}` : objects)}
        {!isReady &&
          `Read ${count(progress.read)}${progress.total === undefined ? '' : ` of ${count(progress.total)}`} …`}
        {isReady && hasMore(table) && ` The page keeps ${count(MAX_ROWS)}; a filter looks through all.`}
      </p>
      {!isReady && <progress aria-label="Objects read" value={progress.read} max={progress.total} />}
    </div>
  );
}

/** Reports whether there are objects that the page does not keep. */
function hasMore({ progress }: FollowedTable): boolean {
  return progress.read > MAX_ROWS;
}
