import type { MetricsRegistry } from '../../observability/index.js';
import { samplesOf, type StoredParts } from './cache-gauges.js';

/** Publishes as a metric the number of stored objects of each resource, if the resource has been loaded. */
export function countStoredObjects(metrics: MetricsRegistry, parts: StoredParts): void {
  const definition = {
    name: 'apiserver_storage_objects',
    help: 'Objects that are stored, by resource.',
    stability: 'STABLE',
    labels: ['resource'],
  } as const;
  metrics.observed(definition, 'gauge', () => samplesOf(parts, ({ size }) => size));
}
