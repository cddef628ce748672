import type { MetricsRegistry } from '../observability/index.js';
import type { Storage } from './storage.js';

/**
 * Publishes the size of the store as a metric, under the label of the reference's first etcd; nothing while it is
 * unknown.
 */
export function measureStorage(metrics: MetricsRegistry, storage: Pick<Storage, 'sizeInBytes'>): void {
  const definition = {
    name: 'apiserver_storage_size_bytes',
    help: 'Bytes that the store takes up.',
    stability: 'STABLE',
    labels: ['storage_cluster_id'],
  } as const;
  metrics.observed(definition, 'gauge', async () => {
    const value = await storage.sizeInBytes().catch(() => undefined);
    return value === undefined ? [] : [{ labels: { storage_cluster_id: 'etcd-0' }, value }];
  });
}
