import { StatusError, TooManyFieldErrors, failure } from '../../apimachinery/index.js';
import { MisconvertedObject } from './converted-object.js';
import type { ConvertedVersion } from './object-converter.js';

/**
 * Returns the answer to a request whose objects cannot be converted: 500 with the text of the converter; what it words as
 * a Status itself stays as it is. As in the reference the Status has no reason.
 */
export function conversionFailed(from: ConvertedVersion, to: ConvertedVersion, error: unknown): unknown {
  if (error instanceof StatusError || error instanceof TooManyFieldErrors) return error;
  const { apiVersion, gvk } = from;
  const message = `conversion of ${apiVersion}, Kind=${gvk.kind} to ${to.apiVersion} failed: ${whyOf(error)}`;
  return failure(500, message, { cause: error });
}

function whyOf(error: unknown): string {
  if (error instanceof MisconvertedObject) return error.answer;
  return error instanceof Error ? error.message : String(error);
}
