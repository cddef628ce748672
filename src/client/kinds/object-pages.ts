import type { ApiObject } from '../../apimachinery/index.js';
import { OutboundError } from '../../outbound/index.js';
import type { Requests } from '../requests/requests.js';
import { type ListOptions, readQuery } from './operation-options.js';

/**
 * Objects of one state of the store.
 *
 * @public
 * @example
 * const namesOf = ({ items }: ObjectPage<Berth>) => items.map(({ metadata }) => metadata.name);
 */
export interface ObjectPage<T extends ApiObject = ApiObject> {
  readonly items: readonly T[];
  /** The state of the store: a watch from here misses nothing. */
  readonly resourceVersion: string;
  /** How many objects come after those, where the server knows. */
  readonly remaining?: number;
}

/** Objects in one page: what one response may hold in memory (upstream: pager.defaultPageSize). */
export const PAGE_SIZE = 500;

/** Pages at most: a server that never ends its list is not followed for ever. */
const MOST_PAGES = 100_000;

interface ListBody {
  readonly apiVersion?: string;
  readonly kind?: string;
  readonly items?: unknown;
  readonly metadata?: { resourceVersion?: string; continue?: string; remainingItemCount?: number };
}

/** The collection that is listed, and how its objects are marked. */
export interface ListedCollection {
  readonly path: string;
  readonly apiVersion: string;
  readonly kind: string;
}

/** Reads a list page by page, following `continue`. Items carry apiVersion and kind, which lists leave out. */
export async function* pagesOf<T extends ApiObject>(
  requests: Requests,
  { path, apiVersion, kind }: ListedCollection,
  options: ListOptions,
): AsyncGenerator<ObjectPage<T>> {
  const first = readQuery({ limit: PAGE_SIZE, ...options });
  const next = readQuery({
    ...options,
    resourceVersion: undefined,
    resourceVersionMatch: undefined,
    limit: options.limit ?? PAGE_SIZE,
  });
  let token = '';
  for (let count = 0; count < MOST_PAGES; count++) {
    const query = token === '' ? first : { ...next, continue: token };
    const body = (await requests.call({ method: 'GET', path, query }, options)) as ListBody;
    const { resourceVersion = '', continue: more = '', remainingItemCount } = body.metadata ?? {};
    const items = itemsOf(body).map((item) => ({ apiVersion, kind, ...item }) as T);
    yield { items, resourceVersion, ...(remainingItemCount !== undefined && { remaining: remainingItemCount }) };
    if (more === '') return;
    token = more;
  }
  throw new OutboundError('malformed', 'the list has no end');
}

function itemsOf({ items }: ListBody): object[] {
  if (items === null || items === undefined) return [];
  if (Array.isArray(items) && items.every(isObject)) return items;
  throw new OutboundError('malformed', 'the answer is no list of objects');
}

/** Reports whether a value can be taken for an API object. */
export function isObject(value: unknown): value is ApiObject {
  const metadata = (value as Partial<ApiObject> | null | undefined)?.metadata;
  return typeof metadata === 'object' && (metadata as unknown) !== null;
}
