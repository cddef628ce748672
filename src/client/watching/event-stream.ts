import type { ApiObject } from '../../apimachinery/index.js';
import { OutboundError, linesOf } from '../../outbound/index.js';
import { statusErrorOf } from '../requests/api-errors.js';
import type { Requests } from '../requests/requests.js';
import { isObject } from '../kinds/object-pages.js';
import { readJsonObject } from '../transport/safe-json.js';

/** One message of a watch. */
export interface RawEvent<T extends ApiObject> {
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED' | 'BOOKMARK';
  readonly object: T;
}

/** Which watch is opened. */
export interface EventStreamRequest {
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
}

/** The largest event that is read, in bytes: the largest request body of a server, as JSON with escapes. */
const MAX_EVENT_BYTES = 16 * 1024 * 1024;
/** Seconds of a watch at least; up to as many are added, so that those of several clients do not end together. */
const SHORTEST_WATCH = 300;
/** Milliseconds after its end that a watch is given up without having ended. */
const SILENCE = 30_000;

const TYPES: ReadonlySet<unknown> = new Set(['ADDED', 'MODIFIED', 'DELETED', 'BOOKMARK']);

/**
 * Opens a watch and reads its messages, no faster than they are asked for. Ends when the server ends it. Throws the
 * StatusError of an ERROR message, and OutboundError where it breaks off.
 */
export async function* eventsOf<T extends ApiObject>(
  requests: Requests,
  { path, query, signal }: EventStreamRequest,
): AsyncGenerator<RawEvent<T>> {
  const seconds = SHORTEST_WATCH + Math.floor(Math.random() * SHORTEST_WATCH);
  const whole = { ...query, watch: 'true', allowWatchBookmarks: 'true', timeoutSeconds: String(seconds) };
  const silence = seconds * 1000 + SILENCE;
  const stream = await requests.stream({ method: 'GET', path, query: whole }, { signal, silence });
  try {
    for await (const line of linesOf(stream.chunks, MAX_EVENT_BYTES)) yield eventOf<T>(line);
  } finally {
    stream.close();
  }
}

function eventOf<T extends ApiObject>(line: string): RawEvent<T> {
  const { type, object } = readJsonObject(line) as { type?: unknown; object?: unknown };
  if (type === 'ERROR') throw statusErrorOf(object);
  if (!TYPES.has(type) || !isObject(object)) throw new OutboundError('malformed', 'the message is no event of a watch');
  return { type, object } as RawEvent<T>;
}
