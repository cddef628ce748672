import { parseInt64 } from '../apimachinery/index.js';
import { UNWATCHED_WRITES } from './kinds.js';
import type { RequestDigest } from './matching.js';
import type { WatchCounts } from './watch-counts.js';
import { type WorkEstimate, seatSeconds } from './work.js';

/** Counts the stored objects of the resource a request names; undefined where that is not known. */
export type CountObjects = (digest: RequestDigest) => number | undefined;

/** The level and schema that an estimate is for. */
export interface EstimateScope {
  /** `maxRequestSeats`: the most seats of one request; undefined for no other limit than the estimator's. */
  readonly level: { readonly maxRequestSeats: number | undefined };
  readonly counts: { countWatchers(count: number): void };
}

const MOST_SEATS = 10;
const OBJECTS_PER_SEAT = 100;
const WATCHES_PER_SEAT = 10;
/** Assumed time that the events of a write keep their seats busy, in milliseconds. */
const EVENT_MS = 5;
const MS_IN_SECOND = 1000;
/** The Go parser's texts of false; others are true. */
const FALSE: ReadonlySet<string> = new Set(['false', '0']);

const ONE_SEAT: WorkEstimate = { initialSeats: 1, finalSeats: 0, additionalLatency: 0 };

/** Estimates the work of requests: lists by what they read, writes by the watches they concern, others as one seat. */
export class WorkEstimator {
  constructor(
    private readonly countObjects: CountObjects,
    private readonly watches: WatchCounts,
  ) {}

  /** Returns the estimate for a request (upstream: WorkEstimator). */
  estimate(digest: RequestDigest, scope: EstimateScope): WorkEstimate {
    const mostSeats = Math.min(scope.level.maxRequestSeats ?? MOST_SEATS, MOST_SEATS);
    switch (digest.info.verb) {
      case 'list':
      case 'watch':
        return this.estimateList(digest, mostSeats);
      case 'create':
      case 'update':
      case 'patch':
      case 'delete':
        return this.estimateWrite(digest, mostSeats, scope);
      default:
        return ONE_SEAT;
    }
  }

  private estimateList(digest: RequestDigest, mostSeats: number): WorkEstimate {
    const { info, query } = digest;
    // A name makes it the read of one object.
    if (info.name !== '') return ONE_SEAT;
    const limit = readLimit(query);
    if (limit === undefined) return seats(mostSeats);
    const isWatch = info.verb === 'watch';
    if (isWatch && !asksInitialEvents(query)) return ONE_SEAT;
    const stored = this.countObjects(digest);
    if (stored === undefined) return ONE_SEAT;
    const isFromCache = isWatch || !readsStorage(query, limit);
    const objects = objectsRead(query, { stored, limit, isFromCache });
    return seats(Math.min(Math.max(Math.ceil(objects / OBJECTS_PER_SEAT), 1), mostSeats));
  }

  private estimateWrite({ info }: RequestDigest, mostSeats: number, scope: EstimateScope): WorkEstimate {
    const { resource, subresource } = UNWATCHED_WRITES;
    if (info.resource === resource && info.subresource === subresource) return ONE_SEAT;
    const watchers = this.watches.concernedBy(info);
    scope.counts.countWatchers(watchers);
    if (watchers < WATCHES_PER_SEAT) return ONE_SEAT;
    const wanted = Math.ceil(watchers / WATCHES_PER_SEAT);
    const finalSeats = Math.min(wanted, mostSeats);
    // The work is that of all seats, in less width and more time.
    const additionalLatency = (seatSeconds(wanted, EVENT_MS) * MS_IN_SECOND) / finalSeats;
    return { initialSeats: 1, finalSeats, additionalLatency };
  }
}

/** Estimates are made for every list: those of the same width are one object. */
const BY_SEATS: readonly WorkEstimate[] = Array.from({ length: MOST_SEATS + 1 }, (_, initialSeats) => ({
  initialSeats,
  finalSeats: 0,
  additionalLatency: 0,
}));

function seats(count: number): WorkEstimate {
  return BY_SEATS[count];
}

/** The limit of a list, 0 for none; undefined if the query has a number that cannot be read. */
function readLimit(query: URLSearchParams): number | undefined {
  if (query.size === 0) return 0;
  const limit = query.get('limit');
  const timeout = query.get('timeoutSeconds');
  try {
    if (timeout !== null) parseInt64(timeout);
    return limit === null ? 0 : Math.max(Number(parseInt64(limit)), 0);
  } catch {
    return undefined;
  }
}

function asksInitialEvents(query: URLSearchParams): boolean {
  const sent = query.get('sendInitialEvents');
  return sent !== null && !FALSE.has(sent.toLowerCase());
}

/** Reports whether the reference serves a list from its storage: exact states and continued lists. */
function readsStorage(query: URLSearchParams, limit: number): boolean {
  if (query.size === 0) return false;
  const match = query.get('resourceVersionMatch') ?? '';
  const version = query.get('resourceVersion') ?? '';
  if (match === '' && limit > 0 && version !== '' && version !== '0') return true;
  return (match !== '' && match !== 'NotOlderThan') || (query.get('continue') ?? '') !== '';
}

interface ListSize {
  readonly stored: number;
  readonly limit: number;
  readonly isFromCache: boolean;
}

function objectsRead(query: URLSearchParams, { stored, limit, isFromCache }: ListSize): number {
  if (isFromCache) return stored;
  const returned = limit > 0 ? Math.min(limit, stored) : stored;
  const isSelective = query.get('fieldSelector') || query.get('labelSelector');
  return isSelective ? stored + returned : 2 * returned;
}
