import { IntegerError, type StatusError, badRequest, goQuote, parseUint64 } from '../../apimachinery/index.js';
import type { StoredResource } from '../../plugin-host/index.js';
import { fromStorageError, tooLargeResourceVersion } from '../../registry/index.js';
import { isStorageError } from '../../storage/index.js';

/** Reads a resourceVersion; 400 when it is no number of 64 bits. Empty counts as 0. */
export function parseResourceVersion(text: string, prefix = ''): number {
  if (text === '') return 0;
  try {
    return Number(parseUint64(text));
  } catch (error) {
    if (!(error instanceof IntegerError)) throw error;
    throw badRequest(`${prefix}resourceVersion: Invalid value: ${goQuote(text)}: ${error.message}`);
  }
}

const WAIT_FOR_REVISION_MS = 3000;

/** Waits as `waitFor` does, for a list; counts lists of the newest state, and how long lists wait. */
export async function waitToList(resource: StoredResource, revision: number | undefined, sent?: string): Promise<void> {
  if (revision === 0) return waitFor(resource, revision, sent);
  const { meter } = resource.store.cache;
  const started = performance.now();
  try {
    await waitFor(resource, revision, sent);
    if (revision === undefined) meter.sawConsistentRead(true);
  } catch (error) {
    if (revision === undefined) meter.sawConsistentRead(false);
    throw error;
  } finally {
    meter.sawWait((performance.now() - started) / 1000);
  }
}

/**
 * Waits until the cache has what was asked for: the newest state when no version was named, any when it is 0. 504 for one
 * that does not come, which is shown as it was sent where numbers do not reach.
 */
export async function waitFor(resource: StoredResource, revision: number | undefined, sent = ''): Promise<void> {
  const { cache } = resource.store;
  const { withoutWatchCache } = resource.kind.definition.quirks ?? {};
  const isTooLarge = (): StatusError => {
    const asked = sent === '' ? revision! : parseUint64(sent);
    return tooLargeResourceVersion(asked, cache.currentRevision(), withoutWatchCache);
  };
  try {
    if (revision === undefined || (withoutWatchCache && revision > 0)) await cache.waitUntilFresh();
    else if (revision === 0) await cache.ready();
    else await cache.waitUntil(revision, WAIT_FOR_REVISION_MS);
    if (withoutWatchCache && revision && revision > cache.currentRevision()) throw isTooLarge();
  } catch (error) {
    if (revision && isStorageError(error) && (error.code === 'TooLargeRevision' || error.code === 'Timeout')) {
      throw isTooLarge();
    }
    throw fromStorageError(error, resource.kind.groupResource, '');
  }
}
