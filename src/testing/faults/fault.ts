import { type StatusReason, failure } from '../../apimachinery/index.js';
import { type StatusError } from '../../plugin-api/index.js';

/** A response in place of the server's. */
export interface StatusFault {
  /** The code of the answer, such as 409, 429, 500 or 503. */
  readonly status: number;
  readonly message?: string;
  /** Seconds after which to try again; 1 for 429 and 503 when not given. */
  readonly retryAfter?: number;
}

/** The fault of selected requests. */
export type Fault =
  | StatusFault
  /** Milliseconds of real time before the request continues. */
  | { readonly latency: number }
  /** The connection of a watch is broken off so many milliseconds after it began; at once for 0. */
  | { readonly cutWatch: number }
  /** The history of the store is lost before the request: older resource versions are answered with 410. */
  | { readonly expireHistory: true };

/** Reasons by code, as the server itself gives them. */
const REASONS: Readonly<Record<number, StatusReason>> = {
  400: 'BadRequest',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'NotFound',
  409: 'Conflict',
  410: 'Expired',
  422: 'Invalid',
  429: 'TooManyRequests',
  500: 'InternalError',
  503: 'ServiceUnavailable',
  504: 'Timeout',
};

const MEMBERS = ['status', 'latency', 'cutWatch', 'expireHistory'];

/** Throws TypeError for what is no fault. */
export function checkFault(fault: Fault): void {
  const given = MEMBERS.filter((member) => member in fault);
  if (given.length !== 1) throw new TypeError(`a fault has one of ${MEMBERS.join(', ')}`);
  if ('status' in fault && !(fault.status >= 400 && fault.status <= 599)) {
    throw new TypeError('status: is the code of an error, from 400 to 599');
  }
}

/** Returns the error that a request is answered with. */
export function statusOf({ status, message, retryAfter }: StatusFault): StatusError {
  const seconds = retryAfter ?? (status === 429 || status === 503 ? 1 : undefined);
  return failure(status, message ?? `injected by a test: ${status}`, {
    reason: REASONS[status],
    ...(seconds !== undefined && { details: { retryAfterSeconds: seconds } }),
  });
}
