import { type StatusError, badRequest, failure, FieldPath, invalid, invalidObject } from '../apimachinery/index.js';
import { stringifyExactly } from '../codecs/index.js';

/** 422 without an explanation: the patch is well-formed but does not fit the object. */
export function patchRejected(cause?: unknown): StatusError {
  const message = 'the server rejected our request due to an error in our request';
  return failure(422, message, { reason: 'Invalid', details: {}, cause });
}

/** 400: the patch is not what its media type promises. */
export function patchMalformed(message: string): StatusError {
  return badRequest(message);
}

/**
 * 422: the patched object is no object of its type. `shown` is what the answer quotes: the whole patched document as
 * text for JSON and merge patches (`showDocument`), the patch in Go's notation for strategic ones (`formatGoValue`).
 */
export function patchInvalid(shown: string, detail: string): StatusError {
  return invalidObject({ group: '', kind: '' }, '', [invalid(FieldPath.of('patch'), shown, detail)]);
}

const HTML: Readonly<Record<string, string>> = {
  '<': '\\u003c',
  '>': '\\u003e',
  '&': '\\u0026',
  '\u2028': '\\u2028',
  '\u2029': '\\u2029',
};

/** A patched document as text, with the escapes the reference writes. */
export function showDocument(document: unknown): string {
  return stringifyExactly(document).replace(/[<>&\u2028\u2029]/g, (char) => HTML[char]);
}
