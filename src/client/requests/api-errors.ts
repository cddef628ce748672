import { StatusError, cutText, hasReason, type Status, type StatusReason } from '../../apimachinery/index.js';
import type { ClientAnswer } from '../transport/transport.js';
import { readJson } from '../transport/safe-json.js';

/** Reasons of responses that are no Status (upstream: NewGenericServerResponse). */
const REASONS: ReadonlyMap<number, StatusReason> = new Map([
  [400, 'BadRequest'],
  [401, 'Unauthorized'],
  [403, 'Forbidden'],
  [404, 'NotFound'],
  [405, 'MethodNotAllowed'],
  [406, 'NotAcceptable'],
  [409, 'Conflict'],
  [410, 'Expired'],
  [413, 'RequestEntityTooLarge'],
  [415, 'UnsupportedMediaType'],
  [422, 'Invalid'],
  [429, 'TooManyRequests'],
  [500, 'InternalError'],
  [503, 'ServiceUnavailable'],
  [504, 'Timeout'],
]);

/** Longer messages of servers are cut, in characters. */
const LONGEST_MESSAGE = 32 * 1024;

/** Returns the failure that a response with an error status stands for: its Status, or one made from its code. */
export function errorOfAnswer({ status: code, body }: Pick<ClientAnswer, 'status' | 'body'>): StatusError {
  return statusErrorOf(parsed(body), code);
}

/** Returns the failure that a Status stands for; `code` is used if the value is not a Status. */
export function statusErrorOf(value: unknown, code = 500): StatusError {
  if (!isStatus(value)) return new StatusError(genericStatus(code));
  const message = cutText(
    typeof value.message === 'string' ? value.message : `the server answered ${value.code ?? code}`,
    LONGEST_MESSAGE,
  );
  return new StatusError({ ...value, code: value.code ?? code, message });
}

function parsed(body: string): unknown {
  try {
    return readJson(body);
  } catch {
    return undefined;
  }
}

function isStatus(value: unknown): value is Status {
  return typeof value === 'object' && value !== null && (value as Partial<Status>).kind === 'Status';
}

function genericStatus(code: number): Status {
  const message = `the server answered with status code ${code}, and no Status`;
  const reason = REASONS.get(code);
  return {
    kind: 'Status',
    apiVersion: 'v1',
    metadata: {},
    status: 'Failure',
    message,
    ...(reason && { reason }),
    code,
  };
}

/**
 * Reports whether a thrown value says that an object breaks rules.
 *
 * @public
 * @example
 * if (isInvalid(error)) logger.warn('the berth is invalid');
 */
export const isInvalid = (error: unknown): boolean => hasReason(error, 'Invalid');

/**
 * Reports whether a thrown value says that the user may not do this.
 *
 * @public
 * @example
 * if (isForbidden(error)) logger.warn('a role is missing');
 */
export const isForbidden = (error: unknown): boolean => hasReason(error, 'Forbidden');

/**
 * Reports whether a thrown value says that the credentials are missing or wrong.
 *
 * @public
 * @example
 * if (isUnauthorized(error)) logger.warn('the token has expired');
 */
export const isUnauthorized = (error: unknown): boolean => hasReason(error, 'Unauthorized');

/**
 * Reports whether a thrown value says that the requested state is not kept any more: a list or watch begins again.
 *
 * @public
 * @example
 * if (!isExpired(error)) throw error;
 */
export const isExpired = (error: unknown): boolean =>
  hasReason(error, 'Expired') || hasReason(error, 'Gone') || (error instanceof StatusError && error.code === 410);

/**
 * Reports whether a thrown value says that the server has too much to do, or limits this client.
 *
 * @public
 * @example
 * if (isTooManyRequests(error)) await clock.sleep(1_000);
 */
export const isTooManyRequests = (error: unknown): boolean =>
  hasReason(error, 'TooManyRequests') || (error instanceof StatusError && error.code === 429);

/**
 * Reports whether a thrown value says that the server did not answer in time; the write may have been made.
 *
 * @public
 * @example
 * if (isTimeout(error)) logger.warn('it is not known whether the berth was written');
 */
export const isTimeout = (error: unknown): boolean => hasReason(error, 'Timeout') || hasReason(error, 'ServerTimeout');

/**
 * Reports whether a thrown value says that an object was not created because its namespace is being deleted.
 *
 * @public
 * @example
 * if (!isNamespaceTerminating(error)) throw error;
 */
export const isNamespaceTerminating = (error: unknown): boolean => terminatingNamespaceOf(error) !== undefined;

/** Returns the message about the namespace that is being deleted, if that is why an object was not created. */
export function terminatingNamespaceOf(error: unknown): string | undefined {
  if (!(error instanceof StatusError) || error.code !== 403) return undefined;
  return error.status.details?.causes?.find(({ reason }) => reason === 'NamespaceTerminating')?.message;
}
