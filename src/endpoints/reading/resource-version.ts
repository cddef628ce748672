import { badRequest, goQuote } from '../../apimachinery/index.js';
import type { ServedResource } from '../../plugin-host/index.js';
import { fromStorageError, tooLargeResourceVersion } from '../../registry/index.js';
import { isStorageError } from '../../storage/index.js';

/** Reads a resourceVersion; 400 when it is no number of 64 bits. Empty counts as 0. */
export function parseResourceVersion(text: string, prefix = ''): number {
  if (text === '') return 0;
  const isNumber = /^\d+$/.test(text);
  if (isNumber && isUint64(text)) return Number(text);
  const why = isNumber ? 'value out of range' : 'invalid syntax';
  throw badRequest(
    `${prefix}resourceVersion: Invalid value: ${goQuote(text)}: strconv.ParseUint: parsing ${goQuote(text)}: ${why}`,
  );
}

const MAX_UINT64 = String(2n ** 64n - 1n);

/** Whether digits stand for a number of 64 bits; as text, because there may be very many of them. */
function isUint64(digits: string): boolean {
  const number = withoutLeadingZeros(digits);
  return number.length < MAX_UINT64.length || (number.length === MAX_UINT64.length && number <= MAX_UINT64);
}

function withoutLeadingZeros(digits: string): string {
  let zeros = 0;
  while (digits[zeros] === '0' && zeros < digits.length - 1) zeros++;
  return digits.slice(zeros);
}

const WAIT_FOR_REVISION_MS = 3000;

/**
 * Waits until the cache has what was asked for: the newest state when no version was named, any when it is 0. 504 for one
 * that does not come, which is shown as it was sent where numbers do not reach.
 */
export async function waitFor(resource: ServedResource, revision: number | undefined, sent = ''): Promise<void> {
  const { cache } = resource.store!;
  try {
    if (revision === undefined) await cache.waitUntilFresh();
    else if (revision === 0) await cache.ready();
    else await cache.waitUntil(revision, WAIT_FOR_REVISION_MS);
  } catch (error) {
    if (revision && isStorageError(error) && (error.code === 'TooLargeRevision' || error.code === 'Timeout')) {
      throw tooLargeResourceVersion(withoutLeadingZeros(sent) || revision, cache.currentRevision());
    }
    throw fromStorageError(error, resource.kind.groupResource, '');
  }
}
