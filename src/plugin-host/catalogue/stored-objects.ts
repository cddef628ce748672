import type { MetricsRegistry, Sample } from '../../observability/index.js';
import { loadedCaches, samplesOf, type StoredParts } from './cache-gauges.js';

const RESOURCE_OBJECTS = {
  name: 'apiserver_resource_objects',
  help: 'Objects that are stored, by group and resource.',
  labels: ['group', 'resource'],
  releases: { since: '1.34' },
};

const RESOURCE_SIZES = {
  name: 'apiserver_resource_size_estimate_bytes',
  help: 'Bytes of the objects that are stored, in JSON, by group and resource.',
  labels: ['group', 'resource'],
  releases: { since: '1.34' },
};

/** Publishes as metrics the number and the size of stored objects of each resource, if the resource has been loaded. */
export function countStoredObjects(metrics: MetricsRegistry, parts: StoredParts): void {
  const definition = {
    name: 'apiserver_storage_objects',
    help: 'Objects that are stored, by resource.',
    stability: 'STABLE',
    labels: ['resource'],
    deprecatedSince: '1.34.0',
    releases: { since: '1.21' },
    former: [{ name: 'etcd_object_counts', deprecatedSince: '1.22.0', releases: { until: '1.24' } }],
  } as const;
  metrics.observed(definition, 'gauge', () => samplesOf(parts, ({ size }) => size));
  metrics.observed(RESOURCE_OBJECTS, 'gauge', () => samplesOf(parts, ({ size }) => size, true));
  metrics.observed(RESOURCE_SIZES, 'gauge', () => sizesOf(parts));
}

/** One resource after the other: each scrape adds up the sizes of all objects. */
async function sizesOf(parts: StoredParts): Promise<Sample[]> {
  const samples: Sample[] = [];
  for (const [labels, cache] of loadedCaches(parts))
    samples.push({ labels: { ...labels }, value: await cache.sizeInBytes() });
  return samples;
}
