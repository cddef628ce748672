import type { CacheEvent } from './cache-entry.js';

/**
 * Converts a change for watchers that treat unreadable objects as absent: an object is added when it becomes readable,
 * and deleted when it no longer is. Undefined if they see no change.
 */
export function readableEvent(event: CacheEvent): CacheEvent | undefined {
  const { type, revision, entry, previous } = event;
  const wasUnreadable = previous?.unreadable !== undefined;
  if (entry.unreadable !== undefined) {
    return previous && !wasUnreadable ? { type: 'DELETED', revision, entry: previous, previous } : undefined;
  }
  if (!wasUnreadable) return event;
  return type === 'DELETED' ? undefined : { type: 'ADDED', revision, entry };
}
