import { badRequest } from '../../../apimachinery/index.js';

/** Parameters of a query; those that are repeated have all their values. */
export type QueryParameters = Readonly<Record<string, string | readonly string[] | undefined>>;

/** The object whose history is asked for. */
export interface HistoryTarget {
  readonly group: string;
  /** Empty for the best version that is served. */
  readonly version: string;
  readonly resource: string;
  /** Empty for cluster-scoped objects. */
  readonly namespace: string;
  readonly name: string;
}

/** A page of changes. */
export interface HistoryPage {
  readonly limit: number;
  /** Changes before this revision; undefined for the newest. */
  readonly before: number | undefined;
}

/** The state that is asked for: at a revision, at a time in milliseconds since the epoch, or before the newest deletion. */
export type PointInHistory = { readonly revision: number } | { readonly time: number } | 'deleted';

const OBJECT = ['group', 'version', 'resource', 'namespace', 'name'];
const DEFAULT_LIMIT = 20;
/** Each change is decoded and compared: a page of more would take long. */
const MAX_LIMIT = 100;
const DIGITS = /^[1-9]\d{0,15}$/;
/** RFC 3339, whose offset has to be given: otherwise it would be a time of the server's zone. */
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-]\d\d:\d\d)$/;

/** Reads the object and the page of a query. Throws StatusError (400). */
export function readHistoryQuery(query: QueryParameters): { target: HistoryTarget; page: HistoryPage } {
  const of = membersOf(query, ['limit', 'continue']);
  const limit = of('limit') === '' ? DEFAULT_LIMIT : numberIn(of('limit'), 'limit');
  if (limit > MAX_LIMIT) throw badRequest(`limit: at most ${MAX_LIMIT}`);
  const before = of('continue') === '' ? undefined : numberIn(of('continue'), 'continue');
  return { target: targetIn(of), page: { limit, before } };
}

/** Reads the object and the point in history of a query. Throws StatusError (400). */
export function readStateQuery(query: QueryParameters): { target: HistoryTarget; at: PointInHistory } {
  const of = membersOf(query, ['at']);
  return { target: targetIn(of), at: pointIn(of('at')) };
}

function pointIn(text: string): PointInHistory {
  if (text === 'deleted') return text;
  if (DIGITS.test(text)) return { revision: numberIn(text, 'at') };
  const time = TIME.test(text) ? Date.parse(text) : NaN;
  if (Number.isNaN(time)) {
    throw badRequest('at: must be a revision, a time such as 2026-01-02T15:04:05Z, or "deleted"');
  }
  return { time };
}

function numberIn(text: string, name: string): number {
  const value = DIGITS.test(text) ? Number(text) : NaN;
  if (!Number.isSafeInteger(value)) throw badRequest(`${name}: must be a number above 0`);
  return value;
}

function targetIn(of: (member: string) => string): HistoryTarget {
  const [group, version, resource, namespace, name] = OBJECT.map(of);
  if (resource === '' || name === '') throw badRequest('a resource and a name have to be given');
  return { group, version, resource, namespace, name };
}

function membersOf(query: QueryParameters, others: readonly string[]): (member: string) => string {
  const known = [...OBJECT, ...others];
  const other = Object.keys(query).find((key) => !known.includes(key));
  if (other !== undefined)
    throw badRequest(`unknown parameter ${JSON.stringify(other)}: ${known.join(', ')} are known`);
  const repeated = known.find((key) => Array.isArray(query[key]));
  if (repeated !== undefined) throw badRequest(`${repeated}: given more than once`);
  return (member) => (query[member] as string | undefined) ?? '';
}
