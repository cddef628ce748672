import {
  DurationError,
  type MaybePromise,
  StatusError,
  badRequest,
  isWithin,
  parseDuration,
  timeout,
} from '../../apimachinery/index.js';
import type { RequestContext } from '../../endpoints/index.js';
import { staysOpen } from './stays-open.js';

const NANOSECONDS_IN_MS = 1_000_000;

/** The most that a request may take, and the release that reads what it asks for. */
export interface TimeBounds {
  readonly requestTimeoutMs: number;
  readonly release: string;
}

/** The first release that reads the timeout of every request; those before ignore what they cannot read. */
const READ_SINCE = { since: '1.21' };

/**
 * Returns how long a request may take, in milliseconds and fractions of them: what its `timeout` parameter says, and no longer than the
 * server allows; nothing and less than nothing say that the client does not mind. 400 for a duration that cannot be read, whatever the
 * path, but for requests that stay open.
 */
export function requestLimit(
  { query, isLongRunning }: Pick<RequestContext, 'query' | 'isLongRunning'>,
  { requestTimeoutMs: longestMs, release }: TimeBounds,
): number {
  const sent = query.get('timeout');
  if (sent === null || sent === '' || isLongRunning || !isWithin(READ_SINCE, release)) return longestMs;
  const asked = readDuration(sent);
  if (asked <= 0n) return longestMs;
  return Math.min(Number(asked) / NANOSECONDS_IN_MS, longestMs);
}

function readDuration(text: string): bigint {
  try {
    return parseDuration(text);
  } catch (error) {
    if (!(error instanceof DurationError)) throw error;
    throw badRequest(`invalid timeout specified in the request URL - ${error.message}`);
  }
}

/** Refuses, with 504, a request whose time is up before it is begun: no timer is as short, and no answer as fast. */
export function checkLimit({ info, workMs }: Pick<RequestContext, 'info' | 'workMs'>): void {
  if (workMs < SHORTEST_MS && info.isResourceRequest) throw timedOut();
}

/** The reference has never answered from its store by then. */
const SHORTEST_MS = 0.1;

const timedOut = (): StatusError => timeout('Timeout: request did not complete within the allotted timeout');

/** The most time that a write gets, whatever the server allows (upstream: requestTimeoutUpperBound). */
const MAX_WRITE_MS = 34_000;
const WRITES: ReadonlySet<string> = new Set(['create', 'update', 'patch', 'delete', 'deletecollection']);

const writeTimedOut = (): StatusError =>
  timeout('Timeout: request did not complete within requested timeout - context deadline exceeded');

/** Returns the time that the work for a request gets, in milliseconds: less for writes. */
export function workLimit({ isResourceRequest, verb }: RequestContext['info'], limitMs: number): number {
  return isResourceRequest && WRITES.has(verb) ? Math.min(limitMs, MAX_WRITE_MS) : limitMs;
}

/** A request that can be given up. */
type Abortable = Pick<RequestContext, 'terminate' | 'info' | 'workMs' | 'isLongRunning' | 'response'>;

/** Where the time of a request ended: in the write itself, or in the filter around all requests. */
export type LateSource = 'rest-handler' | 'timeout-handler';

/** How the work of a request ended whose time was up; `pending` if it had not ended long after. */
export type LateStatus = 'error' | 'ok' | 'pending';

/** Called when the work of a request that was given up ends, or does not. */
export type OnLate = (source: LateSource, status: LateStatus) => void;

/** Listens to requests whose time is up. */
export interface LateListener<R> {
  /** Called when the time is up. */
  expired?(request: R): void;
  readonly ended: OnLate;
}

/** How long the server waits for unfinished work (upstream: postTimeoutWait). */
const LATE_MS = 5 * 60_000;

function followLate(handled: Promise<void>, source: LateSource, onLate: OnLate): void {
  let isTold = false;
  const tell = (status: LateStatus): void => {
    clearTimeout(timer);
    if (!isTold) onLate(source, status);
    isTold = true;
  };
  const timer = setTimeout(() => tell('pending'), LATE_MS);
  timer.unref();
  // The filter does not learn how the work ended, only that it has.
  handled.then(
    () => tell('ok'),
    () => tell(source === 'timeout-handler' ? 'ok' : 'error'),
  );
}

/** A request that waits before its work begins. */
type Waiting = Abortable & Pick<RequestContext, 'receivedAt'>;

/**
 * Waits for a decision about a request, such as a webhook's, until the time of the request is up; 504 after that, as for its
 * work. Requests that stay open have no such time.
 */
export function decideWithin<T>(request: Waiting, decision: Promise<T>): Promise<T> {
  if (request.isLongRunning) return decision;
  const left = Math.max(0, request.receivedAt + request.workMs - performance.now());
  return new Promise((resolve, reject) => {
    const expire = (): void => {
      const reason = timedOut();
      request.terminate(reason);
      reject(reason);
    };
    const timer = setTimeout(expire, Math.ceil(left));
    decision.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/** Milliseconds before the deadline in which a wait that is bounded by it fails, with an error that does not say so. */
const SAME_MS = 20;

/** Reports whether a failure is that of the deadline: one inside of the server, when the time is up. */
function isOfDeadline(error: unknown, left: number): boolean {
  return left <= SAME_MS && !(error instanceof StatusError && error.code < 500);
}

/**
 * Waits for an answer as long as the request may take, at most 34 s for a write; 504 after that, and the request is given up: what
 * it has not begun to store by then is not stored. Requests that stay open have no such time. One promise and one timer, and
 * neither for an answer that is there: this is part of every request.
 */
export function withTimeout<R extends Abortable>(
  request: R,
  handled: Promise<void>,
  listener?: LateListener<R>,
): Promise<void>;
export function withTimeout<R extends Abortable>(
  request: R,
  handled: MaybePromise<void>,
  listener?: LateListener<R>,
): MaybePromise<void>;
export function withTimeout<R extends Abortable>(
  request: R,
  handled: MaybePromise<void>,
  listener?: LateListener<R>,
): MaybePromise<void> {
  // The cheap question first: most answers are there.
  return handled instanceof Promise && !staysOpen(request) ? timeOut(request, handled, listener) : handled;
}

function timeOut<R extends Abortable>(request: R, handled: Promise<void>, listener?: LateListener<R>): Promise<void> {
  const { workMs: limitMs } = request;
  const ms = workLimit(request.info, limitMs);
  const started = performance.now();
  return new Promise((resolve, reject) => {
    const expire = (): void => {
      const reason = ms < limitMs ? writeTimedOut() : timedOut();
      request.terminate(reason);
      reject(reason);
      if (!listener) return;
      listener.expired?.(request);
      followLate(handled, ms < limitMs ? 'rest-handler' : 'timeout-handler', listener.ended);
    };
    const timer = setTimeout(expire, Math.ceil(ms));
    const settle =
      <T>(outcome: (value: T) => void) =>
      (value: T): void => {
        clearTimeout(timer);
        outcome(value);
      };
    const fail = (error: unknown): void => {
      if (isOfDeadline(error, started + ms - performance.now())) expire();
      else reject(error as Error);
    };
    handled.then(settle(resolve), settle(fail));
  });
}
