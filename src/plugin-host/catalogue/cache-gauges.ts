import { type GroupResource, formatGroupResource } from '../../apimachinery/index.js';
import type { MetricDefinition, MetricsRegistry, Sample } from '../../observability/index.js';
import type { ResourceCache, WatchCache } from '../../storage/index.js';
import type { Catalogue } from './catalogue.js';

/** The catalogue of stored resources, and the cache. */
export interface StoredParts {
  readonly catalogue: Pick<Catalogue, 'all'>;
  readonly watchCache: Pick<WatchCache, 'find'>;
}

/** Publishes the size of the watch cache of each resource that is loaded, and the version it is at. */
export function measureCaches(metrics: MetricsRegistry, parts: StoredParts): void {
  const publish = (definition: MetricDefinition, read: (cache: ResourceCache) => number): void =>
    metrics.observed(definition, 'gauge', () => samplesOf(parts, read, metrics.isSince('1.34')));
  publish(CAPACITY, ({ capacity }) => capacity);
  publish(VERSION, (cache) => cache.currentRevision());
}

/** The group of a resource has its own label from 1.34 on. */
const LABELS = { group: { since: '1.34' } };

const CAPACITY: MetricDefinition = {
  name: 'watch_cache_capacity',
  help: 'Maximum number of recent events in the watch cache.',
  labels: ['group', 'resource'],
  releases: { since: '1.21', labels: LABELS },
};

const VERSION: MetricDefinition = {
  name: 'apiserver_watch_cache_resource_version',
  help: 'Resource version of the watch cache.',
  labels: ['group', 'resource'],
  releases: { since: '1.29', labels: LABELS },
};

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
