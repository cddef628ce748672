import { formatGroupResource } from '../../apimachinery/index.js';
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
    metrics.observed({ name, help, labels: ['resource'] }, 'gauge', () => samplesOf(parts, read));
  publish('watch_cache_capacity', 'Maximum number of recent events in the watch cache.', ({ capacity }) => capacity);
  publish('apiserver_watch_cache_resource_version', 'Resource version of the watch cache.', (cache) =>
    cache.currentRevision(),
  );
}

/** Returns a sample of each resource that is loaded. */
export function samplesOf({ catalogue, watchCache }: StoredParts, read: (cache: ResourceCache) => number): Sample[] {
  const samples = new Map<string, Sample>();
  for (const { kind } of catalogue.all()) {
    const cache = watchCache.find(kind.keyPrefix);
    if (!cache?.isReady) continue;
    const resource = formatGroupResource(kind.groupResource);
    samples.set(resource, { labels: { resource }, value: read(cache) });
  }
  return [...samples.values()];
}
