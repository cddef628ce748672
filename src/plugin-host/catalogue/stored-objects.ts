import type { MetricsRegistry } from '../../observability/index.js';
import { samplesOf, type StoredParts } from './cache-gauges.js';

const RESOURCE_OBJECTS = {
  name: 'apiserver_resource_objects',
  help: 'Objects that are stored, by group and resource.',
  labels: ['group', 'resource'],
  releases: { since: '1.34' },
};

/** Publishes as a metric the number of stored objects of each resource, if the resource has been loaded. */
export function countStoredObjects(metrics: MetricsRegistry, parts: StoredParts): void {
  const definition = {
    name: 'apiserver_storage_objects',
    help: 'Objects that are stored, by resource.',
    stability: 'STABLE',
    labels: ['resource'],
    deprecatedSince: '1.34.0',
  } as const;
  metrics.observed(definition, 'gauge', () => samplesOf(parts, ({ size }) => size));
  metrics.observed(RESOURCE_OBJECTS, 'gauge', () => samplesOf(parts, ({ size }) => size, true));
}
