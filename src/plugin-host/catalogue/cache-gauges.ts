import { type GroupResource, formatGroupResource } from '../../apimachinery/index.js';
import type { MetricsRegistry, Sample } from '../../observability/index.js';
import type { ResourceCache, WatchCache } from '../../storage/index.js';
import type { Catalogue } from './catalogue.js';

/** The catalogue of stored resources, and the cache. */
export interface StoredParts {
  readonly catalogue: Pick<Catalogue, 'all'>;
  readonly watchCache: Pick<WatchCache, 'find'>;
}

/** Publishes the size of the watch cache of each resource that is loaded, and the version it is at. */
export function measureCaches(metrics: MetricsRegistry, parts: StoredParts): void {
  const publish = (name: string, help: string, read: (cache: ResourceCache) => number): void =>
    metrics.observed({ name, help, ...BY_RESOURCE }, 'gauge', () => samplesOf(parts, read, metrics.isSince('1.34')));
  publish('watch_cache_capacity', 'Maximum number of recent events in the watch cache.', ({ capacity }) => capacity);
  publish('apiserver_watch_cache_resource_version', 'Resource version of the watch cache.', (cache) =>
    cache.currentRevision(),
  );
}

/** The labels of a resource, the group of which has its own from 1.34 on. */
const BY_RESOURCE = { labels: ['group', 'resource'], releases: { labels: { group: { since: '1.34' } } } };

/** Returns a sample of each resource that is loaded; `namesGroups` gives the group its own label. */
export function samplesOf(parts: StoredParts, read: (cache: ResourceCache) => number, namesGroups = false): Sample[] {
  return [...loadedCaches(parts)].map(([groupResource, cache]) => ({
    labels: namesGroups ? { ...groupResource } : { resource: formatGroupResource(groupResource) },
    value: read(cache),
  }));
}

/** Returns the cache of each resource that is loaded, once for all its versions. */
export function loadedCaches({ catalogue, watchCache }: StoredParts): ReadonlyMap<GroupResource, ResourceCache> {
  const caches = new Map<string, readonly [GroupResource, ResourceCache]>();
  for (const { kind } of catalogue.all()) {
    const cache = watchCache.find(kind.keyPrefix);
    const { group, resource } = kind.groupResource;
    if (cache?.isReady) caches.set(formatGroupResource(kind.groupResource), [{ group, resource }, cache]);
  }
  return new Map(caches.values());
}
