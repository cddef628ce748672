import {
  type FieldError,
  FieldPath,
  FieldSelector,
  LabelSelector,
  type StatusError,
  badRequest,
  checkAs,
  forbidden,
  invalidObject,
  notSupported,
  parseInt64,
} from '../../apimachinery/index.js';
import { type ObjectFilter, isTrue } from '../../request/index.js';
import type { WatchFeatures } from '../resource-request.js';
import { ShardSelectorError, parseShardSelector } from './shard-expression.js';
import type { ShardSelector } from './shard-selector.js';

/** Options of list, watch and deletecollection. */
export interface ListOptionsQuery {
  readonly labels: LabelSelector;
  readonly fields: FieldSelector;
  readonly limit: number;
  readonly continueToken: string;
  readonly resourceVersion: string;
  readonly match: '' | 'Exact' | 'NotOlderThan';
  readonly allowBookmarks: boolean;
  readonly sendInitialEvents: boolean | undefined;
  /** How long a watch is to last; 0 where the client leaves that open, below it where its time is up before it begins. */
  readonly timeoutMs: number | undefined;
  /** The filter for objects that the user may see; undefined for all. */
  readonly objectFilter?: ObjectFilter;
  /** The requested shard of the collection; undefined for the whole. */
  readonly shard?: ShardSelector;
}

/**
 * Reads the query of a list, watch or deletecollection. Checks values by themselves: not their combinations, and not whether
 * there are such fields. Errors are worded as in the release, or in the default one.
 */
export function readListOptions(query: URLSearchParams, release?: string): ListOptionsQuery {
  // Numbers are parsed before selectors, in this order: the first fault is reported.
  const timeoutMs = readTimeout(query);
  const limit = Number(readInteger(query, 'limit') ?? 0);
  return {
    labels: orBadRequest(() => checkAs(release, () => LabelSelector.parse(query.get('labelSelector') ?? ''))),
    fields: orBadRequest(() => FieldSelector.parse(query.get('fieldSelector') ?? '')),
    limit,
    continueToken: query.get('continue') ?? '',
    resourceVersion: query.get('resourceVersion') ?? '',
    match: (query.get('resourceVersionMatch') ?? '') as ListOptionsQuery['match'],
    allowBookmarks: isTrue(query.get('allowWatchBookmarks')),
    sendInitialEvents: query.get('sendInitialEvents') === null ? undefined : isTrue(query.get('sendInitialEvents')),
    timeoutMs,
  };
}

/** Returns the options of a request for what of a collection its user may see. */
export function withObjectFilter(options: ListOptionsQuery, objectFilter: ObjectFilter | undefined): ListOptionsQuery {
  return objectFilter ? { ...options, objectFilter } : options;
}

/**
 * Returns the options with the shard that the query requests; undefined without `shardSelector`, or if the server ignores
 * it. Rejects with 400 for a selector that cannot be parsed. Callers check all other options first.
 */
export function withShard(
  options: ListOptionsQuery,
  query: URLSearchParams,
  { hasShards }: WatchFeatures,
): Promise<ListOptionsQuery> | undefined {
  const text = hasShards ? query.get('shardSelector') : null;
  return text ? readShard(options, text) : undefined;
}

async function readShard(options: ListOptionsQuery, text: string): Promise<ListOptionsQuery> {
  const { parseExpression } = await import('../../cel/index.js');
  try {
    return { ...options, shard: parseShardSelector(text, parseExpression) };
  } catch (error) {
    if (error instanceof ShardSelectorError) throw badRequest(`invalid shard selector: ${error.message}`);
    throw error;
  }
}

/** Returns a watch that may begin with any state begins with the objects there are (upstream: SetListOptionsDefaults). */
export function withWatchDefaults(options: ListOptionsQuery, features: WatchFeatures): ListOptionsQuery {
  if (features.ignoresInitialEvents) return { ...options, sendInitialEvents: undefined };
  if (!features.hasInitialEvents) return options;
  const isSettled = options.sendInitialEvents !== undefined || options.match !== '';
  const isFromAnyState = options.resourceVersion === '' || options.resourceVersion === '0';
  if (isSettled || !isFromAnyState) return options;
  return { ...options, sendInitialEvents: true, match: 'NotOlderThan' };
}

function unknownField(field: string, { describeUnselectable, hasOwnSelectableFields }: SelectableVersion): StatusError {
  if (describeUnselectable) return badRequest(describeUnselectable(field));
  if (hasOwnSelectableFields) return badRequest(`field label not supported: ${field}`);
  return badRequest(`"${field}" is not a known field selector: only "metadata.name", "metadata.namespace"`);
}

function orBadRequest<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw badRequest(error instanceof Error ? error.message : String(error));
  }
}

const NANOSECONDS = 1_000_000_000n;
/** The longest time that timers know. */
const LONGEST_MS = 2 ** 31 - 1;

/** The reference counts nanoseconds in 64 bits: very long times come out below zero. */
function readTimeout(query: URLSearchParams): number | undefined {
  const seconds = readInteger(query, 'timeoutSeconds');
  if (seconds === undefined) return undefined;
  return Math.min(Number(BigInt.asIntN(64, seconds * NANOSECONDS) / 1_000_000n), LONGEST_MS);
}

/** Returns the integer of 64 bits that a parameter names; undefined without the parameter, 400 for any other text, none included. */
export function readInteger(query: URLSearchParams, name: string): bigint | undefined {
  const text = query.get(name);
  return text === null ? undefined : orBadRequest(() => parseInt64(text));
}

/** The facts of a version for field selectors. */
export interface SelectableVersion {
  readonly selectableFields: ReadonlySet<string>;
  readonly hasOwnSelectableFields: boolean;
  readonly describeUnselectable?: (field: string) => string;
}

/** Checks how the options of a list go together; 422 with every fault. */
export function checkListOptions(options: ListOptionsQuery, { ignoresInitialEvents }: WatchFeatures): void {
  refuse(listFaults(ignoresInitialEvents ? { ...options, sendInitialEvents: undefined } : options));
}

/** Checks how the options of a watch go together, with and without initial events (`WatchList`); 422 with every fault. */
export function checkWatchOptions(options: ListOptionsQuery, features: WatchFeatures): void {
  refuse([...initialEventsFaults(options, features.hasInitialEvents), ...watchMatchFaults(options, features)]);
}

/** Checks that objects of a version can be selected by the fields that are named; 400 for another one. */
export function checkFields({ fields }: ListOptionsQuery, version: SelectableVersion): void {
  for (const { field } of fields.requirements) {
    if (!version.selectableFields.has(field)) throw unknownField(field, version);
  }
}

const MATCH = FieldPath.of('resourceVersionMatch');

function refuse(errors: FieldError[]): void {
  if (errors.length > 0) throw invalidObject({ group: 'meta.k8s.io', kind: 'ListOptions' }, '', errors);
}

function initialEventsFaults(options: ListOptionsQuery, hasInitialEvents: boolean): FieldError[] {
  if (options.sendInitialEvents === undefined) return [];
  const errors: FieldError[] = [];
  if (options.match !== 'NotOlderThan')
    errors.push(forbidden(MATCH, 'sendInitialEvents requires setting resourceVersionMatch to NotOlderThan'));
  if (!hasInitialEvents) {
    const why = 'sendInitialEvents is forbidden for watch unless the WatchList feature gate is enabled';
    errors.push(forbidden(FieldPath.of('sendInitialEvents'), why));
  }
  return errors;
}

function watchMatchFaults(options: ListOptionsQuery, { ignoresInitialEvents }: WatchFeatures): FieldError[] {
  if (options.match === '') return [];
  if (ignoresInitialEvents) return [forbidden(MATCH, 'resourceVersionMatch is forbidden for watch')];
  const errors: FieldError[] = [];
  if (options.sendInitialEvents === undefined)
    errors.push(forbidden(MATCH, 'resourceVersionMatch is forbidden for watch unless sendInitialEvents is provided'));
  if (options.match !== 'NotOlderThan') errors.push(notSupported(MATCH, options.match, ['NotOlderThan']));
  if (options.continueToken !== '')
    errors.push(forbidden(MATCH, 'resourceVersionMatch is forbidden when continue is provided'));
  return errors;
}

function listFaults(options: ListOptionsQuery): FieldError[] {
  const errors: FieldError[] = [];
  if (options.match !== '') {
    if (options.resourceVersion === '')
      errors.push(forbidden(MATCH, 'resourceVersionMatch is forbidden unless resourceVersion is provided'));
    if (options.continueToken !== '')
      errors.push(forbidden(MATCH, 'resourceVersionMatch is forbidden when continue is provided'));
    if (options.match !== 'Exact' && options.match !== 'NotOlderThan')
      errors.push(notSupported(MATCH, options.match, ['Exact', 'NotOlderThan', '']));
    if (options.match === 'Exact' && options.resourceVersion === '0')
      errors.push(forbidden(MATCH, 'resourceVersionMatch "exact" is forbidden for resourceVersion "0"'));
  }
  if (options.sendInitialEvents !== undefined)
    errors.push(forbidden(FieldPath.of('sendInitialEvents'), 'sendInitialEvents is forbidden for list'));
  return errors;
}
