import { type Table, type TableEvent, type TableState, matches, stateOf, withEvents } from '../model/table-model.js';
import type { Api } from './api.js';
import { type ApiError, type StatusParts, errorOfStatus } from './api-error.js';
import { type NextStep, WatchResumption } from './watch-resumption.js';

/** Receives the rows of a collection. */
export interface TableFollower {
  /** Called with the rows read so far, while the list is read; `isWhole` at its end, and after each change. */
  onState(state: TableState, isWhole: boolean): void;
  /** Called with every event, for the log of the watch. */
  onEvent(event: TableEvent): void;
  /** Called with the state of the connection: undefined while it is open. */
  onTrouble(error: ApiError | undefined): void;
  /** Called when there are more objects than are shown: how many, where the server says so. */
  onCut(remaining: number | undefined): void;
}

/** A collection and who follows it. */
export interface FollowedCollection {
  readonly api: Api;
  readonly path: string;
  /** The words that rows have to contain; then the whole list is read, and rows without them are left out. */
  readonly words: readonly string[];
  readonly follower: TableFollower;
  readonly signal: AbortSignal;
}

const AS_TABLE = 'application/json;as=Table;v=v1;g=meta.k8s.io';
const PAGE = '500';
/** More rows than a user reads; the filter finds what is behind them. */
const MAX_ROWS = 2000;
const GONE = 410;
/** Failures that are not tried again. */
const FINAL_CODES = [400, 401, 403, 404, 405];

/** Lists a collection as a Table and follows its changes until the signal is aborted. */
export async function followTable(collection: FollowedCollection): Promise<void> {
  const { follower, signal } = collection;
  const resumption = new WatchResumption();
  let next: NextStep = { step: 'list', waitMs: 0 };
  let state: TableState | undefined;
  while (!signal.aborted) {
    if (next.waitMs > 0) await sleep(next.waitMs, signal);
    try {
      if (next.step === 'list' || !state) state = await list(collection, resumption);
      else for await (const changed of changes(collection, { state, next, resumption })) state = changed;
      next = resumption.ended();
    } catch (error) {
      if (signal.aborted) return;
      const { code } = error as Partial<ApiError>;
      next = resumption.failed(code);
      if (code !== GONE) follower.onTrouble(error as ApiError);
      if (code !== undefined && FINAL_CODES.includes(code)) return;
    }
  }
}

async function list(collection: FollowedCollection, resumption: WatchResumption): Promise<TableState> {
  const { api, path, words, follower, signal } = collection;
  const pages: Table[] = [];
  let state = stateOf(pages);
  for (let next: string | undefined = ''; next !== undefined && state.rows.size < MAX_ROWS;) {
    const query = { limit: PAGE, includeObject: 'Metadata', continue: next };
    const page: Table = await api.json<Table>({ path, accept: AS_TABLE, query, signal });
    pages.push({ ...page, rows: (page.rows ?? []).filter((row) => matches(row, words)) });
    state = stateOf(pages);
    next = page.metadata.continue || undefined;
    follower.onCut(next === undefined ? undefined : (page.metadata.remainingItemCount ?? 0));
    if (words.length > 0) follower.onState(state, false);
  }
  resumption.reached(pages[0].metadata.resourceVersion);
  follower.onState(state, true);
  follower.onTrouble(undefined);
  return state;
}

/** Yields the state after each change of a watch, until its response ends. */
async function* changes(
  { api, path, words, follower, signal }: FollowedCollection,
  { state, next, resumption }: { state: TableState; next: NextStep; resumption: WatchResumption },
): AsyncGenerator<TableState> {
  const resourceVersion = next.step === 'watch' ? next.resourceVersion : '';
  const query = { watch: '1', allowWatchBookmarks: 'true', includeObject: 'Metadata', resourceVersion };
  let current = state;
  for await (const event of api.stream<TableEvent>({ path, accept: AS_TABLE, query, signal })) {
    if (event.type === 'ERROR') throw errorOfStatus(event.object as StatusParts);
    resumption.reached(resourceVersionOf(event));
    follower.onTrouble(undefined);
    if (event.type !== 'BOOKMARK') follower.onEvent(event);
    const changed = withEvents(current, [event], words);
    if (changed === current) continue;
    current = changed;
    follower.onState(current, true);
    yield current;
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
