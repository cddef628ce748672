import { type Table, type TableEvent, type TableState, stateOf, withEvents } from '../model/table-model.js';
import type { Api } from './api.js';
import { type ApiError, errorOfStatus, type StatusParts } from './api-error.js';
import { type NextStep, WatchResumption } from './watch-resumption.js';

/** Receives the rows of a collection. */
export interface TableFollower {
  onState(state: TableState): void;
  /** Every event, for the log of the watch. */
  onEvent(event: TableEvent): void;
  /** The state of the connection: undefined while it lives. */
  onTrouble(error: ApiError | undefined): void;
  /** More objects than are shown: how many, where the server says so. */
  onCut(remaining: number | undefined): void;
}

const AS_TABLE = 'application/json;as=Table;v=v1;g=meta.k8s.io';
const PAGE = '500';
/** More rows than anybody reads; the filters of the API find what is behind them. */
const MAX_PAGES = 4;
/** Failures that no repetition mends. */
const FINAL_CODES = [400, 401, 403, 404, 405];

/** Lists a collection as a Table and follows its changes until the signal is aborted. */
export async function followTable(api: Api, path: string, follower: TableFollower, signal: AbortSignal): Promise<void> {
  const resumption = new WatchResumption();
  let next: NextStep = { step: 'list', waitMs: 0 };
  let state: TableState | undefined;
  while (!signal.aborted) {
    if (next.waitMs > 0) await sleep(next.waitMs, signal);
    try {
      if (next.step === 'list' || !state) {
        const listed = await list(api, path, follower, signal);
        state = listed.state;
        resumption.reached(listed.resourceVersion);
        follower.onState(state);
        follower.onTrouble(undefined);
        next = resumption.ended();
        continue;
      }
      for await (const event of watch(api, path, next.resourceVersion, signal)) {
        if (event.type === 'ERROR') throw errorOfStatus(event.object as StatusParts);
        resumption.reached(placeOf(event));
        follower.onTrouble(undefined);
        if (event.type !== 'BOOKMARK') follower.onEvent(event);
        const changed = withEvents(state, [event]);
        if (changed !== state) follower.onState((state = changed));
      }
      next = resumption.ended();
    } catch (error) {
      if (signal.aborted) return;
      const code = (error as Partial<ApiError>).code;
      next = resumption.failed(code);
      if (code !== 410) follower.onTrouble(error as ApiError);
      if (code !== undefined && FINAL_CODES.includes(code)) return;
    }
  }
}

async function list(api: Api, path: string, follower: TableFollower, signal: AbortSignal) {
  const pages: Table[] = [];
  for (let next: string | undefined = ''; next !== undefined && pages.length < MAX_PAGES;) {
    const query = { limit: PAGE, includeObject: 'Metadata', continue: next };
    const page: Table = await api.json<Table>({ path, accept: AS_TABLE, query, signal });
    pages.push(page);
    next = page.metadata.continue || undefined;
    follower.onCut(next === undefined ? undefined : (page.metadata.remainingItemCount ?? 0));
  }
  return { state: stateOf(pages), resourceVersion: pages[0].metadata.resourceVersion };
}

function watch(api: Api, path: string, resourceVersion: string, signal: AbortSignal): AsyncGenerator<TableEvent> {
  const query = { watch: '1', allowWatchBookmarks: 'true', includeObject: 'Metadata', resourceVersion };
  return api.stream<TableEvent>({ path, accept: AS_TABLE, query, signal });
}

function placeOf({ object }: TableEvent): string | undefined {
  return object.rows?.[0]?.object.metadata.resourceVersion ?? object.metadata?.resourceVersion;
}

function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => (clearTimeout(timer), resolve()), { once: true });
  });
}
