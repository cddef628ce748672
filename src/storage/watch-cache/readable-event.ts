import type { CacheEvent } from './cache-entry.js';

/**
 * A change as those see it for whom an object that cannot be read is none: it is added when it can be read, and deleted
 * when it no longer can. Undefined when they see nothing of it.
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
