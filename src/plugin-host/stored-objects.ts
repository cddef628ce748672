import { formatGroupResource } from '../apimachinery/index.js';
import type { MetricsRegistry, Sample } from '../observability/index.js';
import type { WatchCache } from '../storage/index.js';
import type { Catalogue } from './catalogue.js';

/** The catalogue of stored resources, and the cache. */
export interface StoredParts {
  readonly catalogue: Pick<Catalogue, 'all'>;
  readonly watchCache: Pick<WatchCache, 'find'>;
}

/** Publishes as a metric the number of stored objects of each resource, if the resource has been loaded. */
export function countStoredObjects(metrics: MetricsRegistry, { catalogue, watchCache }: StoredParts): void {
  const definition = {
    name: 'apiserver_storage_objects',
    help: 'Objects that are stored, by resource.',
    stability: 'STABLE',
    labels: ['resource'],
  } as const;
  metrics.observed(definition, 'gauge', () => {
    const samples: Sample[] = [];
    for (const { kind } of catalogue.all()) {
      const cache = watchCache.find(kind.keyPrefix);
      if (!cache?.isReady) continue;
      samples.push({ labels: { resource: formatGroupResource(kind.groupResource) }, value: cache.size });
    }
    return samples;
  });
}
