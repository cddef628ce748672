import { type StatusError, badRequest, failure, FieldPath, invalid, invalidObject } from '../apimachinery/index.js';

/** Returns a 422 without an explanation: the patch is well-formed but does not fit the object. */
export function patchRejected(cause?: unknown): StatusError {
  const message = 'the server rejected our request due to an error in our request';
  return failure(422, message, { reason: 'Invalid', details: {}, cause });
}

/** Returns a 400: the patch is not what its media type promises. */
export function patchMalformed(message: string): StatusError {
  return badRequest(message);
}

/**
 * Returns a 422: the patched object is no object of its type. `shown` is what the answer quotes: the whole patched
 * document as text for JSON and merge patches (`stringifyExactly`), the patch in Go's notation for strategic ones
 * (`formatGoValue`).
 */
export function patchInvalid(shown: string, detail: string): StatusError {
  return invalidObject({ group: '', kind: '' }, '', [invalid(FieldPath.of('patch'), shown, detail)]);
}
