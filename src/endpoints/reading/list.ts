import {
  type FieldSelector,
  type LabelOperator,
  StatusError,
  badRequest,
  expired,
  failure,
  goQuote,
  isWithin,
  storageReadError,
} from '../../apimachinery/index.js';
import type { StoredResource } from '../../plugin-host/index.js';
import type { ListedObject } from '../../request/index.js';
import { fromStorageError, tooLargeResourceVersion } from '../../registry/index.js';
import {
  type CacheEntry,
  type CacheList,
  type CacheListOptions,
  type Narrowing,
  isStorageError,
} from '../../storage/index.js';
import type { ListPage } from '../answers/list-page.js';
import { decodeContinueToken, encodeContinueToken, keyAfter } from './continue-token.js';
import { type ListOptionsQuery } from './list-options.js';
import { parseResourceVersion, waitToList } from './resource-version.js';

/** The listed collection: the objects of a resource below a prefix of their keys. */
interface Collection {
  readonly resource: StoredResource;
  readonly prefix: string;
  /** True if keys are the prefix and a name. */
  readonly isFlat: boolean;
}

const STORE_WORDS = { since: '1.33' };

/** Reads one page of a collection as the options ask for it. */
export async function listPage(
  resource: StoredResource,
  namespace: string,
  options: ListOptionsQuery,
): Promise<ListPage> {
  checkKey(resource, namespace);
  const isFlat = namespace !== '' || !resource.kind.isNamespaced;
  const collection = { resource, prefix: resource.store.kind.keyOf(namespace), isFlat };
  if (options.continueToken !== '') return continuePage(collection, options);
  const place = searchRangeOf(collection, options);
  const isExact = isExactList(options, place.onlyKey !== undefined);
  // The reference reads such lists from its store, also those by a name; since 1.33 all complain as that does.
  const isFromStore = isExactList(options, false) || isWithin(STORE_WORDS, resource.kind.release);
  const requested = parseResourceVersion(options.resourceVersion, isFromStore ? 'invalid resource version: ' : '');
  await waitToList(resource, options.resourceVersion === '' ? undefined : requested, options.resourceVersion);
  const revision = isExact ? requested : undefined;
  if (revision) await reachBack(resource, revision);
  // Any state will do: it is at hand as a whole, and is not cut into pages.
  const limit = options.resourceVersion === '0' ? 0 : options.limit;
  const list = await readList(resource, {
    prefix: collection.prefix,
    limit,
    revision,
    filter: selectorFilter(options),
    ...place,
  });
  return pageOf(collection, list, { ...options, limit });
}

/** The first release whose store refuses keys of lists with `.` and `..` (upstream: prepareKey). */
const SOUND_KEYS = { since: '1.35' };

function checkKey({ kind }: StoredResource, namespace: string): void {
  const isRelative = namespace === '.' || namespace === '..';
  if (!isRelative || !isWithin(SOUND_KEYS, kind.release)) return;
  throw failure(500, `invalid key: ${goQuote(kind.keyInErrors('', namespace, true))}`);
}

/** Decides whether an object is selected. */
type EntryFilter = (entry: CacheEntry) => boolean;

/**
 * Returns a filter for the objects that the request selects and the user may see; undefined when that is everything.
 * `onOutside` is called for each object that is skipped because it belongs to another shard.
 */
export function selectorFilter(
  { objectFilter, shard, ...selectors }: ListOptionsQuery,
  onOutside?: () => void,
): EntryFilter | undefined {
  const filters: EntryFilter[] = [];
  if (shard) filters.push((entry) => shard.matches(entry) || (onOutside?.(), false));
  const picks = selectedBy(selectors);
  if (picks) filters.push(picks);
  if (objectFilter) filters.push((entry) => objectFilter.allows(listedObject(entry)));
  return filters.length > 0 ? filters.reduce((first, next) => (entry) => first(entry) && next(entry)) : undefined;
}

function listedObject({ fields, labels = {} }: CacheEntry): ListedObject {
  return { namespace: fields['metadata.namespace'] ?? '', name: fields['metadata.name'], labels };
}

function selectedBy({
  labels,
  fields,
}: Pick<ListOptionsQuery, 'labels' | 'fields'>): ((entry: CacheEntry) => boolean) | undefined {
  if (labels.isEverything && fields.isEverything) return undefined;
  const isNamed = namesAnother(fields);
  return (entry) =>
    entry.unreadable === undefined
      ? labels.matches(entry.labels ?? {}) && fields.matches(entry.fields)
      : !isNamed(entry);
}

/** Where what the selectors ask for has to be looked for: at one key, or among what has a value of a label or field. */
function searchRangeOf(
  { prefix, isFlat }: Collection,
  options: ListOptionsQuery,
): Pick<CacheListOptions, 'onlyKey' | 'narrowing'> {
  const name = isFlat ? options.fields.requiresExactMatch('metadata.name') : undefined;
  return name === undefined ? { narrowing: narrowingOf(options) } : { onlyKey: prefix + name };
}

/** A label or field whose value the selectors name: what they select can then be looked up. */
function narrowingOf({ labels, fields }: ListOptionsQuery): Narrowing | undefined {
  const label = labels.requirements.find(({ operator, values }) => NAMES_VALUES.has(operator) && !values.includes(''));
  if (label) return { of: 'labels', name: label.key, values: label.values };
  const field = fields.requirements.find(
    (each) => each.operator === '=' && each.value !== '' && !each.field.startsWith('metadata.'),
  );
  return field && { of: 'fields', name: field.field, values: [field.value] };
}

const NAMES_VALUES: ReadonlySet<LabelOperator> = new Set(['=', '==', 'in'] as const);

/** Matches unreadable objects by the names in their keys. All else of them is unknown, and they might be selected. */
function namesAnother(fields: FieldSelector): (entry: CacheEntry) => boolean {
  const asked = ['metadata.name', 'metadata.namespace'].map((name) => [name, fields.requiresExactMatch(name)] as const);
  return (entry) => asked.some(([name, value]) => value !== undefined && entry.fields[name] !== value);
}

/** Fetches an older state from the store's history where memory does not reach. */
async function reachBack(resource: StoredResource, revision: number): Promise<void> {
  try {
    await resource.store.cache.reachBack(revision);
  } catch (error) {
    throw fromStorageError(error, resource.kind.groupResource, '');
  }
}

async function continuePage(collection: Collection, options: ListOptionsQuery): Promise<ListPage> {
  const { resource, prefix } = collection;
  const token = decodeContinueToken(options.continueToken, prefix);
  if (options.resourceVersion !== '' && options.resourceVersion !== '0') {
    throw badRequest('specifying resource version is not allowed when using continue');
  }
  // The token may come from another process that is ahead of this one.
  await waitToList(resource, undefined);
  const { cache } = resource.store;
  const revision = token.revision > 0 ? token.revision : undefined;
  if (revision && revision > cache.currentRevision()) throw tooLargeResourceVersion(revision, cache.currentRevision());
  const { startAt } = token;
  const renewed = (): StatusError => expiredToken(encodeContinueToken({ revision: -1, startAt }, prefix));
  if (revision && !cache.honoursToken(revision)) throw renewed();
  if (revision) await reachBack(resource, revision);
  const filter = selectorFilter(options);
  try {
    const place = searchRangeOf(collection, options);
    const list = await cache.listInTurns({ prefix, limit: options.limit, revision, startAt, filter, ...place });
    return pageOf(collection, list, { ...options, begunAt: revision });
  } catch (error) {
    if (isStorageError(error) && error.code === 'Compacted') throw renewed();
    throw fromStorageError(error, resource.kind.groupResource, '');
  }
}

/** Reports whether any object follows, matching or not: a page that is full says so, as the reference's does. */
function hasAfter({ resource, prefix }: Collection, key: string, revision: number): boolean {
  return resource.store.cache.list({ prefix, startAt: keyAfter(key), revision, limit: 1 }).entries.length > 0;
}

/** 410 with a token that continues at the same place in the newest state. */
function expiredToken(token: string): StatusError {
  const text =
    'The provided continue parameter is too old to display a consistent list result. You can start a new list without ' +
    'the continue parameter, or use the continue token in this response to retrieve the remainder of the results. ' +
    'Continuing with the provided token results in an inconsistent list - objects that were created, modified, or ' +
    'deleted between the time the first chunk was returned and now may show up in the list.';
  const error = expired(text);
  return new StatusError({ ...error.status, metadata: { continue: token } });
}

async function readList(resource: StoredResource, options: CacheListOptions): Promise<CacheList> {
  try {
    return await resource.store.cache.listInTurns(options);
  } catch (error) {
    throw fromStorageError(error, resource.kind.groupResource, '');
  }
}

/** A list that lacks what cannot be read would be taken for the whole. */
function checkReadable(resource: StoredResource, { unreadable }: CacheList): void {
  if (unreadable.length > 0) throw storageReadError(resource.kind.groupResource, unreadable);
}

/**
 * Reports whether exactly the named version is asked for, in so many words or by the limit of what is no list by a
 * name.
 */
function isExactList({ match, limit, resourceVersion }: ListOptionsQuery, isOfOneName: boolean): boolean {
  if (match === 'Exact') return true;
  return match === '' && limit > 0 && !isOfOneName && resourceVersion !== '' && resourceVersion !== '0';
}

/** The options of a page, and the revision of the first page if it differs. */
type PageOptions = Pick<ListOptionsQuery, 'limit' | 'fields' | 'shard'> & { readonly begunAt?: number };

function pageOf(collection: Collection, list: CacheList, options: PageOptions): ListPage {
  const page = pageInWhole(collection, list, options);
  // Clients verify by it that the server applied their selector.
  if (options.shard) page.meta.shardInfo = { selector: options.shard.text };
  return page;
}

function pageInWhole(collection: Collection, list: CacheList, { limit, fields, begunAt }: PageOptions): ListPage {
  const { resource, prefix } = collection;
  checkReadable(resource, list);
  const { entries, revision, remaining, index, fetched } = list;
  resource.store.cache.meter.sawList({ index, fetched, returned: entries.length });
  const last = entries.at(-1);
  const isSingle = fields.requiresExactMatch('metadata.name') !== undefined;
  const more =
    list.more ||
    (last !== undefined &&
      limit > 0 &&
      entries.length === limit &&
      !isSingle &&
      hasAfter(collection, last.key, revision));
  if (!more || !last) {
    const whole = list.changed === undefined ? undefined : { prefix: collection.prefix, changed: list.changed };
    return { entries, meta: { resourceVersion: String(revision), continue: '' }, whole };
  }
  // The life of tokens begins with the first page.
  if (revision === begunAt) resource.store.cache.keep(revision);
  else resource.store.cache.pin(revision);
  const token = encodeContinueToken({ revision, startAt: keyAfter(last.key) }, prefix);
  const meta: ListPage['meta'] = { resourceVersion: String(revision), continue: token };
  if (remaining !== undefined) meta.remainingItemCount = remaining;
  return { entries, meta };
}
