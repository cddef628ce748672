import type { MaybePromise } from '../../apimachinery/index.js';
import { type RequestContext } from '../../endpoints/index.js';
import type { FlowControl } from '../../flowcontrol/index.js';
import { isClosed } from '../../request/index.js';
import { discardBody } from './unread-body.js';

/** The work for a request. */
export type LimitedWork = (context: RequestContext) => MaybePromise<void>;

/** Limits how many requests execute at a time. */
export abstract class RequestLimiter {
  /** Priority and fairness; undefined where requests are limited by their number alone. */
  readonly control: FlowControl | undefined;

  /** The parts that start with the server: the names of their hooks, and whether each has started. */
  readonly startStates: ReadonlyMap<string, () => boolean> = new Map();

  /** Runs the work of a request, at once where there is room; responds with 429 otherwise. Rejects as the work does. */
  abstract run(context: RequestContext, work: LimitedWork): MaybePromise<void>;
}

/** Responds with 429 in plain text, as the reference does, with the time to retry after in seconds. */
export function refuseForNow(context: RequestContext, retryAfter = 1): void {
  const { response, request } = context;
  context.terminate();
  if (isClosed(response)) response.statusCode = 429;
  else {
    const content = {
      contentType: 'text/plain; charset=utf-8',
      body: 'Too many requests, please try again later.\n',
    };
    context.send(429, content, { 'retry-after': String(retryAfter), 'x-content-type-options': 'nosniff' });
  }
  discardBody(request);
}
