import { type Row, type Table, type TableEvent, compactRow, keyOf } from '../model/table-model.js';
import type { TableRows } from '../model/table-rows.js';
import type { Api } from './api.js';
import { ApiError, type StatusParts, errorOfStatus } from './api-error.js';
import { type NextStep, WatchResumption } from './watch-resumption.js';

/** Receives the progress of a follower; the rows themselves are in its `rows`. */
export interface TableFollower {
  /** Called when rows have changed: after each page of a list, and after each change of a watch. */
  onRows(): void;
  /** Called after each page of a list, with how many objects were read, and how many there are as far as the server says so. */
  onProgress(progress: ListProgress): void;
  /** Called with every event, for the log of the watch. */
  onEvent(event: TableEvent): void;
  /** Called with the state of the connection: undefined while it is open. */
  onTrouble(trouble: FollowTrouble | undefined): void;
}

/** How far a list has been read. */
export interface ListProgress {
  readonly read: number;
  /** Undefined where the server does not say. */
  readonly total: number | undefined;
  readonly isWhole: boolean;
}

/** The reason that a collection is not followed. */
export interface FollowTrouble {
  readonly error: ApiError;
  /** True where it is tried again. */
  readonly isPassing: boolean;
}

/** A collection and who follows it. */
export interface FollowedCollection {
  readonly api: Api;
  readonly path: string;
  readonly labelSelector: string;
  readonly fieldSelector: string;
  /** False for resources that cannot be watched: they are read once. */
  readonly isWatched: boolean;
  /** Reports whether a row is kept; of a collection that is too long for the page, only rows that match. */
  readonly keeps: (row: Row) => boolean;
  readonly rows: TableRows;
  readonly follower: TableFollower;
  readonly signal: AbortSignal;
}

const AS_TABLE = 'application/json;as=Table;v=v1;g=meta.k8s.io';
const PAGE = '500';
/** More rows than this, some 100 MB in the page, are counted and not kept: a filter then reads all of them for what matches. */
export const MAX_ROWS = 200_000;
const GONE = 410;
/** Failures that are not tried again. */
const FINAL_CODES = [400, 401, 403, 404, 405];

/** Lists a collection as a Table and follows its changes until the signal is aborted. */
export async function followTable(collection: FollowedCollection): Promise<void> {
  const { follower, signal, isWatched } = collection;
  const resumption = new WatchResumption();
  let next: NextStep = { step: 'list', waitMs: 0 };
  while (!signal.aborted) {
    if (next.waitMs > 0) await sleep(next.waitMs, signal);
    try {
      if (next.step === 'list') await list(collection, resumption);
      else await watch(collection, next.resourceVersion, resumption);
      if (!isWatched) return;
      next = resumption.ended();
    } catch (fault) {
      if (signal.aborted) return;
      const error = ApiError.from(fault);
      next = resumption.failed(error.code);
      const isPassing = !FINAL_CODES.includes(error.code);
      if (error.code !== GONE) follower.onTrouble({ error, isPassing });
      if (!isPassing) return;
    }
  }
}

/** Reads all pages. Rows are shown as they come; those of a former list stay until the new one is whole. */
async function list(collection: FollowedCollection, resumption: WatchResumption): Promise<void> {
  const { rows, follower } = collection;
  const keys = new Set<string>();
  let resourceVersion: string | undefined;
  let read = 0;
  for await (const page of pages(collection)) {
    resourceVersion ??= page.metadata.resourceVersion;
    if (page.columnDefinitions?.length && read === 0) rows.columns = page.columnDefinitions;
    read += page.rows?.length ?? 0;
    keepRows(collection, page.rows ?? [], keys);
    const { remainingItemCount, continue: next } = page.metadata;
    const total = next ? remainingItemCount && read + remainingItemCount : read;
    follower.onProgress({ read, total, isWhole: !next });
    follower.onRows();
  }
  rows.retain(keys);
  resumption.reached(resourceVersion);
  follower.onRows();
  follower.onTrouble(undefined);
}

function keepRows({ rows, keeps }: FollowedCollection, page: readonly Row[], keys: Set<string>): void {
  for (const row of page.map(compactRow)) {
    if (keys.size >= MAX_ROWS || !keeps(row)) continue;
    keys.add(keyOf(row));
    rows.set(row);
  }
}

async function* pages({
  api,
  path,
  signal,
  labelSelector,
  fieldSelector,
}: FollowedCollection): AsyncGenerator<Table, void, undefined> {
  for (let next: string | undefined = ''; next !== undefined;) {
    const query = { limit: PAGE, includeObject: 'Metadata', labelSelector, fieldSelector, continue: next };
    const page: Table = await api.json<Table>({ path, accept: AS_TABLE, query, signal });
    next = page.metadata.continue || undefined;
    yield page;
  }
}

/** Applies the changes of a watch, until its response ends. */
async function watch(collection: FollowedCollection, resourceVersion: string, resumption: WatchResumption) {
  const { api, path, labelSelector, fieldSelector, follower, signal } = collection;
  const query = {
    ...{ watch: '1', allowWatchBookmarks: 'true', includeObject: 'Metadata' },
    ...{ resourceVersion, labelSelector, fieldSelector },
  };
  const onOpen = (): void => follower.onTrouble(undefined);
  for await (const event of api.stream<TableEvent>({ path, accept: AS_TABLE, query, signal, onOpen })) {
    if (event.type === 'ERROR') throw errorOfStatus(event.object as StatusParts);
    resumption.reached(resourceVersionOf(event));
    if (event.type === 'BOOKMARK') continue;
    apply(event, collection);
    follower.onEvent(event);
    follower.onRows();
  }
}

function apply({ type, object }: TableEvent, { rows, keeps }: FollowedCollection): void {
  for (const row of (object.rows ?? []).map(compactRow)) {
    const isKept = type !== 'DELETED' && keeps(row) && (rows.size < MAX_ROWS || rows.has(keyOf(row)));
    if (isKept) rows.set(row);
    else rows.delete(keyOf(row));
  }
}

function resourceVersionOf({ object }: TableEvent): string | undefined {
  return object.rows?.[0]?.object.metadata.resourceVersion ?? object.metadata?.resourceVersion;
}

function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => (clearTimeout(timer), resolve()), { once: true });
  });
}
