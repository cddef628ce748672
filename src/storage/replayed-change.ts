import { isCompacted } from './storage-error.js';
import type { KeyChange, Storage, StorageEvent, StoredValue } from './storage.js';

/** The operations by which history is read. */
type ReadHistory = Pick<Storage, 'compactedRevision' | 'get' | 'watch'>;

/**
 * Implements `Storage.changeBefore` for engines that read the state at a revision but have no index of the changes of
 * a key: the revision of the state names its change. Only the absence of a key, which a deletion may have caused,
 * needs a replay.
 */
export async function replayedChangeBefore(
  storage: ReadHistory,
  key: string,
  revision = Infinity,
): Promise<KeyChange | undefined> {
  const oldest = await storage.compactedRevision();
  if (revision <= Math.max(oldest, 1)) return undefined;
  try {
    const state = await storage.get(key, revision === Infinity ? {} : { revision: revision - 1 });
    return state ? writeOf(state) : await lastDeletion(storage, key, { after: oldest, before: revision });
  } catch (error) {
    // History was given up meanwhile.
    if (isCompacted(error)) return undefined;
    throw error;
  }
}

function writeOf(state: StoredValue): KeyChange {
  return { ...state, type: state.revision === state.createRevision ? 'create' : 'update' };
}

/** The newest deletion of a key between two revisions. */
async function lastDeletion(
  storage: ReadHistory,
  key: string,
  { after, before }: { readonly after: number; readonly before: number },
): Promise<KeyChange | undefined> {
  let found: StorageEvent | undefined;
  const onEvent = (event: StorageEvent): void => {
    if (event.key === key && event.type === 'delete' && event.revision < before) found = event;
  };
  const watch = await storage.watch({ prefix: key, afterRevision: after }, { onEvent });
  watch.close();
  if (!found) return undefined;
  const { type, value, revision, createRevision } = found;
  return { type, key, value, revision, createRevision };
}
