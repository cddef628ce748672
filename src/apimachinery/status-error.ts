import { cutList, cutText } from './bounded-text.js';
import { wellFormed } from './bytes-text.js';
import { MAX_FIELD_ERRORS, MAX_SHOWN_IN_SUM, MAX_SHOWN_VALUE } from './limits.js';
import type { FieldError } from './field-error.js';
import { formatFieldErrors } from './field-error.js';
import { goQuote } from './go-syntax.js';
import { type GroupResource, formatGroupKind, formatGroupResource } from './group-version.js';
import type { Status, StatusDetails, StatusReason } from './status.js';

/**
 * A failure as the client sees it: a whole Status. Everything thrown that is no StatusError becomes an InternalError.
 *
 * @public
 * @example
 * const isServerFault = error instanceof StatusError && error.code >= 500;
 */
export class StatusError extends Error {
  constructor(
    readonly status: Status,
    options?: { cause?: unknown },
  ) {
    super(status.message ?? status.reason ?? 'failure', options);
    this.name = 'StatusError';
  }

  /** The HTTP status code of the answer. */
  get code(): number {
    return this.status.code ?? 500;
  }
}

/** About what a cause takes besides its message and field. */
const CAUSE_FRAME = 80;

/** One value and one name may stand beside what a message says in sum. */
const LONGEST_MESSAGE = MAX_SHOWN_IN_SUM + MAX_SHOWN_VALUE;

interface FailureOptions {
  readonly reason?: StatusReason;
  readonly details?: StatusDetails;
  readonly cause?: unknown;
}

/**
 * Creates a failure with any code, reason and details.
 *
 * @internal
 * @example
 * throw failure(503, 'the harbor is closed');
 */
export function failure(code: number, message: string, options: FailureOptions = {}): StatusError {
  const text = wellFormed(cutText(message, LONGEST_MESSAGE));
  const status: Status = { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Failure', message: text };
  if (options.reason) status.reason = options.reason;
  if (options.details) status.details = withShortTexts(options.details);
  status.code = code;
  return new StatusError(status, { cause: options.cause });
}

const TEXT_DETAILS = ['name', 'group', 'kind', 'uid'] as const;

/** Details whose texts are cut as others of an error are: a client may send a name of megabytes. */
function withShortTexts(details: StatusDetails): StatusDetails {
  const long = TEXT_DETAILS.filter((member) => (details[member]?.length ?? 0) > MAX_SHOWN_VALUE);
  if (long.length === 0) return details;
  return {
    ...details,
    ...Object.fromEntries(long.map((member) => [member, cutText(details[member]!, MAX_SHOWN_VALUE)])),
  };
}

/** How many keys an error names. */
const MAX_KEYS = 100;
/** How many removed versions an error names. */
const MAX_VERSIONS = 5;

/** A stored object that cannot be read. */
interface UnreadableObject {
  readonly key: string;
  /** The version in which it is stored, where its kind does not declare that. */
  readonly storedVersion?: string;
}

/** Returns a 500: objects of a resource are stored under these keys but cannot be read. */
export function storageReadError(gr: GroupResource, objects: readonly UnreadableObject[]): StatusError {
  const causes = objects.slice(0, MAX_KEYS).map(({ key, storedVersion }) => {
    const version = storedVersion === undefined ? '' : `: it is stored in ${storedVersion}`;
    return { reason: 'UnexpectedServerResponse', message: `the stored object cannot be read${version}`, field: key };
  });
  const named = `${causes.map(({ field }) => field).join(', ')}${objects.length > MAX_KEYS ? ', ...' : ''}`;
  const message = `failed to read one or more ${gr.resource} from the storage: ${named}${removedVersions(objects)}`;
  return failure(500, message, { reason: 'StorageReadError', details: { ...resourceDetails(gr, ''), causes } });
}

/** The versions that a kind has lost, with the way to read their objects. */
function removedVersions(objects: readonly UnreadableObject[]): string {
  const versions = [...new Set(objects.flatMap(({ storedVersion }) => storedVersion ?? []))].sort();
  if (versions.length === 0) return '';
  const named = versions.slice(0, MAX_VERSIONS).join(', ');
  return `; the kind does not declare ${named} any more: declare it with served: false until its objects have been written again`;
}

/**
 * Returns a 404: the named object does not exist.
 *
 * @public
 * @example
 * throw notFound({ group: 'harbor.example.com', resource: 'berths' }, 'north');
 */
export function notFound(gr: GroupResource, name: string): StatusError {
  return failure(404, `${formatGroupResource(gr)} ${goQuote(name)} not found`, {
    reason: 'NotFound',
    details: resourceDetails(gr, name),
  });
}

/** Returns a 404: the path leads to nothing the server knows. */
export function pathNotFound(): StatusError {
  return failure(404, 'the server could not find the requested resource', { reason: 'NotFound', details: {} });
}

/** Returns a 503: the path leads to nothing yet; more are served once the start has finished. */
export function pathsIncomplete(): StatusError {
  const message = 'the request has been made before all known HTTP paths have been installed, please retry';
  return failure(503, message, { reason: 'ServiceUnavailable', details: { retryAfterSeconds: 5 } });
}

/** Returns a 409: an object of that name exists. */
export function alreadyExists(gr: GroupResource, name: string): StatusError {
  return failure(409, `${formatGroupResource(gr)} ${goQuote(name)} already exists`, {
    reason: 'AlreadyExists',
    details: resourceDetails(gr, name),
  });
}

/**
 * Returns a 409: the write is based on another state than the stored one.
 *
 * @public
 * @example
 * throw conflict({ group: 'harbor.example.com', resource: 'berths' }, 'north', 'the berth is taken');
 */
export function conflict(gr: GroupResource, name: string, why: string): StatusError {
  return failure(409, `Operation cannot be fulfilled on ${formatGroupResource(gr)} ${goQuote(name)}: ${why}`, {
    reason: 'Conflict',
    details: resourceDetails(gr, name),
  });
}

/** The text of a conflict between a sent and the stored resourceVersion. */
export const MODIFIED_MESSAGE =
  'the object has been modified; please apply your changes to the latest version and try again';

/**
 * Returns a 422: the object breaks validation rules.
 *
 * @public
 * @example
 * throw invalidObject({ group: 'harbor.example.com', kind: 'Berth' }, 'north', [required(path.child('pier'))]);
 */
export function invalidObject(
  gk: { group: string; kind: string },
  name: string,
  errors: readonly FieldError[],
): StatusError {
  const details: StatusDetails = { name, group: gk.group, kind: gk.kind };
  if (!name) delete details.name;
  if (!gk.group) delete details.group;
  if (!gk.kind) delete details.kind;
  const looked = errors.slice(0, MAX_FIELD_ERRORS);
  const shown = cutList(looked, ({ message, field }) => message.length + field.length + CAUSE_FRAME, MAX_SHOWN_IN_SUM);
  details.causes = shown.map((e) => ({ reason: e.reason, message: e.message, field: e.field }));
  return failure(422, `${formatGroupKind(gk)} ${goQuote(name)} is invalid: ${formatFieldErrors(looked)}`, {
    reason: 'Invalid',
    details,
  });
}

/**
 * Returns a 400: the request cannot be understood.
 *
 * @public
 * @example
 * throw badRequest('the number of the berth is missing');
 */
export function badRequest(message: string): StatusError {
  return failure(400, message, { reason: 'BadRequest' });
}

/** Returns a 401: the credentials are missing or wrong. */
export function unauthorized(message = 'Unauthorized'): StatusError {
  return failure(401, message, { reason: 'Unauthorized' });
}

/**
 * Returns a 403: the caller may not do this. `why` completes the message.
 *
 * @public
 * @example
 * throw forbiddenResource({ group: 'harbor.example.com', resource: 'berths' }, 'north', 'the pier is closed');
 */
export function forbiddenResource(gr: GroupResource, name: string, why: string): StatusError {
  const target = name === '' ? formatGroupResource(gr) : `${formatGroupResource(gr)} ${goQuote(name)}`;
  const head = gr.resource === '' ? 'forbidden' : `${target} is forbidden`;
  return failure(403, `${head}: ${why}`, { reason: 'Forbidden', details: resourceDetails(gr, name) });
}

/** Returns a 405: the resource does not know this verb. */
export function methodNotAllowed(
  message = 'the server does not allow this method on the requested resource',
): StatusError {
  return failure(405, message, { reason: 'MethodNotAllowed', details: {} });
}

/** Returns a 405: objects of a kind that is known to clients by this verb cannot be asked so. */
export function verbNotSupported(gr: GroupResource, verb: string): StatusError {
  return failure(405, `${verb} is not supported on resources of kind ${goQuote(formatGroupResource(gr))}`, {
    reason: 'MethodNotAllowed',
    details: resourceDetails(gr, ''),
  });
}

/** Returns a 406: none of the accepted media types can be served. */
export function notAcceptable(accepted: readonly string[]): StatusError {
  const message = `only the following media types are accepted: ${accepted.join(', ')}`;
  return failure(406, message, { reason: 'NotAcceptable' });
}

/** Returns a 406, where an Accept header names nothing that is served here. */
export function noRepresentation(available: readonly string[]): StatusError {
  const message = `406: Not Acceptable\n\nAvailable representations: ${available.join(', ')}`;
  return failure(406, message, { reason: 'NotAcceptable', details: {} });
}

/** Returns a 415, where a patch has a media type that is no patch. */
export function unsupportedPatchType(): StatusError {
  return failure(415, '415: Unsupported Media Type', { reason: 'UnsupportedMediaType', details: {} });
}

/** Returns a 415: the body's media type is not read here. */
export function unsupportedMediaType(accepted: readonly string[]): StatusError {
  const message = `the body of the request was in an unknown format - accepted media types include: ${accepted.join(', ')}`;
  return failure(415, message, { reason: 'UnsupportedMediaType' });
}

/** Returns a 413: the body is larger than the server reads. */
export function requestEntityTooLarge(message: string): StatusError {
  return failure(413, `Request entity too large: ${message}`, { reason: 'RequestEntityTooLarge' });
}

/** Returns a 410: the version asked for is not kept any more. */
export function expired(message: string): StatusError {
  return failure(410, message, { reason: 'Expired' });
}

/** Returns a 504: the version asked for has not happened yet, or an answer did not come in time. */
export function timeout(message: string, details: StatusDetails = {}): StatusError {
  return failure(504, message, { reason: 'Timeout', details });
}

/**
 * Returns a 500: something inside failed. `message` reaches the client: no internals in it.
 *
 * @internal
 * @example
 * throw internalError('the harbor log cannot be read', error);
 */
export function internalError(message: string, cause?: unknown): StatusError {
  return failure(500, `Internal error occurred: ${message}`, {
    reason: 'InternalError',
    details: { causes: [{ message }] },
    cause,
  });
}

/** Reports whether a thrown value is a failure with this reason. */
export function hasReason(error: unknown, reason: StatusReason): error is StatusError {
  return error instanceof StatusError && error.status.reason === reason;
}

/**
 * Reports whether a thrown value says that a stored object cannot be read.
 *
 * @internal
 * @example
 * if (isStorageReadError(error)) logger.warn('the stored object cannot be read');
 */
export const isStorageReadError = (error: unknown): boolean => hasReason(error, 'StorageReadError');

/**
 * Reports whether a thrown value says that an object does not exist.
 *
 * @public
 * @example
 * if (!isNotFound(error)) throw error;
 */
export const isNotFound = (error: unknown): boolean => hasReason(error, 'NotFound');

/**
 * Reports whether a thrown value says that a name is taken.
 *
 * @public
 * @example
 * if (!isAlreadyExists(error)) throw error;
 */
export const isAlreadyExists = (error: unknown): boolean => hasReason(error, 'AlreadyExists');

/**
 * Reports whether a thrown value says that a write was based on an old state.
 *
 * @public
 * @example
 * if (!isConflict(error)) throw error;
 */
export const isConflict = (error: unknown): boolean => hasReason(error, 'Conflict');

function resourceDetails(gr: GroupResource, name: string): StatusDetails {
  const details: StatusDetails = {};
  if (name !== '') details.name = wellFormed(name);
  if (gr.group !== '') details.group = gr.group;
  if (gr.resource !== '') details.kind = gr.resource;
  return details;
}

/** Returns a 400: objects of a namespaced kind have no keys without a namespace. */
export function namespaceRequired(): StatusError {
  return badRequest('Namespace parameter required.');
}
