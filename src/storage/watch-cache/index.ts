export type { CacheEntry, CacheEvent, Ingest } from './cache-entry.js';
export type { CacheWatch, CacheWatchEnd, CacheWatchOptions, CacheWatchSink } from './cache-watch.js';
export type { EventRingLimits } from './event-ring.js';
export type { PinLimits } from './pinned-snapshots.js';
export { readableEvent } from './readable-event.js';
export { ResourceCache } from './resource-cache.js';
export type { CacheList, CacheListOptions } from './resource-state.js';
export { WatchCache, type WatchCacheOptions } from './watch-cache.js';
