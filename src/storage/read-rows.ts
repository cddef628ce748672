import { type RowStoreLocation, openRowStore } from './open-row-store.js';
import type { StoredRow } from './row-store.js';
import { loadWithBinary } from './sqlite-binary.js';

/**
 * Reads the rows of a store page by page, also while servers use it; only the newest of keys that exist with `newest`. A row that
 * is written during the read may be among them. Rejects with StorageError, as where there is no store.
 */
export async function* readRows(
  location: RowStoreLocation,
  options: { readonly newest: boolean },
): AsyncGenerator<readonly StoredRow[]> {
  if ('sqlite' in location) {
    const { readSharedRows } = await loadWithBinary(() => import('./sqlite/index.js'));
    yield* readSharedRows(location.sqlite, options);
    return;
  }
  const store = await openRowStore(location);
  try {
    yield* store.rows(options);
  } finally {
    await store.close();
  }
}
