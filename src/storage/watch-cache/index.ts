export type { Narrowing } from './attribute-index.js';
export type { CacheEntry, CacheEvent, EntryView, Ingest } from './cache-entry.js';
export { CacheMeter } from './cache-meter.js';
export type { CacheWatchEnd, CacheWatchSink } from './cache-watch.js';
export { readableEvent } from './readable-event.js';
export { ResourceCache } from './resource-cache.js';
export type { CacheList, CacheListOptions } from './resource-state.js';
export { WatchCache, type WatchCacheOptions } from './watch-cache.js';
